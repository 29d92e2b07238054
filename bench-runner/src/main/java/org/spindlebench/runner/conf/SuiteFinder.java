package org.spindlebench.runner.conf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Finds a suite by its name, in {@code ./conf/suites} and then among those that are carried in the jar, or by its file. */
public final class SuiteFinder {
    private static final String FOLDER = "conf/suites/";
    private static final String ENDING = ".yaml";

    /** A suite that is always carried: where it lies, the others lie. */
    private static final String LANDMARK = FOLDER + "quick" + ENDING;

    private final Path directory;

    /**
     * Finds suites.
     *
     * @param directory what relative paths are relative to
     */
    public SuiteFinder(Path directory) {
        this.directory = directory;
    }

    /** The text of a suite; empty, with a problem, when there is none of that name or file. */
    public Optional<Text> find(String nameOrFile, Problems problems) {
        try {
            boolean isFile = nameOrFile.contains("/") || nameOrFile.endsWith(ENDING) || nameOrFile.endsWith(".yml");
            Optional<Text> text = isFile ? file(Path.of(nameOrFile)) : named(nameOrFile);
            if (text.isEmpty()) {
                problems.add(isFile ? noFile(nameOrFile) : noName(nameOrFile));
            }
            return text;
        } catch (IOException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--suite", "cannot be read: " + e)
                    .withValue(nameOrFile));
            return Optional.empty();
        }
    }

    /** The names that {@code --suite} takes. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        try {
            addNames(directory.resolve(FOLDER), names);
            addCarriedNames(names);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private Optional<Text> named(String name) throws IOException {
        Optional<Text> local = file(Path.of(FOLDER + name + ENDING));
        if (local.isPresent()) {
            return local;
        }
        String resource = FOLDER + name + ENDING;
        try (InputStream in = loader().getResourceAsStream(resource)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new Text(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    private Optional<Text> file(Path file) throws IOException {
        Path path = directory.resolve(file);
        return Files.isRegularFile(path)
                ? Optional.of(new Text(file.toString(), Files.readString(path)))
                : Optional.empty();
    }

    private static Problem noFile(String file) {
        return Problem.at(Location.COMMAND_LINE, "--suite", "no such file")
                .withValue(file)
                .withRemedy("name a file that exists, or a suite of `list suites`");
    }

    private Problem noName(String name) {
        NotUnderstoodException unknown = Words.unknown("suite", name, names());
        return unknown.at(Location.COMMAND_LINE, "--suite", name)
                .withRemedy("name one of these, or a file (with a `/` or ending in .yaml)");
    }

    private static void addCarriedNames(Set<String> names) throws IOException {
        URL landmark = loader().getResource(LANDMARK);
        if (landmark == null) {
            return;
        }
        if (landmark.openConnection() instanceof JarURLConnection connection) {
            connection.setUseCaches(false);
            try (JarFile jar = connection.getJarFile()) {
                jar.stream()
                        .map(entry -> entry.getName())
                        .filter(entry -> entry.startsWith(FOLDER))
                        .forEach(entry -> addName(entry.substring(FOLDER.length()), names));
            }
        } else {
            addNames(Path.of(URI.create(landmark.toString())).getParent(), names);
        }
    }

    private static void addNames(Path folder, Set<String> names) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(file -> addName(file.getFileName().toString(), names));
            }
        }
    }

    private static void addName(String fileName, Set<String> names) {
        if (fileName.endsWith(ENDING) && !fileName.contains("/")) {
            names.add(fileName.substring(0, fileName.length() - ENDING.length()));
        }
    }

    private static ClassLoader loader() {
        return SuiteFinder.class.getClassLoader();
    }

    /**
     * A file's content.
     *
     * @param source its name, for messages
     */
    public record Text(String source, String content) {}
}
