package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.task.ConcurrencySeries;
import org.spindlebench.analysis.task.TaskStatistics;

/** Checks the size of the record of a run on 200 nodes, and the memory that it takes to make and read it. */
class LargeRecordTest {
    private static final long MOST_BYTES = 5_000_000;

    @TempDir
    Path directory;

    @Test
    void it_is_made_and_read_in_half_a_gigabyte_and_is_no_larger_than_5_megabytes() throws Exception {
        Path output = directory.resolve("output.txt");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                classPath(),
                LargeRun.class.getName(),
                directory.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(180, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(output).content().isEqualTo("reads back equal: true" + System.lineSeparator());
        Path file = directory.resolve("001-terasort.json.gz");
        assertThat(Files.size(file)).isBetween(MOST_BYTES / 10, MOST_BYTES);
        RunRecord run = Records.readOne(file);
        assertThat(run.tasks()).hasSize(2 * LargeRun.TASKS);
        assertThat(run.evidence().nodes()).hasSize(LargeRun.NODES).allSatisfy(node -> {
            assertThat(node.devices())
                    .hasSize(24)
                    .allMatch(device -> device.io().queue() != null);
            assertThat(node.readings()).isEqualTo(3_601);
        });
        TaskStatistics figures = TaskStatistics.of(run);
        assertThat(figures.concurrency().averaged()).isTrue();
        assertThat(figures.concurrency().steps()).hasSize(ConcurrencySeries.MOST_STEPS);
        assertThat(JsonDocument.text(figures)).hasSizeLessThan(200_000);
    }

    private static String classPath() {
        return Stream.of(RunRecord.class, LargeRun.class, ObjectMapper.class, JsonFactory.class, JsonProperty.class)
                .map(LargeRecordTest::place)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the jar or directory that a class was loaded from. */
    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
