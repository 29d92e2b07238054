package org.spindlebench.analysis.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.series.WatchedRun.all;
import static org.spindlebench.analysis.series.WatchedRun.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.series.RunSeries.ClusterSeries;
import org.spindlebench.analysis.series.RunSeries.DeviceSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.NodeSeries;
import org.spindlebench.analysis.series.RunSeries.RoleSeries;

class RunSeriesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path directory;

    @Test
    void steps_begin_with_the_job_and_one_ends_with_it() throws IOException {
        WatchedRun watched = steady("worker-1").flushed(14_000);
        RunSeries series = series(watched, SECOND);
        assertThat(series.begin()).isEqualTo(WatchedRun.at(0));
        assertThat(series.seconds()).isEqualTo(12.19);
        assertThat(series.toFlush()).isEqualTo(14.0);
        List<IoStep> steps = series.roles().get(0).steps();
        assertThat(steps)
                .extracting(IoStep::at)
                .containsExactly(0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 12.19, 13.);
        assertThat(steps.get(12).seconds()).isCloseTo(0.19, within(1e-9));
        assertThat(steps.get(13).seconds()).isCloseTo(0.81, within(1e-9));
        assertThat(steps).allSatisfy(step -> {
            assertThat(step.readsPerSecond()).isCloseTo(10, within(1e-9));
            assertThat(step.bytesReadPerSecond()).isCloseTo(10 * 2048, within(1e-6));
            assertThat(step.writesPerSecond()).isCloseTo(20, within(1e-9));
            assertThat(step.bytesWrittenPerSecond()).isCloseTo(20 * 2048, within(1e-6));
            assertThat(step.io().bytesPerRead()).isCloseTo(2048, within(1e-6));
            assertThat(step.io().bytesPerWrite()).isCloseTo(2048, within(1e-6));
            assertThat(step.busy()).isCloseTo(0.5, within(1e-9));
            assertThat(step.io().queue()).isCloseTo(3, within(1e-9));
        });
        assertThat(series(steady("worker-1"), SECOND).toFlush()).isNull();
        assertThat(series(steady("worker-1"), SECOND).roles().get(0).steps()).hasSize(13);
    }

    @Test
    void counters_are_interpolated_between_samples() throws IOException {
        // 8 reads from -0.5 s to 1.5 s, 6 reads from 1.5 s to 4.5 s, and none after that.
        WatchedRun watched = new WatchedRun(directory)
                .plain("worker-1")
                .sample("worker-1", -500, disk("sdb", 100, 0, 0, 0))
                .sample("worker-1", 1_500, disk("sdb", 108, 0, 0, 0))
                .sample("worker-1", 4_500, disk("sdb", 114, 0, 0, 0))
                .sample("worker-1", 13_000, disk("sdb", 114, 1, 0, 0));
        List<IoStep> steps = series(watched, SECOND).roles().get(0).steps();
        assertThat(steps.stream().map(IoStep::readsPerSecond).limit(6))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1)
                .containsExactly(4., 3., 2., 2., 1., 0.);
        assertThat(steps.get(5).io().bytesPerRead()).isNull();
        assertThat(series(watched, SECOND)
                        .roles()
                        .get(0)
                        .outside()
                        .get(IoCounter.READS)
                        .getAsDouble())
                .isCloseTo(2, within(1e-9));
        assertThat(series(watched, SECOND)
                        .roles()
                        .get(0)
                        .outside()
                        .get(IoCounter.WRITES)
                        .getAsDouble())
                .isCloseTo(0.81 / 8.5, within(1e-9));
    }

    @Test
    void sums_go_over_nodes_that_were_sampled_at_other_times_and_shares_are_means() throws IOException {
        WatchedRun watched = steady("worker-1").plain("worker-2");
        for (long millis = -730; millis < 16_000; millis += 2_100) {
            watched.sample("worker-2", millis, disk("sdb", 100 * (millis + 1_000), 0, 0, 0));
        }
        RoleSeries hdfs = series(watched, Duration.ofMillis(2_500)).roles().get(0);
        assertThat(hdfs.devices().keySet()).containsExactly("worker-1", "worker-2");
        assertThat(hdfs.steps()).hasSize(5).allSatisfy(step -> {
            assertThat(step.readsPerSecond()).isCloseTo(100_010, within(1e-6));
            assertThat(step.busy()).isCloseTo(0.25, within(1e-9));
            assertThat(step.io().queue()).isCloseTo(1.5, within(1e-9));
        });
    }

    @Test
    void a_role_without_figures_has_the_records_reason() throws IOException {
        WatchedRun watched = new WatchedRun(directory).layout("""
                {"schema": 1, "layout": {"node": "worker-1", "devices": [{"name": "sdb", "type": "disk"}],
                 "directories": [{"role": "hdfs", "path": "/1", "devices": ["sdb"]}, {"role": "shuffle", "path": "/2", "devices": ["sdb"]}]}}
                """);
        samples(watched, "worker-1", 16_000);
        assertThat(series(watched, SECOND).roles()).allSatisfy(role -> {
            assertThat(role.steps()).isEmpty();
            assertThat(role.outside()).isNull();
            assertThat(role.reason()).isEqualTo("not separable: sdb serves HDFS and shuffle at once (worker-1)");
        });
        RunRecord run = watched.made();
        RunRecord unproved =
                new RunBuilder(1, "teragen").evidence(run.evidence().with(null)).build();
        assertThat(RunSeries.of(unproved, watched.file(), SECOND).roles())
                .extracting(RoleSeries::reason)
                .allSatisfy(reason -> assertThat(reason).contains("nothing was proved about this run"));
    }

    @Test
    void steps_that_samples_do_not_reach_over_are_absent_and_not_0() throws IOException {
        WatchedRun watched = steady("worker-1").plain("worker-2").flushed(15_000);
        samples(watched, "worker-2", 13_500);
        List<IoStep> steps = series(watched, SECOND).roles().get(0).steps();
        assertThat(steps).hasSize(16);
        assertThat(steps.subList(0, 14)).extracting(IoStep::readsPerSecond).doesNotContainNull();
        assertThat(steps.subList(14, 16)).allSatisfy(RunSeriesTest::isUnknown);
        assertThat(series(watched, SECOND).roles().get(0).outsideFlushed()).isNull();
        assertThat(series(watched, SECOND).cluster().steps().get(14).cpuBusy()).isNull();
    }

    @Test
    void a_device_that_goes_is_known_until_then_and_one_that_comes_from_then_on() throws IOException {
        WatchedRun watched = new WatchedRun(directory).plain("worker-1").flushed(20_000);
        for (int second = -1; second < 22; second++) {
            Map<String, Long> counters = disk("sda", second, 0, 0, 0);
            counters = second < 15 ? all(counters, disk("sdb", second, 0, 0, 0)) : counters;
            watched.sample("worker-1", 1_000L * second, second > 3 ? all(counters, disk("sdd", 9, 0, 0, 0)) : counters);
        }
        List<NodeSeries> nodes = new ArrayList<>();
        RunSeries series = RunSeries.of(watched.made(), watched.file(), SECOND, nodes::add);
        List<IoStep> hdfs = series.roles().get(0).steps();
        assertThat(hdfs.stream().filter(step -> step.readsPerSecond() != null).map(IoStep::at))
                .endsWith(12.19, 13.)
                .hasSize(15);
        assertThat(nodes).singleElement().satisfies(node -> {
            assertThat(node.devices()).extracting(DeviceSeries::device).containsExactly("sda", "sdb", "sdd");
            assertThat(node.devices().get(1).steps()).isEqualTo(hdfs);
            List<IoStep> come = node.devices().get(2).steps();
            assertThat(come.subList(0, 4)).allSatisfy(RunSeriesTest::isUnknown);
            assertThat(come.subList(4, 21)).extracting(IoStep::readsPerSecond).containsOnly(0.0);
        });
    }

    @Test
    void an_idle_device_counts_in_means_and_so_do_milliseconds_that_wrap() throws IOException {
        WatchedRun watched = new WatchedRun(directory).layout("""
                {"schema": 1, "layout": {"node": "worker-1", "devices": [{"name": "sdb", "type": "disk"}, {"name": "sdc", "type": "disk"}],
                 "directories": [{"role": "hdfs", "path": "/1", "devices": ["sdb"]}, {"role": "hdfs", "path": "/2", "devices": ["sdc"]}]}}
                """);
        for (int second = -1; second < 15; second++) {
            long millis = (1L << 32) - 9_000 + 800L * second;
            watched.sample(
                    "worker-1", 1_000L * second, all(disk("sdb", second, 0, millis, 0), disk("sdc", 0, 0, 0, 0)));
        }
        RunSeries series = series(watched, SECOND);
        assertThat(series.roles().get(0).steps())
                .allSatisfy(step -> assertThat(step.busy()).isCloseTo(0.4, within(1e-9)));
        assertThat(series.roles().get(1).reason()).contains("no directory of shuffle is known");
    }

    @Test
    void paths_to_a_disk_stand_in_where_its_own_counters_stand_still() throws IOException {
        WatchedRun watched = new WatchedRun(directory).layout("""
                {"schema": 1, "layout": {"node": "worker-1", "devices": [
                  {"name": "nvme0n1", "type": "disk", "paths": ["nvme0c0n1", "nvme0c1n1"]},
                  {"name": "nvme1n1", "type": "disk", "paths": ["nvme1c0n1", "nvme1c1n1"]}],
                 "directories": [{"role": "hdfs", "path": "/1", "devices": ["nvme0n1"]}, {"role": "shuffle", "path": "/2", "devices": ["nvme1n1"]}]}}
                """);
        for (int second = -1; second < 15; second++) {
            watched.sample(
                    "worker-1",
                    1_000L * second,
                    all(
                            disk("nvme0n1", 0, 0, 0, 0),
                            disk("nvme0c0n1", 7L * second, 0, 300L * second, 0),
                            disk("nvme0c1n1", 0, 0, 0, 0),
                            disk("nvme1n1", 0, 0, 0, 0),
                            disk("nvme1c0n1", second, 0, 300L * second, 0),
                            disk("nvme1c1n1", second, 0, 300L * second, 0)));
        }
        RunSeries series = series(watched, SECOND);
        assertThat(series.roles().get(0).steps()).allSatisfy(step -> {
            assertThat(step.readsPerSecond()).isCloseTo(7, within(1e-9));
            assertThat(step.busy()).isCloseTo(0.3, within(1e-9));
        });
        // If both paths were active, it is unknown how long the disk was busy.
        assertThat(series.roles().get(1).steps()).allSatisfy(step -> {
            assertThat(step.readsPerSecond()).isCloseTo(2, within(1e-9));
            assertThat(step.busy()).isNull();
        });
    }

    @Test
    void nodes_are_added_up_as_the_figures_of_all_are() throws IOException {
        WatchedRun watched = new WatchedRun(directory).plain("worker-1").plain("worker-2");
        for (int second = -1; second < 15; second++) {
            watched.sample("worker-1", 1_000L * second, node(second, 2, 50))
                    .sample("worker-2", 1_000L * second + 400, node(second, 6, 90));
        }
        List<NodeSeries> nodes = new ArrayList<>();
        RunSeries series = RunSeries.of(watched.made(), watched.file(), SECOND, nodes::add);
        assertThat(series.cluster().nodes()).isEqualTo(2);
        assertThat(series.cluster().reasons()).isEmpty();
        assertThat(series.cluster().steps()).hasSize(13).allSatisfy(step -> {
            assertThat(step.cpuBusy()).isCloseTo((2 * 0.5 + 6 * 0.9) / 8, within(1e-9));
            assertThat(step.receivedPerSecond()).isCloseTo(2_000, within(1e-6));
            assertThat(step.sentPerSecond()).isCloseTo(4_000, within(1e-6));
            assertThat(step.dirty()).isCloseTo(2 * 30 * 1024, within(1e-6));
        });
        // The means are over the second from 1 s on. One node's mean is its value at 1.5 s. The other's samples come
        // 0.4 s later, so its mean is the value of 1.1 s.
        assertThat(series.cluster().steps().get(1).pageCache())
                .isCloseTo(1024 * (1_000 + 100 * 1.5 + 1_000 + 100 * 1.1), within(1e-6));
        assertThat(nodes).extracting(NodeSeries::node).containsExactly("worker-1", "worker-2");
        assertThat(nodes.get(1).steps().get(3).cpuBusy()).isCloseTo(0.9, within(1e-9));
    }

    private static Map<String, Long> node(int second, long threads, long busy) {
        // The counter goes back once, but not at the job's end.
        long waited = second == 5 ? 2 : 2L * (second + 1);
        return all(
                disk("sdb", second, 0, 0, 0),
                Map.of(
                        "cpu.threads",
                        threads,
                        "cpu.user",
                        threads * busy * (second + 1),
                        "cpu.idle",
                        threads * (100 - busy) * (second + 1) - waited,
                        "cpu.iowait",
                        waited),
                Map.of("memory.Cached", 1_000L + 100L * second, "memory.Dirty", 20L, "memory.Writeback", 10L),
                Map.of(
                        "net.eth0.received", 1_000L * (second + 1),
                        "net.eth0.sent", 2_000L * (second + 1),
                        "net.lo.received", 9L * (second + 1),
                        "net.lo.sent", 9L * (second + 1)));
    }

    @Test
    void of_a_cluster_of_which_a_node_was_not_watched_there_is_no_sum() throws IOException {
        WatchedRun watched = steady("worker-1").plain("worker-2").missing("worker-2");
        samples(watched, "worker-2", 5_000);
        List<NodeSeries> nodes = new ArrayList<>();
        RunSeries series = RunSeries.of(watched.made(), watched.file(), SECOND, nodes::add);
        assertThat(series.cluster().steps()).isEmpty();
        assertThat(series.cluster().reasons()).containsExactly("not watched from the job's start to its end: worker-2");
        assertThat(series.roles().get(0).reason())
                .isEqualTo("no samples cover the whole window (worker-2, 1 of 2 nodes)");
        assertThat(nodes.get(1).devices().get(0).steps().stream()
                        .map(IoStep::readsPerSecond)
                        .filter(rate -> rate != null))
                .hasSize(5);
    }

    @Test
    void what_a_kernel_or_a_layout_does_not_say_is_told() throws IOException {
        ClusterSeries cluster = series(steady("worker-1"), SECOND).cluster();
        assertThat(cluster.reasons()).containsExactly("CPU: its processors' time is unknown (worker-1)");
        assertThat(cluster.steps())
                .allSatisfy(step -> assertThat(step).hasAllNullFieldsOrPropertiesExcept("at", "seconds"));
        WatchedRun bare = new WatchedRun(directory).layout("{\"schema\": 1, \"layout\": {\"node\": \"worker-1\"}}");
        samples(bare, "worker-1", 16_000);
        assertThat(series(bare, SECOND).cluster().reasons())
                .contains("networks: no physical interface is known (worker-1)");
    }

    @Test
    void a_record_and_the_samples_beside_it_are_read() throws IOException {
        WatchedRun watched = steady("worker-1");
        RunRecord run = watched.made();
        Path record = RecordWriter.write(directory, run);
        assertThat(RunSeries.read(record, RunSeries.STEP)).contains(RunSeries.of(run, watched.file(), SECOND));

        Path other = Files.createDirectory(directory.resolve("other"));
        assertThat(RunSeries.read(RecordWriter.write(other, WatchedRun.bare()), SECOND))
                .isEmpty();
        NodeMetrics outside = new NodeMetrics("local", null, null, null, null, "../001.nodes.gz");
        Path strange = RecordWriter.write(
                Files.createDirectory(directory.resolve("strange")),
                new RunBuilder(1, "teragen").evidence(outside).build());
        assertThatThrownBy(() -> RunSeries.read(strange, SECOND))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage(strange + ": its samples are '../001.nodes.gz', but must be a file next to the record");
    }

    @Test
    void samples_of_another_run_are_refused() throws IOException {
        Path file = steady("worker-1").file();
        RunRecord one = steady("worker-1").made();
        refused(
                one,
                steady("worker-2").plain("worker-1"),
                file + ": not the samples of this record, or incomplete: it"
                        + " holds node worker-2, which the record does not name");
        WatchedRun both = steady("worker-1").plain("worker-2");
        samples(both, "worker-2", 16_000);
        RunRecord two = both.made();
        refused(
                two,
                steady("worker-1"),
                file + ": not the samples of this record, or incomplete: node worker-2 is" + " not in it");
        WatchedRun sparse = new WatchedRun(directory).plain("worker-1");
        sparse.sample("worker-1", 0, disk("sdb", 0, 0, 0, 0)).sample("worker-1", 13_000, disk("sdb", 1, 0, 0, 0));
        refused(
                one,
                sparse,
                file + ": not the samples of this record, or incomplete: for node worker-1 it has 2"
                        + " samples from " + WatchedRun.at(0) + " to " + WatchedRun.at(13_000)
                        + ", but the record has 14");
    }

    private void refused(RunRecord run, WatchedRun other, String message) {
        other.made();
        assertThatThrownBy(() -> RunSeries.of(run, other.file(), SECOND))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage(message);
    }

    @Test
    void more_steps_than_anybody_can_draw_are_refused() {
        WatchedRun watched = steady("worker-1").flushed(400_000_000);
        RunRecord run = watched.made();
        assertThatThrownBy(() -> RunSeries.of(run, watched.file(), SECOND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a run of 400000.0 s has more than 100000 steps of 1000 ms: ask for longer steps");
        assertThatThrownBy(() -> RunSeries.of(run, watched.file(), Duration.ofNanos(9)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunSeries.of(WatchedRun.bare(), watched.file(), SECOND))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void isUnknown(IoStep step) {
        assertThat(step.io().io()).isEqualTo(Io.UNKNOWN);
    }

    private RunSeries series(WatchedRun watched, Duration step) throws IOException {
        return RunSeries.of(watched.made(), watched.file(), step);
    }

    /** Returns a run with 10 reads and 20 writes a second, and with one sample a second. */
    private WatchedRun steady(String node) {
        WatchedRun watched = new WatchedRun(directory).plain(node);
        samples(watched, node, 16_000);
        return watched;
    }

    private static void samples(WatchedRun watched, String node, long until) {
        IntStream.iterate(-1, second -> 1_000L * second <= until, second -> second + 1)
                .forEach(second -> watched.sample(
                        node,
                        1_000L * second,
                        all(
                                disk("sda", second, 0, 0, 0),
                                disk("sdb", 10L * second + 10, 20L * second + 20, 500L * second, 3_000L * second))));
    }
}
