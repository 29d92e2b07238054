package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;

/**
 * Runs every job that uses HDFS on erasure-coded files, on embedded clusters that have as many DataNodes as the policy
 * has units, and one fewer. These are some 20 MapReduce jobs. Only the profile {@code long} runs them.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class ErasureCodingIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final List<String> JOBS = List.of(
            "teragen",
            "terasort",
            "teravalidate",
            "teraread",
            "wordcount",
            "sort",
            "hdfs-write",
            "dfsio-write",
            "dfsio-read",
            "testdfsio-write",
            "testdfsio-read",
            "scaled");

    @TempDir
    private Path directory;

    @Test
    void everyJobThatUsesHdfsRunsOnErasureCodedFilesAndProvesIt() throws Exception {
        ClientRun run = run(3, "XOR-2-1-1024k", JOBS, "XOR-2-1-1024k");

        assertThat(run.exitCode()).as(run::tails).isZero();
        List<RunRecord> records = records();
        assertThat(records).extracting(found -> found.subject().job()).containsExactlyInAnyOrderElementsOf(JOBS);
        assertThat(records).allSatisfy(found -> {
            assertThat(found.status()).as("%s", found.reasons()).isEqualTo(Status.OK);
            assertThat(found.subject().settings())
                    .containsEntry("erasure_coding", "XOR-2-1-1024k")
                    .doesNotContainKey("replication");
            assertThat(found.proof()).as(found.subject().job()).anySatisfy(check -> assertThat(check.name())
                    .startsWith("erasure coding of every file"));
            assertThat(found.sizes().stored())
                    .as(
                            "%s: all files have one unit of parity for two of data",
                            found.subject().job())
                    .isGreaterThan(found.sizes().bytes() * 3 / 2);
        });
    }

    @Test
    void aPolicyOfFiveUnitsSpreadsOverFiveDataNodes() throws Exception {
        ClientRun run = run(5, "RS-3-2-1024k", List.of("terasort"), "RS-3-2-1024k");

        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(records()).singleElement().satisfies(found -> assertThat(found.status())
                .as("%s", found.reasons())
                .isEqualTo(Status.OK));
    }

    @Test
    void tooFewDataNodesAndPoliciesThatAreNotEnabledAreRefusedBeforeTheFirstJob() throws Exception {
        ClientRun tooFew = run(4, "RS-3-2-1024k", List.of("terasort"), "RS-3-2-1024k");
        assertThat(tooFew.exitCode()).as(tooFew::tails).isEqualTo(2);
        assertThat(tooFew.err())
                .contains("RS-3-2-1024k spreads each block group over 5 DataNodes, but there are only 4");

        ClientRun disabled = run(3, "RS-3-2-1024k", List.of("terasort"), "XOR-2-1-1024k");
        assertThat(disabled.exitCode()).as(disabled::tails).isEqualTo(2);
        assertThat(disabled.err()).contains("hdfs ec -enablePolicy -policy RS-3-2-1024k", "or use XOR-2-1-1024k");
    }

    private ClientRun run(int dataNodes, String asked, List<String> jobs, String enabled) throws Exception {
        Files.writeString(directory.resolve("coded.yaml"), """
                name: coded
                bytes_per_node: 16MB
                repeats: 1
                settings:
                  erasure_coding: %s
                runs:
                  - jobs: [%s]
                """.formatted(asked, String.join(", ", jobs)));
        ClientRun run = new SpindleCommand(directory)
                .startScript(
                        LIMIT,
                        "run",
                        "--embedded",
                        "--datanodes",
                        String.valueOf(dataNodes),
                        "--suite",
                        "coded.yaml",
                        "--out",
                        "results",
                        "--yes",
                        "-D",
                        "dfs.namenode.ec.system.default.policy=" + enabled);
        run.waitFor();
        return run;
    }

    private List<RunRecord> records() throws IOException {
        List<CampaignResults> campaigns = CampaignResults.under(directory.resolve("results"));
        assertThat(campaigns).hasSize(1);
        return campaigns.get(0).records();
    }
}
