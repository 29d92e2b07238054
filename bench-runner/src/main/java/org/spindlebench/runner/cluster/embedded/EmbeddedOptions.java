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
 * @param dataNodes number of DataNodes
 * @param nodeManagers number of NodeManagers; if there are several, each has its own loopback address and thus its own
 *     host
 * @param dataDirs places for the DataNodes' blocks, with a directory for each DataNode; if empty, below the work
 *     directory
 * @param localDirs places for the NodeManagers' spills and map output; if empty, below the work directory
 * @param workDir directory for all other files; by default a new temporary directory
 * @param node memory and virtual cores that one NodeManager offers
 * @param overrides the user's settings, also for daemons; they take precedence over all others
 * @param startLimit time limit for the start
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
     * Returns options with three DataNodes, so that replication 3 is possible, and one NodeManager sized for this
     * machine.
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

    /** The same on directories of the user's choice. */
    public EmbeddedOptions withDirs(List<StorageDirectory> newDataDirs, List<Path> newLocalDirs) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, newDataDirs, newLocalDirs, workDir, node, overrides, startLimit);
    }

    /** Returns these options with another work directory. */
    public EmbeddedOptions withWorkDir(Path newWorkDir) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, Optional.of(newWorkDir), node, overrides, startLimit);
    }

    /** Returns these options with another size for each NodeManager. */
    public EmbeddedOptions withNode(NodeSize newNode) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, workDir, newNode, overrides, startLimit);
    }

    /** Returns these options with the user's settings. */
    public EmbeddedOptions withOverrides(Map<String, String> newOverrides) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, workDir, node, newOverrides, startLimit);
    }

    /** Returns these options with another time limit for the start. */
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

    /** What one NodeManager offers to containers. */
    public record NodeSize(int memoryMb, int vcores) {

        /** The memory of each map's, reduce's and ApplicationMaster's container, unless the user sets another. */
        static final int CONTAINER_MB = 512;

        private static final int LEAST_TASKS = 4;
        private static final int MOST_MB = 8192;
        private static final long MB = 1024L * 1024L;

        /** Refuses a node on which not even an ApplicationMaster and one task fit. */
        public NodeSize {
            if (memoryMb < 2 * CONTAINER_MB || vcores < 1) {
                throw new IllegalArgumentException("a NodeManager needs " + 2 * CONTAINER_MB
                        + " MB and 1 virtual core or more, not " + memoryMb + " MB and " + vcores);
            }
        }

        /** Returns the share of this machine for each of several NodeManagers. */
        public static NodeSize ofThisMachine(int nodeManagers) {
            OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            int processors = Runtime.getRuntime().availableProcessors();
            return of(machine.getTotalMemorySize() / MB, processors, nodeManagers);
        }

        /**
         * Returns the size for twice as many tasks as processors, since tasks waiting for storage leave processors
         * idle. There are at least 4 tasks, to give a wave some width on a small machine, and the ApplicationMaster.
         * They take at most half of the memory. The rest is for the daemons, this client and the page cache.
         */
        static NodeSize of(long machineMb, int processors, int nodeManagers) {
            int tasks = Math.max(LEAST_TASKS, 2 * processors);
            long wanted = (long) CONTAINER_MB * (tasks + 1);
            long share = Math.min(Math.min(machineMb / 2, MOST_MB), wanted) / nodeManagers;
            int memoryMb = (int) Math.max(share, 2L * CONTAINER_MB);
            return new NodeSize(memoryMb, Math.max(2, (tasks + 1) / nodeManagers));
        }
    }
}
