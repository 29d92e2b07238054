package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.probe.Probe.Flushed;

class SettlingTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Cache OFF = new Cache("off", false, null, null);

    @TempDir
    private Path directory;

    private final MemoryStorage storage = new MemoryStorage();
    private final List<String> waits = new ArrayList<>();

    private Settling settled(Duration limit, DirtyPages dirtyPages) throws InterruptedException {
        Settling settling = new Settling(
                storage,
                most -> dirtyPages == null ? Flushed.UNKNOWN : Flushed.of(dirtyPages.settle(most)),
                limit,
                waits::add);
        settling.await();
        return settling;
    }

    @Test
    void deletionsAreAwaitedAndTheProgressSaysSo() throws Exception {
        storage.pendingDeletions(OptionalLong.of(7), OptionalLong.of(2), OptionalLong.of(0));

        Settling settling = settled(LONG, null);

        assertThat(settling.with(OFF).pendingDeletions()).isZero();
        assertThat(settling.warnings()).isEmpty();
        assertThat(waits)
                .containsExactly("settle: HDFS has 7 replicas to delete", "settle: HDFS has 2 replicas to delete");
    }

    /** The NameNode counts deleted files only a moment after the client's call has returned. */
    @Test
    void oneQuietLookIsNotBelieved() throws Exception {
        storage.pendingDeletions(OptionalLong.of(0), OptionalLong.of(9), OptionalLong.of(0));

        settled(LONG, null);

        assertThat(waits).containsExactly("settle: HDFS has 9 replicas to delete");
    }

    @Test
    void whatIsPendingAtTheLimitIsRecordedWithAWarning() throws Exception {
        storage.pendingDeletions(OptionalLong.of(5));

        Settling settling = settled(Duration.ZERO, null);

        assertThat(settling.with(OFF).pendingDeletions()).isEqualTo(5);
        assertThat(settling.warnings()).extracting(Warning::code).containsExactly("deletions-pending");
    }

    @Test
    void whereNobodySaysNothingIsRecordedAndNothingAwaited() throws Exception {
        storage.pendingDeletions(OptionalLong.of(5), OptionalLong.empty());

        Settling settling = settled(LONG, null);

        assertThat(settling.with(OFF).pendingDeletions()).isNull();
        assertThat(settling.warnings()).isEmpty();
    }

    @Test
    void dirtyPagesThatStayAreAWarning() throws Exception {
        assertThat(settled(Duration.ZERO, meminfo(40)).warnings())
                .extracting(Warning::code)
                .containsExactly("dirty-pages");
        Settling few = settled(Duration.ZERO, meminfo(3));
        assertThat(few.warnings()).isEmpty();
        assertThat(few.dirty()).isEqualTo(3 << 20);
    }

    private DirtyPages meminfo(int dirtyMib) throws IOException {
        return new DirtyPages(Files.writeString(
                directory.resolve("meminfo"), "Dirty:  " + dirtyMib * 1024 + " kB\nWriteback:  0 kB\n"));
    }
}
