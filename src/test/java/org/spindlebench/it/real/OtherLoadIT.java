package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.NodeLoad.Processes;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Runs jobs on separate daemons, alone and beside a neighbour of half a core. Only the second is the load of others. The
 * machine must do nothing else.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.cpu", matches = "true")
class OtherLoadIT {
    private static final String SUITE = """
            name: other-load
            description: Jobs of each kind.
            bytes_per_node: 32MB
            repeats: 2
            runs:
              - {jobs: [terasort, shuffle, dfsio-write], compression: none}
            """;
    private static final int RUNS = 6;
    private static final String WARNING = "other-load";

    /** Burns a core in every other tenth of a second, and prints the ids of both processes. Init adopts them. */
    private static final String NEIGHBOUR =
            "(while :; do :; done) > /dev/null 2>&1 & b=$!; (while kill -CONT $b; do sleep 0.1;"
                    + " kill -STOP $b; sleep 0.1; done) > /dev/null 2>&1 & echo $b $!";

    @Test
    void onAnIdleClusterHadoopAndSpindleAreNoLoadOfOthers(ProcessCluster cluster, @TempDir Path directory)
            throws Exception {
        assertThat(warned(cluster, directory, "alone")).isEmpty();
    }

    @Test
    void aNeighbourOfHalfACoreIsFound(ProcessCluster cluster, @TempDir Path directory) throws Exception {
        Process shell = new ProcessBuilder("setsid", "sh", "-c", NEIGHBOUR)
                .redirectErrorStream(true)
                .start();
        String[] ids = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .trim()
                .split("\\s+");
        try {
            assertThat(warned(cluster, directory, "neighbour")).hasSize(RUNS);
        } finally {
            for (int i = ids.length - 1; i >= 0; i--) {
                ProcessHandle.of(Long.parseLong(ids[i])).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** Returns the runs with the warning. */
    private static List<String> warned(ProcessCluster cluster, Path directory, String name) throws Exception {
        Path suite = Files.writeString(directory.resolve("other-load.yaml"), SUITE);
        RealCampaign campaign = new RealCampaign(cluster, name);
        ClientRun client = campaign.client("--suite", suite.toString(), "--slots", "3", "--probe", "yarn", "--yes")
                .timeout(Duration.ofMinutes(20))
                .run();
        List<RunRecord> records = campaign.records();
        for (RunRecord run : records) {
            Processes seen = run.evidence().nodes().get(0).processes();
            System.out.printf(
                    Locale.ROOT,
                    "%s %s: %.1f s, hadoop %.2f, job %.2f, others %.2f threads%n",
                    name,
                    run.identity().run(),
                    seen.seconds(),
                    seen.hadoop() / seen.seconds(),
                    seen.job() / seen.seconds(),
                    seen.otherThreads());
        }
        assertThat(records)
                .extracting(RunRecord::status)
                .as(client::tails)
                .hasSize(RUNS)
                .containsOnly(Status.OK);
        return records.stream()
                .filter(run -> run.warnings().stream().map(Warning::code).anyMatch(WARNING::equals))
                .map(run -> run.identity().run())
                .toList();
    }
}
