package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code build/House.java}, which holds the limits of the code's size, on this project and on made-up sources. */
class HouseTest {
    private static final Path ROOT =
            Path.of(System.getProperty("spindle.root", "..")).toAbsolutePath().normalize();
    private static final long LIMIT_SECONDS = 120;

    /** Three types need one another, one of them by way of a nested type; a fourth needs them, and nothing needs it. */
    private static final List<String> CIRCLE = List.of(
            "package org.spindlebench.x; public class One { Two two; }",
            "package org.spindlebench.x; public class Two { static class Inner { Three three; } }",
            """
            package org.spindlebench.x;

            /* A comment is no code. */
            public class Three {
                // Nor is this.
                String text = "/* but this is */";

                One one;
            }
            """,
            "package org.spindlebench.x; public class Four { One one; }");

    @TempDir
    private Path root;

    /** What a call printed, and its exit code. */
    record Ended(int code, String text) {}

    @BeforeEach
    void compile() throws IOException {
        Path sources = Files.createDirectories(root.resolve("bench-x/src/main/java"));
        for (int i = 0; i < CIRCLE.size(); i++) {
            Files.writeString(sources.resolve("Source" + i + ".java"), CIRCLE.get(i));
        }
        CompiledSources.into(Files.createDirectories(root.resolve("bench-x/target/classes")), CIRCLE);
    }

    @Test
    void circlesTypesAndLinesAreCounted() throws Exception {
        limits("largest-circle 3\ntypes 5\nmain-code-lines 8\n");

        Ended ended = house(root);

        assertThat(ended.code()).as(ended.text()).isZero();
        assertThat(ended.text())
                .containsPattern("largest-circle +3 of 3 +x.One x.Three x.Two\n")
                .containsPattern("types +5 of 5\n")
                .containsPattern("main-code-lines +8 of 8\n")
                .containsPattern("main-files +4\n");
    }

    @Test
    void whatIsAboveItsLimitIsNamed() throws Exception {
        limits("# a comment\nlargest-circle 2\ntypes 4\nmain-code-lines 9\n");

        Ended ended = house(root);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).contains("above its limit in build/house.limits: types, largest-circle. Remove");
    }

    @Test
    void thisProjectKeepsItsLimits() throws Exception {
        Ended ended = house(ROOT);

        assertThat(ended.code()).as(ended.text()).isZero();
    }

    private void limits(String text) throws IOException {
        Files.createDirectories(root.resolve("build"));
        Files.writeString(root.resolve("build/house.limits"), text);
    }

    private static Ended house(Path directory) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        ROOT.resolve("build/House.java").toString(),
                        "--check",
                        "--no-jar",
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), text);
    }
}
