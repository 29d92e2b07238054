package org.spindlebench.analysis.record;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.Window;
import org.spindlebench.analysis.record.Records.RecordWriter;

/**
 * A program that makes and writes the record of a large run, in its own JVM with limited memory. The run has 3,200 maps
 * and 3,200 reduces on 200 nodes of 12 devices with a partition each. The nodes were watched for an hour, once a
 * second.
 */
final class LargeRun {
    static final int NODES = 200;
    static final int TASKS = 3_200;

    private static final int DEVICES = 12;
    private static final int SECONDS = 3_600;
    private static final Instant START = Instant.parse("2026-03-01T10:00:00.123Z");
    private static final List<String> DISK = List.of(
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
            "queueMillis");

    private LargeRun() {}

    /** @param args the directory to write to */
    public static void main(String[] args) throws IOException {
        RunRecord run = run();
        Path file = RecordWriter.write(Path.of(args[0]), run);
        boolean same = Records.readOne(file).equals(run);
        System.out.println("reads back equal: " + same);
    }

    private static RunRecord run() {
        List<NodeLoad> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(figures(node));
        }
        RunBuilder run = new RunBuilder(1, "terasort")
                .tasks(tasks())
                .evidence(new NodeMetrics("yarn", nodes, List.of(host(0)), null, null, "001-terasort.nodes.gz"));
        for (int i = 0; i < 400; i++) {
            run.configured("mapreduce.some.setting.of.a.long.name." + i, "/data/" + i + "/a,value,of,some,length");
        }
        for (int group = 0; group < 10; group++) {
            Map<String, Long> counters = new TreeMap<>();
            for (int i = 0; i < 30; i++) {
                counters.put("SOME_COUNTER_OF_A_LONG_NAME_" + i, 123_456_789_012L * i);
            }
            run.counted("org.apache.hadoop.mapreduce.SomeGroup" + group, counters);
        }
        return run.build();
    }

    private static String host(int node) {
        return String.format(Locale.ROOT, "worker-%03d.storage.example.org", node);
    }

    private static NodeLoad figures(int node) {
        List<String> names = names();
        long[] values = new long[names.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = 1_000_003L * node + 7_919L * i;
        }
        Window window = new Window(host(node));
        Reading before = null;
        for (int second = 0; second <= SECONDS; second++) {
            before = Reading.of(START.toEpochMilli() + 1_000L * second + second % 7, names, values, before);
            window.add(before);
            for (int i = 0; i < values.length; i++) {
                values[i] += (31L * i + 17L * second + node) % 997;
            }
        }
        return window.load();
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (int device = 0; device < DEVICES; device++) {
            String name = "disk.sd" + (char) ('a' + device);
            DISK.forEach(field -> names.add(name + "." + field));
            DISK.forEach(field -> names.add(name + "1." + field));
        }
        List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal", "threads")
                .forEach(field -> names.add("cpu." + field));
        List.of("MemTotal", "Cached", "Dirty", "Writeback").forEach(field -> names.add("memory." + field));
        for (String net : List.of("lo", "eth0", "eth1", "bond0")) {
            names.addAll(List.of("net." + net + ".received", "net." + net + ".sent"));
        }
        for (String resource : List.of("cpu", "io", "memory")) {
            names.addAll(List.of("pressure." + resource + ".some", "pressure." + resource + ".full"));
        }
        names.addAll(List.of("vm.pswpin", "vm.pswpout"));
        return List.copyOf(names);
    }

    private static List<TaskTimes> tasks() {
        List<TaskTimes> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            Instant start = START.plusMillis(331L * i);
            tasks.add(new TaskTimes(
                    id("m", i), "map", host(i % NODES), "SUCCEEDED", start, start.plusMillis(61_377 + i), null, null));
        }
        for (int i = 0; i < TASKS; i++) {
            Instant start = START.plusMillis(1_000_007 + 29L * i);
            boolean killed = i % 50 == 0;
            tasks.add(new TaskTimes(
                    id("r", i),
                    "reduce",
                    host(i % NODES),
                    killed ? "KILLED" : "SUCCEEDED",
                    start,
                    start.plusMillis(301_001 + i),
                    killed ? null : start.plusMillis(101_001 + i),
                    killed ? null : start.plusMillis(111_001 + i),
                    killed ? "x".repeat(200) : null));
        }
        return tasks;
    }

    private static String id(String kind, int number) {
        return String.format(Locale.ROOT, "attempt_1772359200000_0001_%s_%06d_0", kind, number);
    }
}
