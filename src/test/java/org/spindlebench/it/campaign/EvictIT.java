package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;

/**
 * Tests {@code --cold evict} on this machine's whole memory. The input's blocks are in the page cache when the second
 * run begins, because a job and other readers have read them several times. They are no longer there when the run's job
 * begins. The test writes and reads more bytes than this machine has memory.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class EvictIT {
    private static final Duration LIMIT = Duration.ofMinutes(60);
    /** The length of a decoy's block. */
    private static final long WHOLE_BLOCK = 128L << 20;
    /** The input's files have 64 MB; the jars of jobs are smaller than this. */
    private static final long LEAST = 32L << 20;

    private static final int READINGS = 3;
    private static final String SUITE = """
            name: evict
            description: One job that reads, twice.
            bytes_per_node: 256MB
            repeats: 2
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
        await(run, () -> finished() == 1);
        // The first job has read them once. Further readings make the kernel keep them.
        List<Path> blocks = Residency.blocks(data, LEAST, WHOLE_BLOCK - 1);
        for (int time = 0; time < READINGS; time++) {
            for (Path block : blocks) {
                Files.copy(block, OutputStream.nullOutputStream());
            }
        }
        double before = Residency.of(blocks).share();
        Deque<Double> shares = new ArrayDeque<>(List.of(before));
        await(run, () -> {
            shares.add(Residency.of(blocks).share());
            // The share grows when the second job has begun to read.
            return shares.peekLast() > 2 * Collections.min(shares) + 0.05;
        });
        double after = Collections.min(shares);
        run.waitFor();
        System.out.printf(
                Locale.ROOT, "input's pages in memory: %.1f %% before, %.1f %% after%n", before * 100, after * 100);
        assertThat(run.exitCode()).as(run::tails).isZero();
        List<RunRecord> records =
                CampaignResults.under(directory.resolve("results")).get(0).records();
        assertThat(records).hasSize(2).allSatisfy(ran -> {
            assertThat(ran.status()).isEqualTo(Status.OK);
            assertThat(ran.subject().settings()).containsEntry("cache", "cold");
            assertThat(ran.cache().method()).isEqualTo("evict");
            System.out.println(
                    ran.cache().detail() + "; cooling took " + ran.steps().cool() + " s");
        });
        assertThat(before).isGreaterThan(0.99);
        assertThat(after).isLessThan(0.01);
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(ClientRun run, Condition condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (run.process().isAlive() && !condition.holds()) {
            assertThat(System.nanoTime()).as(run::tails).isLessThan(deadline);
            Thread.sleep(500);
        }
        assertThat(run.process().isAlive()).as(run::tails).isTrue();
    }

    private long finished() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("results"))) {
            return files.filter(file -> file.getParent().endsWith("runs"))
                    .filter(file -> file.getFileName().toString().matches("[^.].*\\.json"))
                    .count();
        } catch (NoSuchFileException early) {
            return 0;
        }
    }
}
