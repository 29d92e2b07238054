package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds and runs {@code examples/analysis}, which takes the library as a dependency like any other program. */
@BesideClusters
class ExampleProjectIT {
    private static final Path ROOT = ReleaseArchive.ROOT;
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final long LIMIT_SECONDS = 180;

    @TempDir
    Path directory;

    @Test
    void theExampleIsBuiltWithTheLibraryAndPrintsTheAnswer() throws Exception {
        Path project = directory.resolve("analysis");
        copy(ROOT.resolve("examples/analysis"), project);
        Path repository = directory.resolve("repository");
        install(repository);
        run(project, "mvn", "-B", "-q", "-s", settings().toString(), "-Dmaven.repo.local=" + repository, "package");
        String printed = run(
                project,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                "target/two-disks.jar",
                ROOT.resolve("docs/examples/invented.csv").toString());
        assertThat(printed).contains("1.641x [1.585, 1.698]", "terasort", "teragen");
        try (Stream<Path> libraries = Files.list(project.resolve("target/lib"))) {
            assertThat(libraries.map(library -> library.getFileName().toString()))
                    .contains("bench-analysis-" + VERSION + ".jar")
                    .noneMatch(name -> name.startsWith("hadoop") || name.startsWith("picocli"));
        }
    }

    /** Puts into a repository what a release of the library consists of. */
    private static void install(Path repository) throws IOException {
        Path group = repository.resolve("org/spindlebench");
        place(ROOT.resolve("pom.xml"), group.resolve("spindle/" + VERSION + "/spindle-" + VERSION + ".pom"));
        place(
                ROOT.resolve("bench-bom/pom.xml"),
                group.resolve("bench-bom/" + VERSION + "/bench-bom-" + VERSION + ".pom"));
        Path library = group.resolve("bench-analysis/" + VERSION + "/bench-analysis-" + VERSION);
        place(ROOT.resolve("bench-analysis/pom.xml"), library.resolveSibling(library.getFileName() + ".pom"));
        place(
                ROOT.resolve("bench-analysis/target/bench-analysis-" + VERSION + ".jar"),
                library.resolveSibling(library.getFileName() + ".jar"));
    }

    private static void place(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    /** Writes settings under which Maven takes everything else from the repository that built Spindle. */
    private Path settings() throws IOException {
        Path built = Path.of(System.getProperty("spindle.maven.repository"));
        return Files.writeString(directory.resolve("settings.xml"), """
                <settings>
                  <mirrors>
                    <mirror>
                      <id>built</id>
                      <mirrorOf>*</mirrorOf>
                      <url>%s</url>
                    </mirror>
                  </mirrors>
                </settings>
                """.formatted(built.toUri()));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(file -> !from.relativize(file).startsWith("target"))
                    .toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private String run(Path here, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        Process process = new ProcessBuilder(List.of(command))
                .directory(here.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(() -> "still runs: " + String.join(" ", command))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
