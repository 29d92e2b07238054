package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.CacheProof.CacheVerdict;
import org.spindlebench.analysis.proof.ShuffleProof;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.LoopDevice;

/**
 * Proves cold runs and catches runs that only claim to be cold, with HDFS on its own device and 1 GiB per node. Needs
 * root.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class ColdProofIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int RUN_FAILED = 1;
    private static final long DEVICE_BYTES = 6L << 30;
    private static final String DROP = "sync; echo 3 > /proc/sys/vm/drop_caches";

    @TempDir
    private static Path directory;

    private static LoopDevice device;

    @BeforeAll
    static void makeDevice() throws Exception {
        assumeTrue(LoopDevice.isPossible(), "a loop device needs root, losetup and mkfs.ext4");
        device = LoopDevice.make(directory, DEVICE_BYTES);
    }

    @AfterAll
    static void removeDevice() throws Exception {
        if (device != null) {
            device.remove();
        }
    }

    private static RunRecord run(String name, String job, String cold) throws Exception {
        List<RunRecord> records = records(name, job, cold, 0);
        assertThat(records).singleElement().extracting(RunRecord::status).isEqualTo(Status.OK);
        return records.get(0);
    }

    private static List<RunRecord> records(String name, String job, String cold, int exit) throws Exception {
        Path suite = Files.writeString(
                directory.resolve(name + ".yaml"),
                "name: " + name + "\ndescription: One run.\nbytes_per_node: 1GiB\nrepeats: 1\nruns:\n  - {jobs: [" + job
                        + "], compression: none}\n");
        Path work = Files.createDirectory(directory.resolve(name));
        BlockReader keeper = "local".equals(cold) ? null : new BlockReader(device.mountPoint());
        try {
            ClientRun run = start(name, suite, work, cold);
            assertThat(run.waitFor()).as(run::tails).isEqualTo(exit);
        } finally {
            if (keeper != null) {
                keeper.close();
            }
        }
        return CampaignResults.under(work.resolve("results")).get(0).records();
    }

    private static ClientRun start(String name, Path suite, Path work, String cold) throws Exception {
        return new SpindleCommand(work)
                .startScript(
                        LIMIT,
                        "run",
                        "--embedded",
                        "--datanodes",
                        "1",
                        "--data-dirs",
                        Files.createDirectory(device.mountPoint().resolve(name)).toString(),
                        "--suite",
                        suite.toString(),
                        "--cold",
                        cold,
                        "--yes",
                        "--out",
                        "results");
    }

    private static CacheProof cache(RunRecord run) {
        CacheProof proof = run.evidence().proofs().cache();
        System.out.println(run.identity().campaign() + ": " + proof);
        return proof;
    }

    @Test
    void aDroppedCacheIsProvedColdAndTheOutputReachesTheDevice() throws Exception {
        RunRecord read = run("dropped", "dfsio-read", "local");
        assertThat(cache(read).verdict()).isEqualTo(CacheVerdict.COLD);
        assertThat(cache(read).ratio()).isBetween(0.95, 1.15);
        assertThat(cache(read).by()).isEqualTo("devices");
        assertThat(cache(read).cachedAfter()).isLessThan(cache(read).cachedBefore());
        assertThat(read.subject().settings()).containsEntry("cache", "cold");
        RunRecord write = run("written", "hdfs-write", "local");
        WriteProof proof = write.evidence().proofs().writes();
        assertThat(proof.verdict()).as(proof.toString()).isEqualTo(WriteProof.WriteVerdict.REACHED);
        assertThat(proof.toFlush()).isGreaterThanOrEqualTo(proof.toEnd());
        assertThat(write.evidence().proofs().shuffle().verdict()).isEqualTo(ShuffleProof.ShuffleVerdict.NOT_PROVABLE);
    }

    @Test
    void withoutCoolingItIsWarm() throws Exception {
        RunRecord run = run("warm", "dfsio-read", "off");
        assertThat(cache(run).verdict()).isEqualTo(CacheVerdict.WARM);
        assertThat(cache(run).ratio()).isLessThanOrEqualTo(0.05);
        assertThat(run.subject().settings()).containsEntry("cache", "warm");
    }

    @Test
    void blocksThatWereReadAgainAreWarm() throws Exception {
        // HDFS may delete blocks of the try before while the command reads, which fails no cooling.
        assertCaught(
                "reread",
                "command=" + DROP + "; find " + device.mountPoint()
                        + " -name 'blk_*' -exec cat {} + > /dev/null 2>&1 || true");
    }

    @Test
    void aCommandThatCoolsNothingIsCaught() throws Exception {
        assertCaught("claimed", "command=true");
    }

    /** Checks that the run is invalid, is repeated once, and is not repeated again. */
    private static void assertCaught(String name, String cold) throws Exception {
        List<RunRecord> records = records(name, "dfsio-read", cold, RUN_FAILED);
        assertThat(records).hasSize(2).allSatisfy(run -> {
            assertThat(run.cache().cooled()).isTrue();
            assertThat(cache(run).verdict()).isEqualTo(CacheVerdict.WARM);
            assertThat(run.status()).isEqualTo(Status.INVALID);
            assertThat(run.reasons()).anyMatch(reason -> reason.contains("came from memory"));
            assertThat(run.subject().settings()).containsEntry("cache", "cold");
        });
        assertThat(records).filteredOn(RunRecord::toBeRepeated).hasSize(1);
    }

    /**
     * Reads all blocks below a directory again and again, so that they stay in the page cache: a kernel with DAMON takes
     * pages that nobody uses, however much memory is free.
     */
    private static final class BlockReader {
        private static final int LIMIT_SECONDS = 600;

        private final Path directory;
        private final Thread thread = new Thread(this::readAll, "block-reader");
        private volatile boolean closed;

        BlockReader(Path directory) {
            this.directory = directory;
            thread.setDaemon(true);
            thread.start();
        }

        private void readAll() {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            for (int i = 0; i < LIMIT_SECONDS && !closed; i++) {
                try (Stream<Path> files = Files.walk(directory)) {
                    for (Path block : files.filter(
                                    file -> file.getFileName().toString().startsWith("blk_"))
                            .toList()) {
                        read(block, buffer);
                    }
                } catch (IOException | UncheckedIOException e) {
                    // HDFS deletes and renames blocks meanwhile. The next round reads what is there then.
                }
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        }

        private void read(Path block, ByteBuffer buffer) throws IOException {
            try (FileChannel channel = FileChannel.open(block)) {
                while (!closed && channel.read(buffer.clear()) > 0) {
                    // Reading is all that keeps the pages.
                }
            }
        }

        void close() throws InterruptedException {
            closed = true;
            LockSupport.unpark(thread);
            thread.join();
        }
    }
}
