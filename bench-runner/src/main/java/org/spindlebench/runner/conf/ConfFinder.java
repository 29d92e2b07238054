package org.spindlebench.runner.conf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * Finds a file by its path or name. It looks for a name first in the kind's folder under {@code ./conf} and then in the
 * jar.
 */
public final class ConfFinder {
    private static final String ENDING = ".yaml";

    /** The largest file to read. The limit keeps Spindle from loading a large file of another kind into memory. */
    private static final long LARGEST = 1 << 24;

    private final ConfKind kind;
    private final Path directory;

    /** Creates a finder for files of one kind. Relative paths refer to the directory. */
    public ConfFinder(ConfKind kind, Path directory) {
        this.kind = kind;
        this.directory = directory;
    }

    /** Finds and reads a file. If it does not exist or cannot be parsed, adds problems and returns empty. */
    public <T> Optional<T> read(String nameOrFile, TextReader<T> reader, Problems problems) {
        return find(nameOrFile, problems).flatMap(text -> reader.read(text.source(), text.content(), problems));
    }

    /** Reads the text of a file. If the text cannot be parsed, adds problems and returns empty. */
    public interface TextReader<T> {
        Optional<T> read(String source, String text, Problems problems);
    }

    /** Returns the text of a file. If there is no file with that name or path, adds a problem and returns empty. */
    public Optional<Text> find(String nameOrFile, Problems problems) {
        try {
            boolean isFile = nameOrFile.contains("/") || nameOrFile.endsWith(ENDING) || nameOrFile.endsWith(".yml");
            Optional<Text> text = isFile ? file(Path.of(nameOrFile)) : named(nameOrFile);
            if (text.isEmpty()) {
                problems.add(isFile ? noFile(nameOrFile) : noName(nameOrFile));
            }
            return text;
        } catch (NotTextException e) {
            problems.add(Problem.at(e.location, "", "not UTF-8 text").withRemedy("save the file as UTF-8"));
        } catch (InvalidPathException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, kind.option(), FileFailure.of(e)));
        } catch (IOException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, kind.option(), "cannot be read: " + FileFailure.of(e))
                    .withValue(nameOrFile));
        }
        return Optional.empty();
    }

    /** Thrown if a file is not text. */
    private static final class NotTextException extends IOException {
        private static final long serialVersionUID = 1;

        private final transient Location location;

        NotTextException(Location location) {
            super(location + ": not UTF-8 text");
            this.location = location;
        }
    }

    /** Returns the names that are allowed instead of a path. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        try {
            addNames(directory.resolve(kind.folder()), names);
            addCarriedNames(names);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private Optional<Text> named(String name) throws IOException {
        Optional<Text> local = file(Path.of(kind.folder() + name + ENDING));
        if (local.isPresent()) {
            return local;
        }
        String resource = kind.folder() + name + ENDING;
        try (InputStream in = loader().getResourceAsStream(resource)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new Text(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    private Optional<Text> file(Path file) throws IOException {
        Path path = directory.resolve(file);
        if (Files.isRegularFile(path) && Files.size(path) > LARGEST) {
            throw new IOException(path + " is larger than " + LARGEST + " bytes, too large for a file of this kind");
        }
        return Files.isRegularFile(path)
                ? Optional.of(new Text(file.toString(), utf8(file.toString(), Files.readAllBytes(path))))
                : Optional.empty();
    }

    private static String utf8(String source, byte[] bytes) throws NotTextException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        if (StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
            String before = out.flip().toString();
            int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
            throw new NotTextException(new Location(source, line, before.length() - before.lastIndexOf('\n')));
        }
        return out.flip().toString();
    }

    private Problem noFile(String file) {
        Path path = directory.resolve(file);
        String reason = Files.isDirectory(path)
                ? "a directory, not a file"
                : Files.exists(path) ? "not a regular file" : "no such file";
        return Problem.at(Location.COMMAND_LINE, kind.option(), reason)
                .withValue(file)
                .withRemedy("name a file that exists, or " + kind.listed(names()));
    }

    private Problem noName(String name) {
        NotUnderstoodException unknown = AllowedValues.unknown(kind.noun(), name, names());
        return unknown.at(Location.COMMAND_LINE, kind.option(), name)
                .withRemedy("name one of these, or a file (with a `/` or ending in .yaml)");
    }

    private void addCarriedNames(Set<String> names) throws IOException {
        URL landmark = loader().getResource(kind.folder() + kind.landmark() + ENDING);
        if (landmark == null) {
            return;
        }
        if (landmark.openConnection() instanceof JarURLConnection connection) {
            connection.setUseCaches(false);
            try (JarFile jar = connection.getJarFile()) {
                jar.stream()
                        .map(entry -> entry.getName())
                        .filter(entry -> entry.startsWith(kind.folder()))
                        .forEach(entry -> addName(entry.substring(kind.folder().length()), names));
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
        return ConfFinder.class.getClassLoader();
    }

    /** The content of a file, and its name for messages. */
    public record Text(String source, String content) {}

    /** The kinds of files under {@code conf}. */
    public enum ConfKind {
        SUITE("suites", "--suite", "suite", "quick"),
        PRICES("prices", "--prices", "price list", "template"),
        MIX("mixes", "--mix", "mix", "even"),
        SETUP("setups", "--setup", "setup", "hdd-6"),
        EXPERIMENT("experiments", "--experiment", "experiment", "new-cluster"),
        REFERENCES("references", "--references", "list of printed results", "cloudera-2014"),
        WORKLOAD("workloads", "--workload", "workload", "example");

        private final String folder;
        private final String option;
        private final String noun;
        private final String landmark;

        ConfKind(String folder, String option, String noun, String landmark) {
            this.folder = "conf/" + folder + "/";
            this.option = option;
            this.noun = noun;
            this.landmark = landmark;
        }

        /** Returns the folder with files of this kind, followed by a slash. */
        String folder() {
            return folder;
        }

        public String option() {
            return option;
        }

        String noun() {
            return noun;
        }

        /** Returns a file of this kind that every jar contains. Its location is the location of all such files. */
        String landmark() {
            return landmark;
        }

        /** Lists the names that are allowed instead of a file, for messages. */
        String listed(Collection<String> names) {
            return this == SUITE || this == SETUP || this == EXPERIMENT || this == WORKLOAD
                    ? (noun.startsWith("e") ? "an " : "a ") + noun + " of `list " + noun + "s`"
                    : "a " + noun + " of " + folder + ": " + String.join(", ", names);
        }
    }
}
