package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;

/**
 * {@code --cold evict} on this machine's whole memory: the input's blocks are in the page cache before, and no longer when the job begins. Writes and reads
 * more than the memory of this machine.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class EvictIT {
    private static final Duration LIMIT = Duration.ofMinutes(60);
    /** A decoy's. */
    private static final long WHOLE_BLOCK = 128L << 20;
    /** A file of the input has 64 MB, the jar of a job less than this. */
    private static final long LEAST = 32L << 20;

    private static final String SUITE = """
            name: evict
            description: One job that reads.
            bytes_per_node: 256MB
            repeats: 1
            runs:
              - {jobs: [dfsio-read], compression: none}
            """;

    @TempDir
    private Path directory;

    @Test
    void blocksOfTheInputLeaveThePageCacheBeforeTheJobReadsThem() throws Exception {
        Path suite = Files.writeString(directory.resolve("evict.yaml"), SUITE);
        Path data = Files.createDirectory(directory.resolve("data"));
        SpindleCommand spindle = new SpindleCommand(directory);
        ClientRun run = spindle.startScript(
                LIMIT,
                "run",
                "--embedded",
                "--suite",
                suite.toString(),
                "--cold",
                "evict",
                "--datanodes",
                "1",
                "--data-dirs",
                data.toString(),
                "--yes",
                "--out",
                "results");
        double most = 0;
        double leastAfterwards = 1;
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (run.process().isAlive() && System.nanoTime() < deadline) {
            Thread.sleep(1000);
            double share = share(data);
            most = Math.max(most, share);
            leastAfterwards = most > 0.9 && share > -1 ? Math.min(leastAfterwards, share) : leastAfterwards;
        }
        run.waitFor();
        System.out.printf(
                Locale.ROOT,
                "input's pages in memory: %.1f %% before, %.1f %% after%n",
                most * 100,
                leastAfterwards * 100);
        assertThat(run.exitCode()).as(run::tails).isZero();
        List<RunRecord> records =
                CampaignResults.under(directory.resolve("results")).get(0).records();
        assertThat(records).singleElement().satisfies(ran -> {
            assertThat(ran.status()).isEqualTo(Status.OK);
            assertThat(ran.subject().settings()).containsEntry("cache", "cold");
            assertThat(ran.cache().method()).isEqualTo("evict");
            System.out.println(ran.cache().detail() + "; cooling took "
                    + ran.steps().cool() + " s, preparing " + ran.steps().prepare() + " s");
        });
        assertThat(most).isGreaterThan(0.9);
        assertThat(leastAfterwards).isLessThan(0.01);
    }

    /** -1 while there is no input. */
    private static double share(Path data) {
        try {
            List<Path> blocks = Residency.blocks(data, LEAST, WHOLE_BLOCK - 1);
            return blocks.isEmpty() ? -1 : Residency.of(blocks).share();
        } catch (IOException | UncheckedIOException changing) {
            return -1;
        }
    }
}
