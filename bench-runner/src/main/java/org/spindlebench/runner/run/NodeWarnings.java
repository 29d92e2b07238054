package org.spindlebench.runner.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleAttribution;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.task.Endings.Locality;
import org.spindlebench.analysis.task.Endings.Preemption;
import org.spindlebench.runner.collect.CounterSizes;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.nodes.NodeEvidence;

/**
 * Warns of conditions under which a run did not measure the same as other runs of its name: swapping, quotas of
 * processors, reads over the network, and a shuffle that never merged. Spindle counts each condition and estimates
 * none, so that chance causes no warning.
 *
 * @param placed whether YARN places the job's maps at the data that they read
 */
record NodeWarnings(SizedRun run, JobHistory history, boolean placed) {
    private static final double MILLIS = 1000;

    /** The number of pages, in either direction, on a node. Kernels swap out a few idle pages at any time. */
    static final long FEW_PAGES = 4_096;

    /** The share of the tasks' time for which quotas may stop them. */
    static final double STOPPED = 0.1;

    /** The least share of maps on hosts with their data. */
    static final double LOCAL = 0.95;

    /** The bytes for each node. Smaller shuffles do not measure devices. */
    static final long LEAST_SHUFFLE = 1L << 30;

    /** @param evidence the nodes' evidence; null if there is none */
    List<Warning> warnings(NodeEvidence evidence) {
        List<NodeLoad> nodes = evidence == null ? List.of() : evidence.section().nodes();
        return Stream.of(swapped(nodes), stopped(nodes), notLocal(), spilledOnce())
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Warning> swapped(List<NodeLoad> nodes) {
        List<String> swapping = nodes.stream()
                .filter(node -> pages(node) > FEW_PAGES)
                .map(NodeLoad::node)
                .toList();
        if (swapping.isEmpty()) {
            return Optional.empty();
        }
        long most = nodes.stream().mapToLong(NodeWarnings::pages).max().orElse(0);
        return Optional.of(new Warning(
                "swapped",
                "nodes swapped during the job, up to " + most + " pages: " + FewNames.of(swapping)
                        + "; give containers less memory, or switch swap off"));
    }

    private Optional<Warning> stopped(List<NodeLoad> nodes) {
        double stopped = nodes.stream()
                .map(NodeLoad::processes)
                .filter(one -> one != null && one.stopped() != null)
                .mapToDouble(NodeLoad.Processes::stopped)
                .sum();
        double tasks = history.tasks().stream()
                .filter(task -> task.started() != null && task.finished() != null)
                .mapToDouble(task ->
                        Duration.between(task.started(), task.finished()).toMillis() / MILLIS)
                .sum();
        return stopped <= STOPPED * tasks
                ? Optional.empty()
                : Optional.of(new Warning(
                        "cpu-quota",
                        String.format(
                                Locale.ROOT,
                                "quotas of processors stopped containers for %.0f s of the %.0f s that tasks ran; give"
                                        + " tasks more vcores, or lift the quota"
                                        + " (yarn.nodemanager.linux-container-executor.cgroups.strict-resource-usage,"
                                        + " yarn.nodemanager.resource.percentage-physical-cpu-limit)",
                                stopped,
                                tasks)));
    }

    private static long pages(NodeLoad node) {
        boolean known = node.memory() != null
                && node.memory().swappedIn() != null
                && node.memory().swappedOut() != null;
        return known ? node.memory().swappedIn() + node.memory().swappedOut() : 0;
    }

    /** On one node, or for striped blocks, the places of maps say nothing about the network. */
    private Optional<Warning> notLocal() {
        boolean judged = placed
                && run.job().reads()
                && run.nodes() > 1
                && run.erasureCoding().isEmpty()
                && history.completeCounters() != null;
        return judged
                ? Locality.of(history.counters())
                        .filter(Locality::isAsked)
                        .filter(found -> found.dataLocal() < LOCAL * found.all())
                        .map(NodeWarnings::notLocal)
                : Optional.empty();
    }

    private static Warning notLocal(Locality found) {
        return new Warning(
                "reads-not-local",
                String.format(
                        Locale.ROOT,
                        "%d of %d maps ran on a host without their input, and read it over the network; set"
                                + " yarn.scheduler.capacity.node-locality-delay to the number of nodes, or use more replicas",
                        found.all() - found.dataLocal(),
                        found.all()));
    }

    private Optional<Warning> spilledOnce() {
        CounterSizes counters = new CounterSizes(history.completeCounters());
        Long records = counters.task("MAP_OUTPUT_RECORDS");
        Long output = counters.task("MAP_OUTPUT_MATERIALIZED_BYTES");
        if (records == null || output < LEAST_SHUFFLE * run.nodes() || history.succeeded("reduce") == 0) {
            return Optional.empty();
        }
        long files = RoleAttribution.JOB_FILES * counters.tasksLaunched();
        boolean once = counters.task("COMBINE_INPUT_RECORDS") == 0
                && records.equals(counters.task("SPILLED_RECORDS"))
                && counters.fileWritten() <= output + files;
        return once
                ? Optional.of(new Warning(
                        "spilled-once",
                        "maps wrote each record to local disks once, and reduces wrote nothing there: with less memory for"
                                + " tasks, or more data, the same job moves two or three times the bytes; compare it with"
                                + " clusters of the same memory only, or raise --bytes-per-node"))
                : Optional.empty();
    }

    /**
     * Returns the fewest bytes that maps read from each host's own DataNode. The history does not say which maps ran
     * without local data, so these maps may be the largest maps of every host. Hosts without bytes are left out.
     */
    static Map<String, Long> leastReadOn(JobHistory history) {
        Optional<Locality> places =
                history.completeCounters() == null ? Optional.empty() : Locality.of(history.counters());
        if (places.filter(Locality::isAsked).isEmpty()) {
            return Map.of();
        }
        Map<String, List<Long>> reads = new HashMap<>();
        for (TaskTimes map : history.tasks("map")) {
            Long bytes = history.read().get(map.attempt());
            if (bytes != null && map.host() != null) {
                reads.computeIfAbsent(map.host(), host -> new ArrayList<>()).add(bytes);
            }
        }
        Map<String, Long> least = new HashMap<>();
        reads.forEach((host, bytes) -> {
            bytes.sort(Comparator.reverseOrder());
            long sum = bytes.stream()
                    .skip(places.get().all() - places.get().dataLocal())
                    .mapToLong(Long::longValue)
                    .sum();
            if (sum > 0) {
                least.put(host, sum);
            }
        });
        return least;
    }

    /** Checks a run for preemption and load from others, which would otherwise be blamed on the storage. */
    static final class Contention {
        private Contention() {}

        /** Checks a run. Proofs are null without a probe. The limit is null if others' load has no limit. */
        static void check(List<TaskTimes> tasks, Proofs proofs, Double limit, Consumer<Check> checks) {
            long preempted = tasks.stream().filter(Preemption::preempted).count();
            checks.accept(new Check("contended: preempted attempts", "0", String.valueOf(preempted), preempted == 0));
            if (limit != null) {
                boolean known = proofs != null && proofs.others().others() != null;
                checks.accept(new Check(
                        "contended: load of others",
                        "a share of at most " + limit,
                        known
                                ? proofs.others().cpuShare() + " of the processors' time, "
                                        + proofs.others().deviceShare() + " of the devices' bytes"
                                : "not known",
                        known && !proofs.others().beyond(limit)));
            }
        }
    }
}
