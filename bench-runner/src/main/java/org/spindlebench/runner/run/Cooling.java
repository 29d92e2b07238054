package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.run.AuxiliaryJobs.CoolingJobs;

/** How the operating systems' caches are emptied before a run. */
public sealed interface Cooling permits Cooling.Off, Cooling.Local, Cooling.Command, Eviction {
    /** A cooling that hangs must not hang the suite. */
    Duration LIMIT = Duration.ofMinutes(15);

    /** Empties the caches, and says what was done. Never throws for a cooling that fails: the run is then warm. */
    Cache cool(Long dirtyBefore, CoolingJobs besides) throws InterruptedException;

    /** Makes what it needs, before anything settles; a failure of it is a failure of the run. */
    default void prepare(CoolingJobs besides) throws IOException, InterruptedException {
        // Most need nothing.
    }

    /** Bytes that it keeps in HDFS, replicas counted. */
    default long storedBytes() {
        return 0;
    }

    /** Why it can't work on this cluster; empty when it can. */
    default List<String> problems() {
        return List.of();
    }

    /** Nothing is done; runs are warm. */
    record Off() implements Cooling {
        @Override
        public Cache cool(Long dirtyBefore, CoolingJobs besides) {
            return new Cache("off", false, null, dirtyBefore);
        }
    }

    /**
     * This host alone: {@code sync}, then {@code drop_caches}; needs root.
     *
     * @param dropCaches the kernel's file, {@link #DROP_CACHES}
     * @param allNodesHere whether every NodeManager and DataNode runs on this host; otherwise the others stay warm
     */
    record Local(Path dropCaches, boolean allNodesHere) implements Cooling {
        /** Writing 3 to it frees page cache, dentries and inodes. */
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

    /**
     * The user's own command, run by {@code sh -c} on this host.
     *
     * @param command the command; exit 0 means that all caches are cold
     */
    record Command(String command) implements Cooling {
        @Override
        public Cache cool(Long dirtyBefore, CoolingJobs besides) throws InterruptedException {
            CommandOutcome outcome = CommandOutcome.ofShell(command, LIMIT, besides::interrupted);
            String detail = outcome.ok() ? command : command + ": " + outcome.output();
            return new Cache("command", outcome.ok(), detail, dirtyBefore);
        }
    }
}
