package org.spindlebench.it.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * What a process costs its machine, as the kernel counts it.
 *
 * @param start CPU seconds until it had started
 * @param share share of one core that it takes from then on
 * @param mostResident the largest amount of memory that it had, in bytes
 */
record ProcessCost(double start, double share, long mostResident) {
    private static final Duration STARTING = Duration.ofSeconds(10);
    private static final Duration LEAST_STEADY = Duration.ofSeconds(30);
    private static final Duration EVERY = Duration.ofSeconds(1);
    /** The kernel counts CPU time in units of 1/100 s on every machine. */
    private static final double TICKS = 100;

    private static final double NANOS = 1e9;

    /** What was read of a process at one moment. */
    private record Look(long nanos, double cpu, long mostResident) {}

    private static ProcessCost of(List<Look> looks) {
        Look first = looks.get(0);
        Look last = looks.get(looks.size() - 1);
        Look started = looks.stream()
                .filter(look -> look.nanos - first.nanos >= STARTING.toNanos())
                .findFirst()
                .orElse(last);
        if (last.nanos - started.nanos < LEAST_STEADY.toNanos()) {
            throw new AssertionError("seen for too short a time: " + looks.size() + " looks");
        }
        return new ProcessCost(
                started.cpu, (last.cpu - started.cpu) / ((last.nanos - started.nanos) / NANOS), last.mostResident);
    }

    /**
     * Reads the costs of a cluster's processes while something runs. Each main class is expected to have one process.
     */
    static final class Watch {
        private final ProcessCluster cluster;
        private final Map<String, List<Look>> looks = new TreeMap<>();
        private final Map<String, Long> pids = new TreeMap<>();

        Watch(ProcessCluster cluster, List<String> mainClasses) {
            this.cluster = cluster;
            mainClasses.forEach(name -> looks.put(name, new ArrayList<>()));
        }

        /** Reads the costs until a process ends. */
        void until(Process client, Duration limit) throws InterruptedException {
            long begin = System.nanoTime();
            while (client.isAlive() && System.nanoTime() - begin < limit.toNanos()) {
                looks.forEach(this::look);
                Thread.sleep(EVERY.toMillis());
            }
        }

        private void look(String mainClass, List<Look> seen) {
            List<ProcessHandle> running = cluster.jvmsWith(mainClass);
            if (running.size() != 1) {
                return;
            }
            long pid = running.get(0).pid();
            if (pids.computeIfAbsent(mainClass, any -> pid) != pid) {
                seen.clear();
                pids.put(mainClass, pid);
            }
            try {
                seen.add(read(Path.of("/proc", Long.toString(pid))));
            } catch (IOException ended) {
                // What was read before counts.
            }
        }

        private static Look read(Path process) throws IOException {
            String stat = Files.readString(process.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            double cpu = (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS;
            for (String line : Files.readAllLines(process.resolve("status"))) {
                if (line.startsWith("VmHWM:")) {
                    return new Look(System.nanoTime(), cpu, Long.parseLong(line.replaceAll("\\D", "")) << 10);
                }
            }
            throw new IOException("it has ended");
        }

        ProcessCost cost(String mainClass) {
            return of(looks.get(mainClass));
        }
    }
}
