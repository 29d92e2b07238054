package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.process.CommandOutcome;

/** Empties the operating systems' caches before a run. */
public sealed interface Cooling
        permits Cooling.NoCooling, Cooling.LocalCooling, Cooling.ByProbe, Cooling.CoolingCommand, Eviction {
    /** The time limit of a cooling, so that a hanging cooling does not block the campaign. */
    Duration LIMIT = Duration.ofMinutes(15);

    /**
     * Empties the caches, and returns the result. If the cooling fails, the method throws no exception, and the run is
     * warm.
     */
    Cache cool(Long dirtyBefore, CoolingJobs besides) throws InterruptedException;

    /** Prepares the cooling before the run waits for the cluster to settle. If this fails, the run fails. */
    default void prepare(CoolingJobs besides) throws IOException, InterruptedException {
        // Most coolings need no preparation.
    }

    /** Returns the bytes that the cooling stores in HDFS, with replicas. */
    default long storedBytes() {
        return 0;
    }

    /** Returns the reasons why this cooling cannot work on the cluster; empty if it can. */
    default List<String> problems() {
        return List.of();
    }

    /** The caches are not cooled, and runs are warm. */
    record NoCooling() implements Cooling {
        @Override
        public Cache cool(Long dirtyBefore, CoolingJobs besides) {
            return new Cache("off", false, null, dirtyBefore);
        }
    }

    /**
     * Cools only this host, with {@code sync} and {@code drop_caches}. Needs root.
     *
     * @param dropCaches the kernel's file, {@link #DROP_CACHES}
     * @param allNodesHere whether every NodeManager and DataNode runs on this host; otherwise the other hosts stay warm
     */
    record LocalCooling(Path dropCaches, boolean allNodesHere) implements Cooling {
        /** The kernel's file; writing 3 to it frees page cache, dentries and inodes. */
        public static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

        @Override
        public Cache cool(Long dirtyBefore, CoolingJobs besides) throws InterruptedException {
            CommandOutcome sync = CommandOutcome.of(List.of("sync"), LIMIT);
            if (!sync.ok()) {
                return new Cache("local", false, "sync: " + sync.output(), dirtyBefore);
            }
            try {
                Files.writeString(dropCaches, "3\n");
            } catch (IOException e) {
                return new Cache("local", false, dropCaches + " can't be written (are you root?): " + e, dirtyBefore);
            }
            return allNodesHere
                    ? new Cache("local", true, "sync; drop_caches=3", dirtyBefore)
                    : new Cache("local", false, "dropped on this host only; the cluster has others", dirtyBefore);
        }
    }

    /** The probe of every node drops its caches, if the site permits the user of containers to do this. */
    record ByProbe() implements Cooling {
        private static final Duration OF_A_NODE = Duration.ofMinutes(2);

        @Override
        public Cache cool(Long dirtyBefore, CoolingJobs besides) throws InterruptedException {
            Optional<SortedMap<String, String>> failed = besides.dropCaches(OF_A_NODE);
            if (failed.isEmpty()) {
                return new Cache("yarn", false, "only --probe yarn can drop caches on nodes", dirtyBefore);
            }
            List<String> why = failed.get().entrySet().stream()
                    .map(node -> node.getKey() + ": " + node.getValue())
                    .toList();
            String detail = why.isEmpty() ? "the probes dropped the caches of all nodes" : FewNames.of(why);
            return new Cache("yarn", why.isEmpty(), detail, dirtyBefore);
        }
    }

    /**
     * The user's own command, run by {@code sh -c} on this host.
     *
     * @param command the command; exit code 0 means that all caches are cold
     */
    record CoolingCommand(String command) implements Cooling {
        @Override
        public Cache cool(Long dirtyBefore, CoolingJobs besides) throws InterruptedException {
            CommandOutcome outcome = CommandOutcome.ofShell(command, LIMIT, besides::interrupted);
            String detail = outcome.ok() ? command : command + ": " + outcome.output();
            return new Cache("command", outcome.ok(), detail, dirtyBefore);
        }
    }

    /** The jobs and files that cooling may use before a run's timed window. */
    interface CoolingJobs {
        Storage storage();

        /** Returns a directory of the campaign in HDFS, where the cooling keeps its data between runs. */
        String directory();

        /** Checks whether the user wants to stop. Long operations call this method often. */
        boolean interrupted();

        /**
         * Makes the probe drop the caches of all nodes. Returns the result of {@link
         * org.spindlebench.runner.probe.Probe#dropCaches}.
         */
        Optional<SortedMap<String, String>> dropCaches(Duration limit) throws InterruptedException;

        /**
         * Runs a job, which has this name in messages.
         *
         * @throws IOException if the job fails
         */
        JobCompletion run(String label, ToolCall call) throws IOException, InterruptedException;
    }
}
