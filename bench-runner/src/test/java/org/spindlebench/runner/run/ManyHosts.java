package org.spindlebench.runner.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.SampleText;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;

/**
 * Hosts of 12 hard disks each, as daemons and the node probe would describe them. Each disk has a partition and serves
 * HDFS and the shuffle; another disk holds the system.
 */
final class ManyHosts {
    static final int DISKS = 12;
    /** The attempts of a job on each host. */
    static final int TASKS = 36;

    private static final int MAPS = 24;
    private static final int REDUCES = TASKS - MAPS;
    private static final long DISK_BYTES = 4_000_787_030_016L;
    /** Samples are generated for some kinds of hosts only, because that takes most of a test's time. */
    private static final int KINDS = 64;

    private static final List<String> FIELDS = List.of(
            "reads",
            "readsMerged",
            "sectorsRead",
            "readMillis",
            "writes",
            "writesMerged",
            "sectorsWritten",
            "writeMillis",
            "inFlight",
            "busyMillis",
            "queueMillis",
            "discards",
            "discardsMerged",
            "sectorsDiscarded",
            "discardMillis",
            "flushes",
            "flushMillis");

    private final int number;
    private final List<String> names;

    public ManyHosts(int number) {
        this.number = number;
        this.names = IntStream.rangeClosed(1, number)
                .mapToObj(host -> String.format(Locale.ROOT, "worker-%04d.rack-%02d.example.com", host, host / 20))
                .toList();
    }

    /** Returns the hosts' names. */
    public List<String> names() {
        return names;
    }

    /** Returns the id of a host's boot. */
    public static String boot(String host) {
        return "5f2b8f4e-6c1d-4a53-9d0e-" + String.format(Locale.ROOT, "%012x", host.hashCode() & 0xffffffffL);
    }

    /** Returns the names of a host's disks: first the one of the system. */
    private static List<String> disks() {
        return IntStream.rangeClosed(0, DISKS)
                .mapToObj(disk -> "sd" + (char) ('a' + disk))
                .toList();
    }

    /** Returns the findings of a host's probe, as text. */
    String findings(String host) {
        Random random = new Random(host.hashCode());
        List<Finding> findings = new ArrayList<>();
        Map<String, String> node =
                told("kernel=5.14.0-427.13.1.el9_4.x86_64;cpuModel=Example(R) Gold 6130 CPU @ 2.10GHz;"
                        + "cpuSockets=2;cpuCores=32;cpuThreads=64");
        node.put("bootId", boot(host));
        node.put("memoryBytes", String.valueOf(270_000_000_000L + 4096L * random.nextInt(4)));
        findings.add(finding("node", host, node));
        for (String network : List.of("eth0", "eth1")) {
            findings.add(finding("network", network, told("mtu=9000;physical=true;speedMbits=25000;slaves=")));
        }
        findings.add(finding("network", "lo", told("mtu=65536;physical=false;slaves=")));
        findings.add(finding("network", "bond0", told("mtu=9000;physical=false;speedMbits=50000;slaves=eth0,eth1")));
        disks().forEach(disk -> addDisk(disk, random, findings));
        for (int disk = 1; disk <= DISKS; disk++) {
            findings.add(directory("directory", "hdfs", "/data/" + disk + "/dfs/dn", disk, random));
        }
        for (int disk = 1; disk <= DISKS; disk++) {
            findings.add(directory("directory", "shuffle", "/data/" + disk + "/yarn/local", disk, random));
        }
        findings.add(directory("system", "root", "/", 0, random));
        findings.add(directory("system", "logs", "/var/log", 0, random));
        findings.add(directory("system", "jdk", "/usr/lib/jvm/java-17", 0, random));
        addSettings(random, findings);
        findings.add(finding("clock", "NameNode", told("errorMillis=2;offsetMillis=" + random.nextInt(5))));
        return text(findings);
    }

