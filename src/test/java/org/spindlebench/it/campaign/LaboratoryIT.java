package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;

/** Measures emulated disks with fio, kills what makes them, and runs a campaign on them. Needs root, nbdfuse and fio. */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class LaboratoryIT {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup/memory");
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final double MB = 1e6;
    private static final double SEEK = 0.008;
    private static final int KILLS = 20;
    private static final List<String> TOOLS = List.of("losetup", "mkfs.ext4", "nbdfuse", "fio", "umount");

    @TempDir
    private Path directory;

    private SpindleCommand spindle;
    private String place;

    @BeforeAll
    static void requireTools() {
        assumeTrue("root".equals(System.getProperty("user.name")), "emulated disks need root");
        for (String tool : TOOLS) {
            assumeTrue(
                    Stream.of("/sbin", "/usr/sbin", "/bin", "/usr/bin")
                            .anyMatch(path -> Files.isExecutable(Path.of(path, tool))),
                    tool + " is not installed: apt-get install mount e2fsprogs libnbd-bin fuse3 fio");
        }
        assumeTrue(Files.exists(Path.of("/dev/fuse")) && Files.exists(Path.of("/dev/loop-control")), "no FUSE or loop");
    }

    @BeforeEach
    void begin() throws IOException {
        spindle = new SpindleCommand(directory);
        place = "/var/tmp/spindle-lab-it-" + ProcessHandle.current().pid();
    }

    @AfterEach
    void end() throws Exception {
        spindle.end();
        lab("down");
        assertNothingIsLeft();
    }

    private String lab(String... words) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("lab"));
        arguments.addAll(List.of(words));
        arguments.addAll(List.of("--lab-dir", place));
        ClientRun run = spindle.start(LIMIT, arguments.toArray(new String[0]));
        assertThat(run.waitFor()).as(run::tails).isZero();
        return run.tails();
    }

    @Test
    void everyDiskMovesBytesAsDescribed() throws Exception {
        Path setup = Files.writeString(directory.resolve("both.yaml"), """
                name: both
                devices:
                  hdd: {kind: hdd, count: 1, bandwidth: 120MB/s, seek: 8ms}
                  ssd: {kind: ssd, count: 1, read_bandwidth: 200MB/s, write_bandwidth: 150MB/s}
                hdfs: [hdd]
                shuffle: [ssd]
                way: {kind: emulated}
                """);
        lab("up", setup.toString(), "--lab-size", "8GB");
        String disk = device("hdd-1");
        String flash = device("ssd-1");
        List<String> wrong = new ArrayList<>();
        for (boolean write : List.of(false, true)) {
            for (int depth : List.of(1, 8)) {
                for (int kib : List.of(64, 1024)) {
                    Load load = new Load(write, kib, depth);
                    double bytes = kib * 1024.0;
                    double flashRate = (write ? 150 : 200) * MB;
                    compare(wrong, disk, load.sequential(), 120 * MB, 0.1);
                    compare(wrong, disk, load.random(), bytes / (SEEK + bytes / (120 * MB)), 0.25);
                    compare(wrong, flash, load.sequential(), flashRate, 0.1);
                    compare(wrong, flash, load.random(), flashRate, 0.25);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static void compare(List<String> wrong, String device, List<String> load, double described, double within)
            throws Exception {
        double found = rate(fio(device, load));
        String text = String.format(
                Locale.ROOT, "%s %s: %.1f MB/s, described %.1f", device, load, found / MB, described / MB);
        System.out.println(text);
        if (Math.abs(found / described - 1) > within) {
            wrong.add(text);
        }
    }

    /** Requests of fio: a number of one size at a time. */
    private record Load(boolean write, int kib, int depth) {
        List<String> sequential() {
            return List.of("--rw=" + (write ? "write" : "read"), "--bs=" + kib + "k", "--iodepth=" + depth);
        }

        List<String> random() {
            return List.of("--rw=rand" + (write ? "write" : "read"), "--bs=" + kib + "k", "--iodepth=" + depth);
        }
    }

    @Test
    void allDisksOfASetupMoveBytesAsDescribedAtOnce() throws Exception {
        lab("up", "hdd-6", "--scale", "4", "--lab-size", "6GB");
        for (String kind : List.of("read", "write")) {
            List<Double> rates = rates(6, kind);
            System.out.println("six disks of 30 MB/s at once, " + kind + ": " + rates);
            assertThat(rates).hasSize(6).allSatisfy(rate -> assertThat(rate).isBetween(27.0, 33.0));
        }
    }

    /** Returns the MB/s of all disks at once, in sequence. */
    private List<Double> rates(int disks, String kind) throws Exception {
        List<Process> running = new ArrayList<>();
        for (int i = 1; i <= disks; i++) {
            running.add(fio(device("hdd-" + i), List.of("--rw=" + kind, "--bs=1024k", "--iodepth=4")));
        }
        List<Double> rates = new ArrayList<>();
        for (Process each : running) {
            rates.add(rate(each) / MB);
        }
        return rates;
    }

    @Test
    void allDisksMoveBytesAsDescribedBesideAJobThatKeepsTheProcessorsBusy() throws Exception {
        lab("up", "hdd-11", "--scale", "10", "--lab-size", "6GB");
        List<String> options = List.of("--jobs", "wordcount", "--bytes-per-node", "1GB", "--repeats", "3", "--yes");
        List<String> words = new ArrayList<>(List.of("run", "--embedded", "--suite", "quick"));
        words.addAll(options);
        ClientRun wordCount = spindle.start(LIMIT, words.toArray(new String[0]));
        List<String> wrong = new ArrayList<>();
        for (String kind : List.of("read", "write")) {
            // After a run has ended there are no other tasks than those of the next one.
            String ended = (kind.equals("read") ? "[1/3]" : "[2/3]") + " wordcount";
            assertThat(Await.within(LIMIT, () -> wordCount.tails().contains(ended) && !tasks().isEmpty()))
                    .as(wordCount::tails)
                    .isTrue();
            List<Double> rates = rates(11, kind);
            String text = "eleven disks of 12 MB/s beside " + tasks().size() + " tasks, " + kind + ": " + rates;
            System.out.println(text);
            if (rates.size() != 11 || !rates.stream().allMatch(rate -> rate > 10.8 && rate < 13.2)) {
                wrong.add(text);
            }
            assertThat(tasks()).as("tasks that still run").isNotEmpty();
        }
        assertThat(wordCount.waitFor()).as(wordCount::tails).isZero();
        assertThat(wrong).isEmpty();
    }

    private static List<String> tasks() {
        return ProcessTable.commandsWith("org.apache.hadoop.mapred.YarnChild").stream()
                .filter(line -> line.contains("java"))
                .toList();
    }

    @Test
    void partitionsOfOneDiskShareItsHeadAndItsBandwidth() throws Exception {
        Path setup = Files.writeString(directory.resolve("parts.yaml"), """
                name: parts
                devices:
                  data: {kind: hdd, count: 1, capacity: 1.5TB, bandwidth: 60MB/s, seek: 8ms}
                  local: {kind: hdd, count: 1, capacity: 0.5TB, disks_of: data}
                hdfs: [data]
                shuffle: [local]
                way: {kind: emulated}
                """);
        lab("up", setup.toString(), "--lab-size", "4GB");
        String status = lab("status");
        Matcher second = Pattern.compile("local-1: bytes ([0-9]+) to").matcher(status);
        assertThat(second.find()).as(status).isTrue();
        String data = device("data-1", "data-1", "0");
        String local = device("local-1", "data-1", second.group(1));
        List<String> random = List.of("--rw=randread", "--bs=64k", "--iodepth=1");
        Process one = fio(data, random);
        double both = rate(fio(local, random)) + rate(one);
        double bytes = 64 * 1024.0;
        double described = bytes / (SEEK + bytes / (60 * MB));
        System.out.println("two partitions of a disk, random reads: " + both / MB + " MB/s together");
        assertThat(both / described).isBetween(0.75, 1.25);
        assertThat(rate(fio(local, List.of("--rw=read", "--bs=1024k", "--iodepth=4"))) / (60 * MB))
                .isBetween(0.9, 1.1);
    }

    @Test
    void sizesByRoleAreThoseOfTheRequestsThatReachTheDisks() throws Exception {
        Path setup = Files.writeString(directory.resolve("parts.yaml"), """
                name: parts
                devices:
                  data: {kind: hdd, count: 3, capacity: 1.5TB, bandwidth: 120MB/s}
                  local: {kind: hdd, count: 3, capacity: 0.5TB, disks_of: data}
                hdfs: [data]
                shuffle: [local]
                way: {kind: as-is}
                """);
        Path log = directory.resolve("log");
        List<String> words = new ArrayList<>(List.of("lab", "run", "--setup", setup.toString(), "--scale", "20"));
        words.addAll(List.of("--suite", "paper-small", "--jobs", "teragen,terasort,teraread", "--yes"));
        words.addAll(List.of("--lab-size", "8GB", "--lab-dir", place, "--lab-log", log.toString(), "--out", "results"));
        ClientRun run = spindle.start(LIMIT, words.toArray(new String[0]));
        assertThat(run.waitFor()).as(run::tails).isZero();
        CampaignResults campaign =
                CampaignResults.under(directory.resolve("results")).get(0);
        Map<String, Double> sizes = new TreeMap<>();
        for (RunRecord each : campaign.records()) {
            NodeLoad node = each.evidence().nodes().get(0);
            Map<String, LongSummaryStatistics> logged =
                    logged(log, campaign.root().resolve("environment.json"), node.from(), node.to());
            for (RoleIo role : each.evidence().proofs().roles()) {
                String name =
                        each.subject().job() + " " + each.subject().settings().get("compression") + " ";
                Io io = role.io();
                if (role.origin() == RoleIo.Origin.MEASURED && io.bytesRead() > 100 * MB) {
                    sizes.put(name + role.role() + " reads", io.bytesPerRead() / mean(logged, role.role(), "read"));
                }
                if (role.origin() == RoleIo.Origin.MEASURED && io.bytesWritten() > 100 * MB) {
                    sizes.put(name + role.role() + " writes", io.bytesPerWrite() / mean(logged, role.role(), "write"));
                }
            }
        }
        System.out.println("request sizes of records, divided by those of the emulator's log: " + sizes);
        assertThat(sizes)
                .containsKeys("teragen none hdfs writes", "teraread none hdfs reads", "terasort none shuffle writes");
        assertThat(sizes.values()).allSatisfy(ratio -> assertThat(ratio).isBetween(0.9, 1.1));
    }

    private static double mean(Map<String, LongSummaryStatistics> logged, String role, String kind) {
        List<LongSummaryStatistics> of = new ArrayList<>();
        for (String each : role.split("\\+")) {
            of.add(logged.getOrDefault(each + " " + kind, new LongSummaryStatistics()));
        }
        LongSummaryStatistics all = new LongSummaryStatistics();
        of.forEach(all::combine);
        return all.getAverage();
    }

    /** Returns the bytes of the requests that arrived within a time, by role and kind, such as {@code hdfs read}. */
    private static Map<String, LongSummaryStatistics> logged(Path logs, Path environment, Instant from, Instant to)
            throws IOException {
        Map<String, LongSummaryStatistics> found = new TreeMap<>();
        JsonNode disks = new ObjectMapper().readTree(environment.toFile()).at("/laboratory/disks");
        for (JsonNode disk : disks) {
            long local = disk.at("/parts/1/begin").asLong();
            List<Path> files;
            try (Stream<Path> visits = Files.walk(logs)) {
                files = visits.filter(file -> file.endsWith(disk.get("name").asText() + ".csv"))
                        .toList();
            }
            assertThat(files).hasSize(1);
            for (String line : Files.readAllLines(files.get(0))) {
                String[] words = line.split(",");
                if (words[0].equals("time_us")
                        || Long.parseLong(words[0]) < ChronoUnit.MICROS.between(Instant.EPOCH, from)
                        || Long.parseLong(words[0]) > ChronoUnit.MICROS.between(Instant.EPOCH, to)) {
                    continue;
                }
                String role = Long.parseLong(words[2]) < local ? "hdfs" : "shuffle";
                found.computeIfAbsent(role + " " + words[1], none -> new LongSummaryStatistics())
                        .accept(Long.parseLong(words[3]));
            }
        }
        return found;
    }

    private String device(String disk) throws Exception {
        return device(disk, disk, "0");
    }

    /** Returns a part's loop device. The kernel refuses writes to a mounted one, so the part is unmounted first. */
    private String device(String part, String disk, String begin) throws Exception {
        Path mount = Path.of(place, "mnt", part);
        for (String line : Files.readAllLines(Path.of("/proc/mounts"))) {
            if (line.split(" ")[1].equals(mount.toString())) {
                run("umount", mount.toString());
            }
        }
        Matcher found = Pattern.compile("(?m)^(/dev/loop[0-9]+) +" + begin + " .*/nbd/" + disk + "$")
                .matcher(run("losetup", "--list", "--noheadings", "--output", "NAME,OFFSET,BACK-FILE"));
        assertThat(found.find()).as(part).isTrue();
        return found.group(1);
    }

    private static Process fio(String device, List<String> load) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "fio",
                "--name=one",
                "--filename=" + device,
                "--direct=1",
                "--ioengine=libaio",
                "--runtime=4",
                "--time_based",
                "--output-format=json"));
        command.addAll(load);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Returns the bytes per second of fio's only job, which either reads or writes. */
    private static double rate(Process fio) throws Exception {
        String output = new String(fio.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(fio.waitFor()).as(output).isZero();
        return Pattern.compile("\"bw_bytes\" : ([0-9]+)")
                .matcher(output)
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .sum();
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void whatIsKilledAtAnyMomentLeavesNothing() throws Exception {
        String before = limits();
        Random random = new Random(20);
        int half = 0;
        for (int i = 0; i < KILLS; i++) {
            String setup = i % 2 == 0 ? "hybrid" : "ssd-parts";
            ClientRun up = spindle.start(LIMIT, "lab", "up", setup, "--lab-size", "8GB", "--lab-dir", place);
            TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(9000));
            up.kill();
            half += Files.exists(Path.of(place)) ? 1 : 0;
            if (random.nextBoolean()) {
                ClientRun down = spindle.start(LIMIT, "lab", "down", "--lab-dir", place);
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(2000));
                down.kill();
            }
            lab("down");
            assertNothingIsLeft();
            assertThat(limits()).isEqualTo(before);
        }
        // Killing clients before they made anything would prove nothing.
        assertThat(half).isGreaterThan(KILLS / 4);
    }

    /** Returns the kernel's limits of dirty pages. */
    private static String limits() throws Exception {
        return run(
                "sh",
                "-c",
                "cat /proc/sys/vm/dirty_bytes /proc/sys/vm/dirty_background_bytes /proc/sys/vm/dirty_ratio"
                        + " /proc/sys/vm/dirty_background_ratio");
    }

    private static boolean mayLimitMemory() {
        return Files.isWritable(GROUPS.resolve("cgroup.procs"));
    }

    /** Returns the memory group of the laboratory. */
    private Path group() {
        return GROUPS.resolve("spindle-lab-" + Integer.toHexString(place.hashCode()));
    }

    private void assertNothingIsLeft() throws Exception {
        assertThat(group()).doesNotExist();
        assertThat(run("losetup", "-a")).doesNotContain(place);
        assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(place);
        assertThat(ProcessTable.commandsWith(place)).isEmpty();
        try (Stream<Path> files = Files.list(Path.of(place).getParent())) {
            String name = Path.of(place).getFileName().toString();
            assertThat(files.map(Path::toString)).noneMatch(file -> file.contains(name));
        }
    }

    @Test
    void aCampaignOnEmulatedDisksIsProvedAndLeavesNothing() throws Exception {
        String before = limits();
        Path experiment = Files.writeString(directory.resolve("experiment.yaml"), """
                name: two
                suite: quick
                setups: [hdd-6, hybrid-split]
                laboratory: {suite: quick, visits: 1, scale: 4, tasks: 6, page_cache: 64MiB}
                """);
        List<String> arguments = new ArrayList<>(List.of("lab", "run", "--experiment", experiment.toString()));
        arguments.addAll(List.of("--jobs", "terasort", "--repeats", "1", "--lab-size", "8GB", "--lab-dir", place));
        arguments.addAll(List.of("--datanodes", "1", "--yes", "--out", "results"));
        ClientRun run = spindle.start(LIMIT, arguments.toArray(new String[0]));
        assertThat(run.waitFor()).as(run::tails).isZero();
        List<RunRecord> records =
                CampaignResults.under(directory.resolve("results")).get(0).records();
        assertThat(records)
                .extracting(each -> each.subject().setup())
                .containsExactlyInAnyOrder("hdd-6", "hybrid-split");
        assertThat(records).allSatisfy(each -> {
            assertThat(each.status()).isEqualTo(Status.OK);
            assertThat(each.warnings()).extracting("code").contains("emulated-disks");
            assertThat(each.evidence().nodes())
                    .allMatch(node -> node.processes().hadoop() > 0);
            if (mayLimitMemory()) {
                assertThat(each.evidence().proofs().memory().memoryPerNode()).isEqualTo(64L << 20);
            }
        });
        assertNothingIsLeft();

        ClientRun killed = spindle.start(LIMIT, arguments.toArray(new String[0]));
        while (!Files.isDirectory(Path.of(place, "mnt", "hdd-6")) || (mayLimitMemory() && !Files.exists(group()))) {
            assertThat(killed.process().isAlive()).as(killed::tails).isTrue();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        killed.kill();
        assertThat(Await.within(
                        LIMIT,
                        () -> !Files.exists(Path.of(place + ".json"))
                                && ProcessTable.commandsWith(place).isEmpty()))
                .isTrue();
        assertNothingIsLeft();
        assertThat(limits()).isEqualTo(before);
    }
}
