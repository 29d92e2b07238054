package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.program.Placeholders.Placeholder;

/** Keeps {@code docs/own-jobs.md} and its examples true. */
class OwnJobsExampleTest {
    private static final Path EXAMPLES = Path.of("../docs/examples/own-jobs");

    @ParameterizedTest
    @CsvSource({
        "hadoop-examples.yaml, terasort;pi;grep;join",
        "spark.yaml, shuffle;spark-group-by",
        "hibench.yaml, terasort;hibench-pagerank;hibench-bayes;hibench-kmeans"
    })
    void everyExampleIsUnderstood(String file, String jobs) throws IOException {
        Problems problems = new Problems();

        Optional<Suite> suite = SuiteReader.read(
                file, Files.readString(EXAMPLES.resolve(file)), JobCatalog.names(), Cluster.RUNNING, problems);

        assertThat(problems.list()).isEmpty();
        assertThat(suite.orElseThrow().jobs()).containsExactly(jobs.split(";"));
    }

    @Test
    void theDocumentNamesEveryPlaceholder() throws IOException {
        String document = Files.readString(Path.of("../docs/own-jobs.md"));
        List<String> rows =
                document.lines().filter(line -> line.startsWith("| `${")).toList();

        assertThat(rows.stream()
                        .map(row -> row.split("\\|", -1)[1])
                        .flatMap(cell -> Arrays.stream(cell.split(",")))
                        .map(word -> word.replace("`", "").strip()))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Placeholder.values())
                        .map(Placeholder::written)
                        .collect(Collectors.toList()));
    }

    /** Calls the script with a HiBench that prints what its scripts would read. */
    @Test
    void theScriptForHiBenchGivesItTheRunsSettings(@TempDir Path directory) throws Exception {
        Path hibench = directory.resolve("HiBench");
        Files.createDirectories(hibench.resolve("conf/workloads"));
        Path scripts = Files.createDirectories(hibench.resolve("bin/workloads/ml"));
        Files.writeString(hibench.resolve("conf/hibench.conf"), "hibench.scale.profile tiny\n");
        Files.writeString(scripts.resolve("run.sh"), "cat \"$HIBENCH_CONF_FOLDER\"/*.conf; exit 4\n");
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", EXAMPLES.resolve("hibench.sh").toString(), hibench.toString(), "large", "ml/run.sh")
                .redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "HADOOP_CONF_DIR", "/run/conf",
                        "SPINDLE_PREPARED", "/base/prepared",
                        "SPINDLE_QUEUE", "bench",
                        "SPINDLE_TAG", "one,two",
                        "TMPDIR", directory.toString()));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isEqualTo(4);
        assertThat(said.lines())
                .startsWith("hibench.scale.profile tiny", "hibench.scale.profile large")
                .contains(
                        "hibench.hadoop.configure.dir /run/conf",
                        "hibench.hdfs.data.dir /base/prepared",
                        "spark.yarn.tags one,two");
        try (var left = Files.list(directory)) {
            assertThat(left).containsExactly(hibench);
        }
    }
}