    private static void addSettings(Random random, List<Finding> to) {
        Map<String, String> settings = told("vm.swappiness=1;vm.dirty_ratio=20;vm.dirty_background_ratio=10;"
                + "transparent_hugepage.enabled=never;transparent_hugepage.defrag=never;"
                + "cpufreq.scaling_governor=performance;limits.open_files.soft=65536;limits.open_files.hard=65536");
        for (String minutes : List.of("1", "5", "15")) {
            settings.put("loadavg." + minutes, String.format(Locale.ROOT, "%.2f", random.nextDouble()));
        }
        settings.forEach((name, value) -> to.add(finding("setting", name, Map.of("value", value))));
    }

    private static void addDisk(String disk, Random random, List<Finding> to) {
        int minor = 16 * (disk.charAt(2) - 'a');
        Map<String, String> told = told("type=disk;model=EXAMPLE4000NM0115;vendor=ATA;firmware=SN04;rotational=true;"
                + "removable=false;scheduler=mq-deadline;queueDepth=32;readAheadKb=128;maxSectorsKb=1280;nrRequests=256;"
                + "logicalBlockSize=512;writeCache=write back");
        told.put("majorMinor", "8:" + minor);
        told.put("sizeBytes", String.valueOf(DISK_BYTES));
        told.put("temperatureMillis", String.valueOf(1000 * (28 + random.nextInt(12))));
        to.add(finding("device", disk, told));
        Map<String, String> partition = told("type=partition;startBytes=1048576;alignmentOffset=0");
        partition.put("majorMinor", "8:" + (minor + 1));
        partition.put("on", disk);
        partition.put("sizeBytes", String.valueOf(DISK_BYTES - (2 << 20)));
        to.add(finding("device", disk + "1", partition));
    }

    private static Finding directory(String kind, String role, String path, int disk, Random random) {
        String name = disks().get(disk);
        Map<String, String> told = told("exists=true;readable=false;fileSystem=xfs;mountOptions=rw,noatime,nodiratime;"
                + "superOptions=rw,attr2,inode64,logbufs=8,logbsize=32k,noquota;blockBytes=4096");
        told.put("role", role);
        told.put("realPath", path);
        told.put("mountPoint", disk == 0 ? "/" : "/data/" + disk);
        told.put("source", "/dev/" + name + "1");
        told.put("majorMinor", "8:" + (16 * disk + 1));
        told.put("devices", name + "1");
        told.put("disks", name);
        told.put("totalBytes", String.valueOf(DISK_BYTES - (1L << 31)));
        told.put("usableBytes", String.valueOf(DISK_BYTES / 2 + 4096L * random.nextInt(1 << 28)));
        if (role.equals("hdfs")) {
            told.put("storageType", "DISK");
        }
        return finding(kind, path, told);
    }

    /** Returns what a text says: keys and values with {@code =} between them, separated by {@code ;}. */
    private static Map<String, String> told(String text) {
        Map<String, String> told = new TreeMap<>();
        for (String one : text.split(";", -1)) {
            int equals = one.indexOf('=');
            told.put(one.substring(0, equals), one.substring(equals + 1));
        }
        return told;
    }

    private static Finding finding(String kind, String name, Map<String, String> told) {
        return new Finding(kind, name, new TreeMap<>(told));
    }

