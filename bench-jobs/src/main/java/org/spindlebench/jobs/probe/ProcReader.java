package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Takes samples of this node. If the kernel lacks a file or does not permit reading it, the file's counters are
 * omitted.
 */
public final class ProcReader {
    private final Path proc;
    private final List<String> dataNodes;
    private final Consumer<ProbeSample.Builder> processes;
    private ProbeSample latest;

    /** @param proc {@code /proc} except in tests */
    public ProcReader(Path proc) {
        this(proc, Collections.emptyList(), to -> {});
    }

    /**
     * Creates a reader that also reads counters of processes.
     *
     * @param dataNodes the directories in {@code proc} of processes that serve HDFS
     */
    public ProcReader(Path proc, List<String> dataNodes) {
        this(proc, dataNodes, new ProcessTimes(proc, ProcessTimes.WAIT)::read);
    }

    private ProcReader(Path proc, List<String> dataNodes, Consumer<ProbeSample.Builder> processes) {
        this.proc = proc;
        this.dataNodes = dataNodes;
        this.processes = processes;
    }

    public ProbeSample read() {
        ProbeSample.Builder counters = new ProbeSample.Builder();
        long millis = System.currentTimeMillis();
        // Unlike the wall clock, this clock is never set, so it always gives the correct length of a window.
        counters.add("clock.monotonicMillis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
        ProcText.diskstats(text("diskstats"), counters);
        ProcText.stat(text("stat"), counters);
        ProcText.meminfo(text("meminfo"), counters);
        ProcText.netDev(text("net/dev"), counters);
        ProcText.pressure("cpu", text("pressure/cpu"), counters);
        ProcText.pressure("io", text("pressure/io"), counters);
        ProcText.pressure("memory", text("pressure/memory"), counters);
        ProcText.vmstat(text("vmstat"), counters);
        for (String process : dataNodes) {
            ProcText.io("datanode." + process, text(process + "/io"), counters);
        }
        processes.accept(counters);
        latest = counters.build(millis, latest);
        return latest;
    }

    private String text(String name) {
        try {
            return new String(Files.readAllBytes(proc.resolve(name)), StandardCharsets.UTF_8);
        } catch (IOException notThere) {
            return "";
        }
    }

    /**
     * Parses the kernel's text files of counters. It reads the known fields of each line, for any version of the
     * kernel, and skips lines with another format. The formats are described in {@code
     * Documentation/admin-guide/iostats.rst} and {@code Documentation/filesystems/proc.rst}.
     */
    static final class ProcText {
        /** The fields of {@code /proc/diskstats} that follow the name. */
        static final List<String> DISK_FIELDS = Arrays.asList(
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

        /**
         * The fields that Linux 4.18 (the first four) and 5.5 appended. The device's busy and queue times include the
         * time of discards and flushes.
         */
        static final List<String> NEWER_DISK_FIELDS = Arrays.asList(
                "discards", "discardsMerged", "sectorsDiscarded", "discardMillis", "flushes", "flushMillis");

        private static final List<String> CPU_FIELDS = Arrays.asList(
                "user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal", "guest", "guestNice");

        private static final Set<String> MEMORY = new HashSet<>(Arrays.asList(
                "MemTotal",
                "MemFree",
                "MemAvailable",
                "Buffers",
                "Cached",
                "SwapTotal",
                "SwapFree",
                "Dirty",
                "Writeback",
                "Mapped",
                "Shmem"));

        private static final Set<String> VIRTUAL_MEMORY = new HashSet<>(Arrays.asList(
                "pgpgin", "pgpgout", "pswpin", "pswpout", "pgmajfault", "nr_dirtied", "nr_written", "oom_kill"));

        private static final int NET_COLUMNS = 16;

        private ProcText() {}

        /** Adds {@code disk.sda.reads} and similar counters for every device and partition. */
        static void diskstats(String text, ProbeSample.Builder to) {
            for (String line : lines(text)) {
                List<String> words = words(line);
                if (words.size() < 3 + DISK_FIELDS.size() || !areNumbers(words, 3, DISK_FIELDS.size())) {
                    continue;
                }
                String prefix = "disk." + words.get(2) + ".";
                for (int i = 0; i < DISK_FIELDS.size(); i++) {
                    to.add(prefix + DISK_FIELDS.get(i), number(words.get(3 + i)));
                }
                int newer = 3 + DISK_FIELDS.size();
                for (int i = 0; i < NEWER_DISK_FIELDS.size() && newer + i < words.size(); i++) {
                    if (isNumber(words.get(newer + i))) {
                        to.add(prefix + NEWER_DISK_FIELDS.get(i), number(words.get(newer + i)));
                    }
                }
            }
        }

        /** Adds {@code cpu.user} and similar counters in ticks, {@code cpu.threads} and {@code cpu.running}. */
        static void stat(String text, ProbeSample.Builder to) {
            int threads = 0;
            for (String line : lines(text)) {
                List<String> words = words(line);
                String name = words.isEmpty() ? "" : words.get(0);
                if (name.equals("cpu")) {
                    int fields = Math.min(words.size() - 1, CPU_FIELDS.size());
                    for (int i = 0; i < fields && isNumber(words.get(1 + i)); i++) {
                        to.add("cpu." + CPU_FIELDS.get(i), number(words.get(1 + i)));
                    }
                } else if (name.startsWith("cpu")) {
                    threads++;
                } else if (name.equals("procs_running") && words.size() > 1 && isNumber(words.get(1))) {
                    to.add("cpu.running", number(words.get(1)));
                }
            }
            if (threads > 0) {
                to.add("cpu.threads", threads);
            }
        }

        /** Adds {@code memory.Dirty} and similar values in KiB. */
        static void meminfo(String text, ProbeSample.Builder to) {
            for (String line : lines(text)) {
                List<String> words = words(line);
                String name = words.isEmpty() ? "" : words.get(0).replace(":", "");
                if (MEMORY.contains(name) && words.size() > 1 && isNumber(words.get(1))) {
                    to.add("memory." + name, number(words.get(1)));
                }
            }
        }

        /** Adds {@code net.eth0.received} and {@code net.eth0.sent} in bytes, for every interface. */
        static void netDev(String text, ProbeSample.Builder to) {
            for (String line : lines(text)) {
                // Old kernels write no blank after the colon, and the name of an alias contains a colon.
                int colon = line.lastIndexOf(':');
                List<String> words = colon < 0 ? new ArrayList<>() : words(line.substring(colon + 1));
                if (words.size() < NET_COLUMNS || !areNumbers(words, 0, NET_COLUMNS)) {
                    continue;
                }
                String name = line.substring(0, colon).trim();
                if (words(name).size() == 1) {
                    to.add("net." + name + ".received", number(words.get(0)));
                    to.add("net." + name + ".sent", number(words.get(NET_COLUMNS / 2)));
                }
            }
        }

        /**
         * Adds {@code pressure.io.some} and {@code pressure.io.full}, the total microseconds.
         *
         * @param resource {@code cpu}, {@code io} or {@code memory}
         */
        static void pressure(String resource, String text, ProbeSample.Builder to) {
            for (String line : lines(text)) {
                List<String> words = words(line);
                String last = words.isEmpty() ? "" : words.get(words.size() - 1);
                boolean known = words.size() > 1
                        && (words.get(0).equals("some") || words.get(0).equals("full"));
                if (known && last.startsWith("total=") && isNumber(last.substring("total=".length()))) {
                    to.add("pressure." + resource + "." + words.get(0), number(last.substring("total=".length())));
                }
            }
        }

        /** Adds {@code vm.pgpgin} and similar counters. */
        static void vmstat(String text, ProbeSample.Builder to) {
            for (String line : lines(text)) {
                List<String> words = words(line);
                if (words.size() == 2 && VIRTUAL_MEMORY.contains(words.get(0)) && isNumber(words.get(1))) {
                    to.add("vm." + words.get(0), number(words.get(1)));
                }
            }
        }

        /**
         * Adds {@code NAME.read} and {@code NAME.written} from the {@code io} file of a process. They are the bytes
         * that the process caused to be read from, or written to, devices.
         */
        static void io(String name, String text, ProbeSample.Builder to) {
            for (String line : lines(text)) {
                List<String> words = words(line);
                if (words.size() == 2 && isNumber(words.get(1))) {
                    if (words.get(0).equals("read_bytes:")) {
                        to.add(name + ".read", number(words.get(1)));
                    } else if (words.get(0).equals("write_bytes:")) {
                        to.add(name + ".written", number(words.get(1)));
                    }
                }
            }
        }

        private static String[] lines(String text) {
            return text.split("\n");
        }

        private static List<String> words(String line) {
            List<String> words = new ArrayList<>();
            for (StringTokenizer tokens = new StringTokenizer(line, " \t\r"); tokens.hasMoreTokens(); ) {
                words.add(tokens.nextToken());
            }
            return words;
        }

        private static boolean areNumbers(List<String> words, int from, int count) {
            for (int i = from; i < from + count; i++) {
                if (!isNumber(words.get(i))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isNumber(String word) {
            for (int i = 0; i < word.length(); i++) {
                if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                    return false;
                }
            }
            return !word.isEmpty()
                    && word.length() <= 20
                    && (word.length() < 20 || word.compareTo("18446744073709551615") <= 0);
        }

        /** Parses an unsigned 64-bit number. */
        private static long number(String word) {
            return Long.parseUnsignedLong(word);
        }
    }
}
