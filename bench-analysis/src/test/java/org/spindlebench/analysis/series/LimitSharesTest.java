package org.spindlebench.analysis.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.series.WatchedRun.all;
import static org.spindlebench.analysis.series.WatchedRun.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.limit.LimitShares.PartLimit;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;

class LimitSharesTest {
    private static final Path RECORDED = Path.of("../docs/examples/paced-devices/records/runs");
    private static final Map<String, SortedMap<String, RoleSpeed>> SPEEDS =
            Map.of("slow", speeds(30e6, 30e6), "mixed", speeds(30e6, 240e6), "fast", speeds(240e6, 240e6));
    private static final String COUNTERS = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final int SECONDS = 14;
    private static final long LINK = 1_000_000_000L;

    @TempDir
    private Path directory;

    private static SortedMap<String, RoleSpeed> speeds(double hdfs, double shuffle) {
        return new TreeMap<>(
                Map.of("hdfs", new RoleSpeed(hdfs, hdfs, false), "shuffle", new RoleSpeed(shuffle, shuffle, false)));
    }

    /** Returns what limited each recorded run, by its job, its settings and its setup. */
    private static Map<String, List<LimitShares>> recorded() throws IOException {
        Map<String, List<LimitShares>> cells = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.list(RECORDED)) {
            files = all.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            RunRecord run = Records.readOne(file);
            assertThat(run.status()).isEqualTo(Status.OK);
            String setup = run.subject().setup();
            Map<String, String> settings = run.subject().settings();
            String cell = setup + " " + run.subject().job() + " " + settings.get("compression") + " "
                    + settings.get("containers_per_node");
            cells.computeIfAbsent(cell, none -> new ArrayList<>())
                    .add(RunPace.of(run, file.resolveSibling(run.evidence().samples()), SPEEDS.get(setup)));
        }
        return cells;
    }

    private static double median(Stream<Double> values) {
        List<Double> sorted = values.sorted().toList();
        return (sorted.get(sorted.size() / 2) + sorted.get((sorted.size() - 1) / 2)) / 2;
    }

    /** The devices of {@code fast} have eight times the bandwidth, and so has the shuffle of {@code mixed}. */
    @Test
    void the_shares_of_slow_devices_predict_the_durations_on_faster_ones() throws IOException {
        Map<String, List<LimitShares>> cells = recorded();
        List<Double> errors = new ArrayList<>();
        cells.forEach((cell, runs) -> {
            if (cell.startsWith("slow ")) {
                String rest = cell.substring("slow".length());
                errors.add(error(runs, cells.get("mixed" + rest), Map.of(Limiter.SHUFFLE, 8.0)));
                errors.add(error(runs, cells.get("fast" + rest), Map.of(Limiter.SHUFFLE, 8.0, Limiter.HDFS, 8.0)));
            }
        });

        assertThat(errors).hasSize(10);
        assertThat(median(errors.stream())).isLessThan(0.08);
        assertThat(Collections.max(errors)).isLessThan(0.2);
    }

    private static double error(List<LimitShares> from, List<LimitShares> to, Map<Limiter, Double> faster) {
        double predicted = median(from.stream().map(one -> one.seconds() * one.onFaster(faster)));
        return Math.abs(predicted / median(to.stream().map(LimitShares::seconds)) - 1);
    }

    @Test
    void recorded_runs_name_the_device_that_is_slow() throws IOException {
        Map<String, List<LimitShares>> cells = recorded();

        assertThat(cells.get("slow dfsio-read none 4")).allSatisfy(run -> {
            assertThat(run.parts().get(0).limiter()).isEqualTo(Limiter.HDFS);
            assertThat(run.parts().get(0).read()).isGreaterThan(0.9);
            assertThat(run.pace(Limiter.SHUFFLE)).isLessThan(0.05);
        });
        assertThat(cells.get("slow dfsio-write none 4"))
                .allSatisfy(run -> assertThat(run.parts().get(0).read()).isLessThan(0.1));
        assertThat(cells.get("slow terasort none 4"))
                .allSatisfy(run -> assertThat(run.storage()).isGreaterThan(0.6));
        assertThat(cells.get("fast terasort none 4")).allSatisfy(run -> {
            assertThat(run.parts().get(0).limiter()).isEqualTo(Limiter.PROCESSORS);
            assertThat(run.storage()).isLessThan(0.1);
        });
    }

    /** The load of a node in each second. Its link has 1 Gb/s, and its device for HDFS is a disk with platters. */
    private final class Planted {
        private double busy = 0.1;
        private double cpu = 0.1;
        private double network = 0.05;
        private double stalled;
        private double computing = 0.2;
        private double collecting;
        private double stopped;
        private int ramp;
        private boolean platters = true;
        private boolean pressure = true;
        private boolean oneReads;
        private String role = "hdfs";
        private boolean paths;
        private Double busyOfSecond;
        private Double cpuOfSecond;
        private Map<String, Long> files = Map.of();
        private SortedMap<String, RoleSpeed> speeds = new TreeMap<>();

        LimitShares limits() throws IOException {
            WatchedRun watched = new WatchedRun(directory);
            for (String node : List.of("worker-1", "worker-2")) {
                watched.layout("""
                        {"schema": 1, "layout": {"node": "%s",
                         "devices": [{"name": "sdb", "type": "disk", "paths": ["c0", "c1"],
                          "hardware": {"rotational": %s}}],
                         "networks": [{"name": "eth0", "physical": true, "bitsPerSecond": %d},
                          {"name": "standby", "physical": true, "bitsPerSecond": %d}],
                         "directories": [{"role": "%s", "path": "/1", "devices": ["sdb"]}]}}
                        """.formatted(node, platters, LINK, LINK, role));
                for (int second = -1; second <= SECONDS; second++) {
                    watched.sample(node, 1000L * second, counters(node, second + 1));
                }
            }
            RunRecord run = new RunBuilder(1, "teragen")
                    .evidence(stopped(watched.made().evidence()))
                    .tasks(tasks())
                    .counted(
                            COUNTERS,
                            Map.of(
                                    "CPU_MILLISECONDS",
                                    Math.round(computing * taskMillis()),
                                    "GC_TIME_MILLIS",
                                    Math.round(collecting * taskMillis())))
                    .counted("org.apache.hadoop.mapreduce.FileSystemCounter", files)
                    .build();
            return RunPace.of(run, watched.file(), speeds);
        }

        private NodeMetrics stopped(NodeMetrics made) {
            List<NodeLoad> nodes = made.nodes().stream()
                    .map(one -> new NodeLoad(
                            one.node(),
                            one.from(),
                            one.to(),
                            one.readings(),
                            one.cpu(),
                            one.memory(),
                            one.networks(),
                            one.pressure(),
                            one.devices(),
                            one.clockStep(),
                            one.dataNodes(),
                            new NodeLoad.Processes(SECONDS, 0, 0, stopped * taskMillis() / 2000, 0)))
                    .toList();
            return new NodeMetrics(made.probe(), nodes, made.missing(), made.layout(), made.proofs(), made.samples());
        }

        private Map<String, Long> counters(String node, int second) {
            boolean isSecond = node.endsWith("2");
            long moved = oneReads && isSecond ? 0 : 100L * second;
            double disk = isSecond && busyOfSecond != null ? busyOfSecond : busy;
            double threads = isSecond && cpuOfSecond != null ? cpuOfSecond : cpu;
            return all(
                    disk(
                            "sdb",
                            paths ? 0 : moved,
                            paths || oneReads ? 0 : moved,
                            paths ? 0 : Math.round(disk * 10 * moved),
                            0),
                    paths ? disk("c0", moved / 2, moved / 2, moved, 0) : Map.of(),
                    paths ? disk("c1", moved / 2, moved / 2, moved, 0) : Map.of(),
                    Map.of(
                            "cpu.user", Math.round(800 * threads * second),
                            "cpu.nice", 0L,
                            "cpu.system", 0L,
                            "cpu.irq", 0L,
                            "cpu.softirq", 0L,
                            "cpu.steal", 0L,
                            "cpu.iowait", 0L,
                            "cpu.idle", Math.round(800 * (1 - threads) * second)),
                    Map.of(
                            "net.eth0.received",
                            Math.round(LINK / 8.0 * network * second),
                            "net.eth0.sent",
                            0L,
                            "net.standby.received",
                            100L * second,
                            "net.standby.sent",
                            0L,
                            (pressure ? "pressure." : "none.") + "io.full",
                            Math.round(1e6 * stalled * second),
                            (pressure ? "pressure." : "none.") + "memory.full",
                            0L));
        }

        /** Returns eight maps. With a ramp, one starts each that many tenths of a second, and takes two seconds. */
        private List<TaskTimes> tasks() {
            List<TaskTimes> tasks = new ArrayList<>();
            for (int task = 0; task < 8; task++) {
                long start = 500 + 100L * ramp * task;
                tasks.add(new TaskTimes(
                        "attempt_1_0001_m_00000" + task + "_0",
                        "map",
                        "worker-" + (1 + task % 2),
                        "SUCCEEDED",
                        WatchedRun.at(start),
                        WatchedRun.at(ramp == 0 ? 11_800 : start + 2000),
                        null,
                        null));
            }
            return tasks;
        }

        private double taskMillis() {
            return tasks().stream()
                    .mapToDouble(task ->
                            task.finished().toEpochMilli() - task.started().toEpochMilli())
                    .sum();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.7, 0.8, 0.9, 1})
    void busy_disks_set_the_pace(double busy) throws IOException {
        Planted planted = new Planted();
        planted.busy = busy;

        LimitShares limits = planted.limits();

        assertThat(limits.parts().get(0).limiter()).isEqualTo(Limiter.HDFS);
        assertThat(limits.parts().get(0).read()).isCloseTo(0.5, within(0.01));
        assertThat(limits.storage()).isCloseTo(busy, within(0.06));
        assertThat(limits.unknown()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 0.7, 0.9})
    void tasks_that_compute_set_the_pace_although_the_node_has_idle_threads(double cpu) throws IOException {
        Planted planted = new Planted();
        planted.cpu = cpu;
        planted.computing = 0.95;

        assertThat(planted.limits().parts().get(0).limiter()).isEqualTo(Limiter.PROCESSORS);
        assertThat(planted.limits().pace(Limiter.PROCESSORS)).isGreaterThan(0.8);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.75, 0.85, 0.95, 1})
    void a_quota_sets_the_pace_of_tasks_that_it_stops(double stopped) throws IOException {
        Planted planted = new Planted();
        planted.busy = 0.5;
        planted.computing = 0.25;
        planted.stopped = stopped;

        assertThat(planted.limits().parts().get(0).limiter()).isEqualTo(Limiter.PROCESSORS);
        assertThat(planted.limits().storage()).isLessThan(0.15);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.6, 0.75, 0.9, 1})
    void collecting_garbage_is_a_limit_of_memory(double collecting) throws IOException {
        Planted planted = new Planted();
        planted.busy = 0.5;
        planted.collecting = collecting;

        assertThat(planted.limits().parts().get(0).limiter()).isEqualTo(Limiter.MEMORY);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.75, 0.85, 0.95, 1})
    void a_link_that_is_in_use_sets_the_pace(double network) throws IOException {
        Planted planted = new Planted();
        planted.network = network;
        planted.busy = 0.5;

        assertThat(planted.limits().parts().get(0).limiter()).isEqualTo(Limiter.NETWORK);
        assertThat(planted.limits().storage()).isLessThan(0.1);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 12, 13, 14})
    void containers_that_start_one_after_another_set_the_pace(int tenths) throws IOException {
        Planted planted = new Planted();
        planted.ramp = tenths;
        planted.busy = 0.4;

        assertThat(planted.limits().parts().get(0).limiter()).isEqualTo(Limiter.CONTAINERS);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.1, 0.2})
    void data_in_memory_leaves_storage_no_pace(double busy) throws IOException {
        Planted planted = new Planted();
        planted.busy = busy;
        planted.cpu = 0.6;

        assertThat(planted.limits().parts().get(0).limiter()).isEqualTo(Limiter.PROCESSORS);
        assertThat(planted.limits().storage()).isLessThan(0.05);
    }

    /** Flash is busy with one request at a time, far below what it can do. */
    @Test
    void busy_flash_of_unknown_speed_is_unknown_and_of_known_speed_is_measured_by_bytes() throws IOException {
        Planted planted = new Planted();
        planted.busy = 0.8;
        planted.platters = false;
        planted.computing = 0.9;
        assertThat(planted.limits().unknown()).containsExactly(Limiter.HDFS);

        planted.speeds.put("hdfs", new RoleSpeed(4e6, 4e6, false));
        LimitShares limits = planted.limits();
        assertThat(limits.unknown()).isEmpty();
        assertThat(limits.parts().get(0).limiter()).isEqualTo(Limiter.PROCESSORS);
        assertThat(limits.storage()).isLessThan(0.05);
    }

    @Test
    void idle_flash_of_unknown_speed_is_idle() throws IOException {
        Planted planted = new Planted();
        planted.busy = 0.1;
        planted.platters = false;
        planted.computing = 0.9;

        assertThat(planted.limits().unknown()).isEmpty();
        assertThat(planted.limits().storage()).isLessThan(0.05);
    }

    /** The speed of a directory's own device holds before that of its role, whose devices may differ. */
    @Test
    void a_directory_says_what_its_device_can_do() throws IOException {
        Planted planted = new Planted();
        planted.platters = false;
        planted.speeds.put("hdfs", new RoleSpeed(4e9, 4e9, false));
        planted.speeds.put("/1", new RoleSpeed(500_000, 500_000, false));

        assertThat(planted.limits().storage()).isCloseTo(0.82, within(0.06));
    }

    /** Half of the bytes take each path, and how long at least one path was busy is unknown. */
    @Test
    void bytes_of_all_paths_to_a_disk_are_those_of_the_disk() throws IOException {
        Planted planted = new Planted();
        planted.platters = false;
        planted.paths = true;
        planted.speeds.put("hdfs", new RoleSpeed(500_000, 500_000, false));
        assertThat(planted.limits().storage()).isCloseTo(0.82, within(0.06));

        planted.speeds.clear();
        assertThat(planted.limits().unknown()).containsExactly(Limiter.HDFS);
    }

    /** The other node's device does nothing, so all bytes were read. */
    @Test
    void the_share_of_bytes_that_were_read_is_of_bytes_and_not_of_nodes() throws IOException {
        Planted planted = new Planted();
        planted.busy = 1;
        planted.oneReads = true;

        PartLimit storage = planted.limits().parts().get(0);

        assertThat(storage.limiter()).isEqualTo(Limiter.HDFS);
        assertThat(storage.read()).isEqualTo(1);
    }

    /** Maps of one node wait for its disk while those of the other compute. */
    @Test
    void nodes_that_wait_for_different_parts_are_not_averaged_first() throws IOException {
        Planted planted = new Planted();
        planted.busy = 1;
        planted.cpu = 0.3;
        planted.busyOfSecond = 0.1;
        planted.cpuOfSecond = 0.9;

        LimitShares limits = planted.limits();

        assertThat(limits.storage()).isCloseTo(0.5, within(0.06));
        assertThat(limits.pace(Limiter.PROCESSORS)).isCloseTo(0.45, within(0.06));
    }

    @Test
    void data_of_hosts_that_are_not_watched_is_unknown_unless_the_job_has_none() throws IOException {
        Planted planted = new Planted();
        planted.role = "shuffle";
        planted.files = Map.of("HDFS_BYTES_READ", 2_000_000_000L);
        assertThat(planted.limits().unknown()).containsExactly(Limiter.HDFS);

        planted.files = Map.of("HDFS_BYTES_READ", 1_000L);
        assertThat(planted.limits().unknown()).isEmpty();
    }

    /** Each second 205 kB are written, and 100 kB leave the cache. */
    @Test
    void flash_with_a_full_cache_is_as_slow_as_the_cache_empties() throws IOException {
        Planted planted = new Planted();
        planted.platters = false;
        planted.speeds.put("hdfs", new RoleSpeed(4e9, 4e9, false, 1e9, 100_000));
        assertThat(planted.limits().storage()).isLessThan(0.05);

        planted.speeds.put("hdfs", new RoleSpeed(4e9, 4e9, false, 300_000, 100_000));
        assertThat(planted.limits().storage()).isBetween(0.6, 0.9);
    }

    @Test
    void without_pressure_memory_is_unknown() throws IOException {
        Planted planted = new Planted();
        planted.pressure = false;

        assertThat(planted.limits().unknown()).containsExactly(Limiter.MEMORY);
    }

    /** The kernel's limit on a device leaves it idle, but the tasks wait for it. */
    @Test
    void tasks_that_wait_for_a_limited_device_wait_for_storage() throws IOException {
        Planted planted = new Planted();
        planted.busy = 0.01;
        planted.cpu = 0.005;
        planted.computing = 0.005;
        planted.network = 0;
        planted.stalled = 0.8;

        assertThat(planted.limits().parts().get(0).limiter()).isEqualTo(Limiter.HDFS);
        assertThat(planted.limits().storage()).isCloseTo(0.8, within(0.06));
    }

    @Test
    void shares_add_up_with_coordination() throws IOException {
        LimitShares limits = new Planted().limits();

        double sum = 0;
        for (Limiter limiter : Limiter.values()) {
            sum += limits.pace(limiter);
        }
        assertThat(sum).isCloseTo(1, within(1e-9));
        assertThat(limits.pace(Limiter.COORDINATION)).isGreaterThan(0.6);
    }

    @Test
    void faster_devices_save_no_more_than_the_part_that_comes_next_leaves() {
        LimitShares limits = new LimitShares(
                100,
                List.of(
                        new PartLimit(Limiter.HDFS, 0.5, 0.8, 0.6, 0.1, 1.0),
                        new PartLimit(Limiter.PROCESSORS, 0.5, 0.9, 0.5, 0.2, null)),
                List.of());

        assertThat(limits.onFaster(Map.of())).isEqualTo(1);
        assertThat(limits.onFaster(Map.of(Limiter.HDFS, 1.25))).isCloseTo(1 - 0.5 * 0.16, within(1e-9));
        assertThat(limits.onFaster(Map.of(Limiter.HDFS, 100.0))).isCloseTo(1 - 0.5 * 0.4, within(1e-9));
        assertThat(limits.onFaster(Map.of(Limiter.HDFS, 100.0, Limiter.SHUFFLE, 100.0)))
                .isCloseTo(1 - 0.5 * 0.792, within(1e-9));
        assertThat(limits.pace(Limiter.COORDINATION)).isCloseTo(0.15, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void a_device_has_a_speed_above_0(double speed) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RoleSpeed(speed, 1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoleSpeed(1, speed, false));
    }
}
