package org.spindlebench.runner.cluster.embedded;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of an embedded cluster.
 *
 * @param nodeManagers number of NodeManagers; if there are several, each has its own loopback address and therefore its
 *     own host
 * @param dataDirs the user's directories for blocks, each with a subdirectory for each DataNode; if none is given,
 *     blocks are below the work directory
 * @param localDirs the user's directories for the NodeManagers' spills and map output; if none is given, these are
 *     below the work directory
 * @param workDir directory for all other files; by default a new temporary directory
 * @param node memory and virtual cores that one NodeManager offers
 * @param overrides the user's settings, also for daemons; they take precedence over all others
 */
public record EmbeddedOptions(
        int dataNodes,
        int nodeManagers,
        List<StorageDirectory> dataDirs,
        List<Path> localDirs,
        Optional<Path> workDir,
        NodeSize node,
        Map<String, String> overrides,
        Duration startLimit) {

    private static final int MAX_HOSTS = 250;

    /** Refuses sizes that no cluster can have. */
    public EmbeddedOptions {
        atLeastOne("DataNodes", dataNodes);
        atLeastOne("NodeManagers", nodeManagers);
        dataDirs = List.copyOf(dataDirs);
        localDirs = List.copyOf(localDirs);
        overrides = Map.copyOf(overrides);
    }

    /**
     * Returns the default options. They have three DataNodes, so that replication 3 is possible, and one NodeManager
     * sized for this machine.
     */
    public static EmbeddedOptions defaults() {
        return new EmbeddedOptions(
                3,
                1,
                List.of(),
                List.of(),
                Optional.empty(),
                NodeSize.ofThisMachine(1),
                Map.of(),
                Duration.ofMinutes(2));
    }

    /** Returns these options with other numbers of nodes. The NodeManagers share the machine's memory and cores. */
    public EmbeddedOptions withNodes(int newDataNodes, int newNodeManagers) {
        atLeastOne("NodeManagers", newNodeManagers);
        return new EmbeddedOptions(
                newDataNodes,
                newNodeManagers,
                dataDirs,
                localDirs,
                workDir,
                NodeSize.ofThisMachine(newNodeManagers),
                overrides,
                startLimit);
    }

    /** Returns these options with NodeManagers that together run this many tasks at once. */
    public EmbeddedOptions withTasks(int tasks) {
        return new EmbeddedOptions(
                dataNodes,
                nodeManagers,
                dataDirs,
                localDirs,
                workDir,
                NodeSize.ofThisMachine(tasks, nodeManagers),
                overrides,
                startLimit);
    }

    public EmbeddedOptions withDirs(List<StorageDirectory> newDataDirs, List<Path> newLocalDirs) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, newDataDirs, newLocalDirs, workDir, node, overrides, startLimit);
    }

    public EmbeddedOptions withWorkDir(Path newWorkDir) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, Optional.of(newWorkDir), node, overrides, startLimit);
    }

    public EmbeddedOptions withOverrides(Map<String, String> newOverrides) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, workDir, node, newOverrides, startLimit);
    }

    public EmbeddedOptions withStartLimit(Duration newStartLimit) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, workDir, node, overrides, newStartLimit);
    }

    private static void atLeastOne(String what, int count) {
        if (count < 1 || count > MAX_HOSTS) {
            throw new IllegalArgumentException(
                    "an embedded cluster has 1 to " + MAX_HOSTS + " " + what + ", not " + count);
        }
    }

    /** The resources that one NodeManager offers to containers. */
    public record NodeSize(int memoryMb, int vcores) {

        /** The memory of each container of a map, reduce or ApplicationMaster, unless the user sets another size. */
        static final int CONTAINER_MB = 512;

        private static final int LEAST_TASKS = 4;
        private static final int MOST_MB = 8192;
        private static final long MB = 1024L * 1024L;

        /** Refuses a node that is too small for an ApplicationMaster and one task. */
        public NodeSize {
            if (memoryMb < 2 * CONTAINER_MB || vcores < 1) {
                throw new IllegalArgumentException("a NodeManager needs " + 2 * CONTAINER_MB
                        + " MB and 1 virtual core or more, not " + memoryMb + " MB and " + vcores);
            }
        }

        /** Returns the size of one NodeManager if several share this machine equally. */
        public static NodeSize ofThisMachine(int nodeManagers) {
            return of(machineMb(), Runtime.getRuntime().availableProcessors(), nodeManagers);
        }

        /** Returns the size of one NodeManager if several together run this many tasks at once. */
        static NodeSize ofThisMachine(int tasks, int nodeManagers) {
            return ofTasks(machineMb() / 2, tasks, nodeManagers);
        }

        private static long machineMb() {
            OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            return machine.getTotalMemorySize() / MB;
        }

        /**
         * Returns a size for twice as many tasks as processors, because tasks that wait for storage leave processors
         * idle. There is memory for the ApplicationMaster and at least 4 tasks, so that a wave has several tasks even
         * on a small machine. Containers take at most half of the memory. The remaining memory is for the daemons, this
         * client and the page cache.
         */
        static NodeSize of(long machineMb, int processors, int nodeManagers) {
            return ofTasks(Math.min(machineMb / 2, MOST_MB), Math.max(LEAST_TASKS, 2 * processors), nodeManagers);
        }

        private static NodeSize ofTasks(long mostMb, int tasks, int nodeManagers) {
            long wanted = (long) CONTAINER_MB * (tasks + 1);
            long share = Math.min(mostMb, wanted) / nodeManagers;
            int memoryMb = (int) Math.max(share, 2L * CONTAINER_MB);
            return new NodeSize(memoryMb, Math.max(2, (tasks + 1) / nodeManagers));
        }
    }
}
