package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the processors' time of this node's processes by their owners: Hadoop's daemons and Spindle, each application
 * of YARN, and all others. Kernel threads have no owner, because they work for all.
 *
 * <p>A process belongs to the owner that its command line names, otherwise to the owner of its parent. This process is
 * Spindle's, and so is the application that it runs in. The kernel adds
 * the time of an ended process to the process that waited for it. So a process that lived between two looks counts,
 * too. Not thread-safe.
 */
final class ProcessTimes {
    /** The owner of daemons, of Spindle's own processes, and of the application that runs this probe. */
    static final String HADOOP = "hadoop";

    static final String OTHERS = "others";

    /** The counter of all applications together, except the one that runs this probe. */
    static final String APPLICATIONS = "applications";

    private static final String PREFIX = "processes.";
    private static final String STOPPED = "stopped_";
    private static final String INIT = "1";

    /** After a look, the probe waits for this multiple of the look's CPU time. So looks cost 0.25 % of a core. */
    static final long WAIT = 400;

    /** An application without a process on this node is reported for this long. */
    private static final long REPORTED = TimeUnit.MINUTES.toNanos(10);

    private static final Pattern APPLICATION = Pattern.compile("/(application_\\d+_\\d+)/(container_\\w+)");

    // Kernels before 4.2 cut command lines after a page, before a main class that follows a long class path. Hadoop's
    // scripts put -Dproc_ first.
    private static final Pattern DAEMON = Pattern.compile("\0org\\.apache\\.hadoop\\.(?:hdfs|yarn|mapreduce|mapred)\\."
            + "|\0-Dproc_(?:(?:secondary)?namenode|datanode|journalnode|zkfc|resourcemanager|nodemanager|historyserver"
            + "|timeline(?:server|reader)|proxyserver|router|dfsrouter|sharedcachemanager|kms|httpfs|balancer|mover)\0"
            + "|\0org\\.spindlebench\\.|bench-runner[^\0/]*\\.jar\0|^(?:[^\0]*/)?nbdfuse\0");

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final Path proc;
    private final String self;
    private final long wait;
    private final Set<String> kernel = new HashSet<>();
    private final Map<String, Long> ticks = new HashMap<>();
    private final SortedMap<String, Long> seenAt = new TreeMap<>();
    private final QuotaTimes quotas;
    private SortedMap<String, Long> stopped = new TreeMap<>();
    private Map<String, Seen> last = new HashMap<>();
    private long youngest = Long.MAX_VALUE;
    private boolean looked;
    private long next = System.nanoTime();
    private long at;

    /**
     * @param proc {@code /proc} except in tests
     * @param wait {@link #WAIT} except in tests
     */
    ProcessTimes(Path proc, long wait) {
        this.proc = proc;
        this.self = self(proc);
        this.wait = wait;
        this.quotas = new QuotaTimes(proc);
    }

    /** A process at one look. Its own time and the time of the ended processes that it waited for are in ticks. */
    private static final class Seen {
        private static final int PARENT = 1;
        private static final int FLAGS = 6;
        private static final int USER = 11;
        private static final int STARTED = 19;
        private static final long KERNEL_THREAD = 0x0020_0000;

        private final String name;
        private final String parent;
        private final long started;
        private final boolean ofKernel;
        private final long own;
        private final long ended;
        private String owner;
        /** The container whose id is on the command line; null for processes that a container's processes started. */
        private String container;

        /** Parses {@code /proc/PID/stat}. The name may hold blanks and parentheses. */
        Seen(String stat) {
            int end = stat.lastIndexOf(')');
            String[] fields = stat.substring(end + 1).trim().split(" ");
            name = stat.substring(stat.indexOf('('), end);
            parent = fields[PARENT];
            started = Long.parseLong(fields[STARTED]);
            ofKernel = (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0;
            own = Long.parseLong(fields[USER]) + Long.parseLong(fields[USER + 1]);
            ended = Long.parseLong(fields[USER + 2]) + Long.parseLong(fields[USER + 3]);
        }

        void identify(String commandLine) {
            Matcher ofContainer = APPLICATION.matcher(commandLine);
            if (ofContainer.find()) {
                owner = ofContainer.group(1);
                container = ofContainer.group(2);
            } else if (DAEMON.matcher(commandLine).find()) {
                owner = HADOOP;
            }
        }

        boolean isSame(Seen other) {
            return other != null && started == other.started;
        }

        long all() {
            return own + ended;
        }
    }

    /**
     * Adds {@code processes.hadoop}, {@code processes.others}, {@code processes.applications} and {@code
     * processes.application_…} in ticks since the first look, {@code processes.stopped_application_…}, the milliseconds
     * for which quotas stopped the application's containers, and {@code processes.millis}, the time of the latest look
     * by the monotonic clock. Adds nothing if the processes of other users, or outside this container, are hidden.
     */
    void read(ProbeSample.Builder to) {
        long now = System.nanoTime();
        if (now - next >= 0) {
            // The first look also loads classes, so its time says nothing about the next.
            boolean first = !looked;
            looked = true;
            long used = CPU.getCurrentThreadCpuTime();
            at = look() ? now : 0;
            next = first ? now : now + wait * (CPU.getCurrentThreadCpuTime() - used);
        }
        if (at == 0) {
            return;
        }
        to.add(PREFIX + "millis", TimeUnit.NANOSECONDS.toMillis(at));
        for (String owner : new String[] {HADOOP, OTHERS, APPLICATIONS}) {
            to.add(PREFIX + owner, ticks.getOrDefault(owner, 0L));
        }
        seenAt.values().removeIf(seen -> now - seen > REPORTED);
        seenAt.keySet().forEach(application -> to.add(PREFIX + application, ticks.getOrDefault(application, 0L)));
        stopped.forEach((application, millis) -> to.add(PREFIX + STOPPED + application, millis));
        ticks.keySet().removeIf(owner -> owner.startsWith("application_") && !seenAt.containsKey(owner));
    }