    private static String text(List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        try {
            for (Finding finding : findings) {
                FindingText.append(finding, text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Answers to a request for samples, one for each host. */
    public static final class Answers {
        private final List<byte[]> bodies;

        /** Makes samples of every second from an instant on. */
        public Answers(Instant from, int seconds) {
            bodies = IntStream.range(0, KINDS)
                    .parallel()
                    .mapToObj(kind -> packed(samples(new Random(kind), from.toEpochMilli(), seconds)))
                    .toList();
        }

        /** Writes a host's answer, as its probe does. */
        public void write(String host, OutputStream out) throws IOException {
            out.write(packed(host + " 0 2\n"));
            out.write(bodies.get(Math.floorMod(host.hashCode(), KINDS)));
        }
    }

    private static byte[] packed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String samples(Random random, long from, int seconds) {
        List<String> columns = columns();
        long[] values = random.longs(columns.size(), 1L << 30, 1L << 36).toArray();
        StringBuilder text = new StringBuilder();
        ProbeSample before = null;
        for (int second = 0; second < seconds; second++) {
            for (int column = 0; column < values.length; column++) {
                values[column] = next(columns.get(column), values[column], random);
            }
            copyToPartitions(columns, values, random);
            ProbeSample sample = new ProbeSample(from + 1000L * second, columns, values.clone());
            SampleText.append(before, sample, text);
            before = sample;
        }
        return text.toString();
    }

    /** The kernel counts a request at a partition and at its disk, apart from flushes and some of the time. */
    private static void copyToPartitions(List<String> columns, long[] values, Random random) {
        for (int column = FIELDS.size() + 1; column <= 2 * FIELDS.size() * (DISKS + 1); column++) {
            String name = columns.get(column);
            if (name.startsWith("disk.sd") && name.startsWith("1.", "disk.sdx".length()) && !name.contains("flush")) {
                boolean busy = name.endsWith("busyMillis");
                values[column] = values[column - FIELDS.size()] - (busy ? random.nextInt(3) : 0);
            }
        }
    }

    private static long next(String column, long before, Random random) {
        if (column.equals("cpu.threads")) {
            return 64;
        }
        if (column.startsWith("memory.")) {
            return column.endsWith("Total") ? 263_000_000 : 1_000_000 + random.nextInt(100_000);
        }
        if (column.equals("clock.monotonicMillis")) {
            return before + 1000;
        }
        if (column.endsWith("busyMillis")) {
            return before + random.nextInt(1000);
        }
        if (column.startsWith("cpu.")) {
            return before + random.nextInt(1600);
        }
        return before + random.nextInt(column.contains("sectors") ? 300_000 : 1_500);
    }

    private static List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("clock.monotonicMillis"));
        disks().stream()
                .flatMap(disk -> Stream.of(disk, disk + "1"))
                .forEach(device -> FIELDS.forEach(field -> columns.add("disk." + device + "." + field)));
        for (String field : List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal", "threads")) {
            columns.add("cpu." + field);
        }
        for (String field : List.of("MemTotal", "MemFree", "Buffers", "Cached", "Dirty", "Writeback", "Mapped")) {
            columns.add("memory." + field);
        }
        for (String network : List.of("lo", "eth0", "eth1", "bond0")) {
            columns.add("net." + network + ".received");
            columns.add("net." + network + ".sent");
        }
        columns.addAll(List.of(
                "pressure.cpu.some",
                "pressure.io.some",
                "pressure.io.full",
                "pressure.memory.some",
                "pressure.memory.full",
                "vm.pgpgin",
                "vm.pgpgout",
                "vm.pswpin",
                "vm.pswpout",
                "vm.pgmajfault"));
        columns.addAll(List.of("datanode.4711.read", "datanode.4711.written"));
        return columns;
    }

    /** Returns the attempts of a job of one wave of maps and one of reduces. */
    public List<TaskTimes> tasks(Instant launched, int seconds) {
        Random random = new Random(1);
        List<TaskTimes> tasks = new ArrayList<>();
        for (int map = 0; map < MAPS * number; map++) {
            Instant started = launched.plusMillis(random.nextInt(500));
            tasks.add(new TaskTimes(
                    attempt('m', map),
                    "map",
                    names.get(map % number),
                    "SUCCEEDED",
                    started,
                    started.plusMillis(500L * seconds + random.nextInt(100 * seconds)),
                    null,
                    null));
        }
        for (int reduce = 0; reduce < REDUCES * number; reduce++) {
            Instant started = launched.plusMillis(200L * seconds + random.nextInt(500));
            Instant shuffled = launched.plusMillis(620L * seconds + random.nextInt(10 * seconds));
            tasks.add(new TaskTimes(
                    attempt('r', reduce),
                    "reduce",
                    names.get(reduce % number),
                    "SUCCEEDED",
                    started,
                    launched.plusMillis(900L * seconds + random.nextInt(90 * seconds)),
                    shuffled,
                    shuffled.plusMillis(random.nextInt(1000))));
        }
        return tasks;
    }

    private static String attempt(char kind, int task) {
        return String.format(Locale.ROOT, "attempt_1772359200000_0003_%c_%06d_0", kind, task);
    }
}
