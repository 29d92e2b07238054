package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The archive that people download, unpacked on a machine without Maven and, at first, without Hadoop. */
final class ReleaseArchive {
    static final Path ROOT =
            Path.of(System.getProperty("spindle.root", "..")).toAbsolutePath().normalize();
    private static final Path TARGET = ROOT.resolve("bench-release/target");
    private static final long LIMIT_SECONDS = 240;

    /** The output of a command, with its error output, and its exit code. */
    record Ended(int code, String text) {}

    private final Path home;
    private final Path programs;
    private final Path directory;

    /** Unpacks the archive into a directory. */
    ReleaseArchive(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        Ended unpacked = run(directory, Map.of(), "tar", "-xzf", file(".tar.gz").toString());
        assertThat(unpacked.code()).as(unpacked.text()).isZero();
        home = directory.resolve(file(".tar.gz").getFileName().toString().replace(".tar.gz", ""));
        programs = Files.createDirectory(directory.resolve("programs"));
        linkAllButMaven();
    }

    /** Returns the archive with this ending. */
    static Path file(String ending) throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(file -> file.getFileName().toString().startsWith("spindle-")
                            && file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + ending + " in " + TARGET));
        }
    }

    Path home() {
        return home;
    }

    /** Runs the unpacked Spindle in an empty directory of its own. */
    Ended spindle(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        return run(
                Files.createTempDirectory(directory, "here"),
                environment,
                Stream.concat(Stream.of(home.resolve("bin/spindle").toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    /** Makes what an unpacked Hadoop looks like, from jars in one directory. */
    static Path hadoopHome(Path place, Path jars) throws IOException {
        Path common = Files.createDirectories(place.resolve("share/hadoop/common/lib"));
        try (Stream<Path> all = Files.list(jars)) {
            for (Path jar : all.toList()) {
                String name = jar.getFileName().toString();
                String part = name.startsWith("hadoop-hdfs")
                        ? "hdfs"
                        : name.startsWith("hadoop-mapreduce")
                                ? "mapreduce"
                                : name.startsWith("hadoop-yarn") ? "yarn" : "";
                Path directory = part.isEmpty()
                        ? common
                        : Files.createDirectories(place.resolve("share/hadoop").resolve(part));
                Files.createSymbolicLink(directory.resolve(name), jar);
            }
        }
        return place;
    }

    private Ended run(Path here, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(here.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        programs == null ? "/usr/bin:/bin" : programs.toString(),
                        "HOME",
                        directory.toString()));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(() -> "still runs: " + String.join(" ", command))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    private void linkAllButMaven() throws IOException {
        for (Path bin : List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"))) {
            try (Stream<Path> all = Files.list(bin)) {
                all.filter(program -> !program.getFileName().toString().startsWith("mvn"))
                        .forEach(this::link);
            }
        }
    }

    private void link(Path program) {
        Path link = programs.resolve(program.getFileName());
        try {
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, program);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