    /** Reads all processes; returns whether processes of other users and kernel threads are visible. */
    private boolean look() {
        Map<String, Seen> all = new HashMap<>();
        Set<String> threads = new HashSet<>();
        String[] names = proc.toFile().list();
        for (String id : names == null ? new String[0] : names) {
            if (Character.isDigit(id.charAt(0))) {
                if (kernel.contains(id)) {
                    threads.add(id);
                    continue;
                }
                Seen seen = seen(id);
                if (seen != null && seen.ofKernel) {
                    threads.add(id);
                } else if (seen != null) {
                    all.put(id, seen);
                }
            }
        }
        kernel.clear();
        kernel.addAll(threads);
        if (!all.containsKey(INIT) || kernel.isEmpty()) {
            return false;
        }
        all.forEach((id, seen) -> seen.owner = owner(id, all));
        addGrowth(all);
        stopped = quotas.look(applications(all));
        last = all;
        youngest = all.values().stream().mapToLong(seen -> seen.started).max().orElse(0);
        return true;
    }

    /** Returns the processes of each application, each with its container. */
    private static Map<String, Map<String, String>> applications(Map<String, Seen> all) {
        Map<String, Map<String, String>> processes = new HashMap<>();
        all.forEach((id, seen) -> {
            if (!seen.owner.equals(HADOOP) && !seen.owner.equals(OTHERS)) {
                Seen at = seen;
                for (int depth = 0; at != null && at.container == null && depth < all.size(); depth++) {
                    at = all.get(at.parent);
                }
                if (at != null && at.container != null) {
                    processes
                            .computeIfAbsent(seen.owner, none -> new HashMap<>())
                            .put(id, at.container);
                }
            }
        });
        return processes;
    }

    private Seen seen(String id) {
        try {
            Seen seen = new Seen(text(id + "/stat"));
            Seen before = last.get(id);
            // Another name means that the process runs another program.
            boolean known = seen.isSame(before) && seen.name.equals(before.name);
            if (!seen.ofKernel) {
                if (known) {
                    seen.owner = before.owner;
                    seen.container = before.container;
                } else {
                    seen.identify(text(id + "/cmdline"));
                }
                seen.owner = seen.owner == null && id.equals(self) ? HADOOP : seen.owner;
            }
            return seen;
        } catch (IOException | RuntimeException ended) {
            return null;
        }
    }

    private String text(String name) throws IOException {
        return new String(Files.readAllBytes(proc.resolve(name)), StandardCharsets.ISO_8859_1);
    }

    private static String owner(String id, Map<String, Seen> all) {
        String at = id;
        for (int depth = 0; depth < all.size(); depth++) {
            Seen seen = all.get(at);
            if (seen == null || at.equals(INIT)) {
                return OTHERS;
            }
            if (seen.owner != null) {
                return seen.owner;
            }
            at = seen.parent;
        }
        return OTHERS;
    }

    /** Adds each owner's growth since the last look. */
    private void addGrowth(Map<String, Seen> all) {
        String ours = all.containsKey(self) ? all.get(self).owner : HADOOP;
        Map<String, Long> counted = new HashMap<>();
        Map<String, Seen> largest = new HashMap<>();
        last.forEach((id, before) -> {
            if (!before.isSame(all.get(id))) {
                String heir = heir(before, all);
                counted.merge(heir, before.all(), Long::sum);
                largest.merge(heir, before, (one, other) -> one.all() >= other.all() ? one : other);
            }
        });
        all.forEach((id, seen) -> {
            // A process older than the latest look was not readable then. So its time until now is unknown.
            boolean unseen = !seen.isSame(last.get(id)) && seen.started < youngest;
            Seen before = unseen ? seen : seen.isSame(last.get(id)) ? last.get(id) : null;
            add(seen.owner, seen.own - (before == null ? 0 : before.own), ours);
            // The kernel gave the heir all time of ended processes. Subtract the part that earlier looks counted.
            long inherited = seen.ended - (before == null ? 0 : before.ended) - counted.getOrDefault(id, 0L);
            add(largest.getOrDefault(id, seen).owner, inherited, ours);
        });
    }

    /** Returns the id of this process, or an empty string. */
    private static String self(Path proc) {
        try {
            return Files.readSymbolicLink(proc.resolve("self")).toString();
        } catch (IOException unknown) {
            return "";
        }
    }

    /** Returns the nearest living ancestor of an ended process, which waited for it. */
    private String heir(Seen ended, Map<String, Seen> all) {
        String at = ended.parent;
        for (int depth = 0; depth < last.size(); depth++) {
            Seen before = last.get(at);
            if (before == null || before.isSame(all.get(at))) {
                break;
            }
            at = before.parent;
        }
        return all.containsKey(at) ? at : INIT;
    }

    private void add(String owner, long grown, String ours) {
        boolean application = !owner.equals(HADOOP) && !owner.equals(OTHERS) && !owner.equals(ours);
        if (application) {
            seenAt.put(owner, System.nanoTime());
            ticks.merge(APPLICATIONS, Math.max(0, grown), Long::sum);
        }
        ticks.merge(owner.equals(ours) ? HADOOP : owner, Math.max(0, grown), Long::sum);
    }
}
