package org.spindlebench.runner.cluster.embedded;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an embedded cluster is made of.
 *
 * @param dataNodes   how many DataNodes
 * @param nodeManagers how many NodeManagers; with more than one, each has a loopback address, thus a host, of its own
 * @param dataDirs    where DataNodes keep blocks; empty: below the work directory. Each DataNode has a directory in each
 * @param localDirs   where NodeManagers keep spills and map output; empty: below the work directory
 * @param workDir     where all else goes; absent: a fresh temporary directory
 * @param node        memory and virtual cores that one NodeManager offers
 * @param overrides   settings of the user, of daemons too; they win over everything else
 * @param startLimit  how long the start may take
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

    /** Three DataNodes, so that replication 3 is possible, and one NodeManager sized by this machine. */
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

    /** The same with other numbers of nodes; the machine's memory and cores are divided among the NodeManagers. */
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

    /** The same below this work directory. */
    public EmbeddedOptions withWorkDir(Path newWorkDir) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, Optional.of(newWorkDir), node, overrides, startLimit);
    }

    /** The same with this much memory and so many cores for each NodeManager. */
    public EmbeddedOptions withNode(NodeSize newNode) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, workDir, newNode, overrides, startLimit);
    }

    /** The same with the user's settings. */
    public EmbeddedOptions withOverrides(Map<String, String> newOverrides) {
        return new EmbeddedOptions(
                dataNodes, nodeManagers, dataDirs, localDirs, workDir, node, newOverrides, startLimit);
    }

    /** The same with another limit for the start. */
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

        /** The memory of a map's, a reduce's and the ApplicationMaster's container, unless the user asks for another. */
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

        /** This machine's share for each of so many NodeManagers. */
        public static NodeSize ofThisMachine(int nodeManagers) {
            OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            int processors = Runtime.getRuntime().availableProcessors();
            return of(machine.getTotalMemorySize() / MB, processors, nodeManagers);
        }

        /**
         * Twice as many tasks as processors, since tasks that wait for storage leave theirs idle, but 4 at least, so that
         * a wave has some width on a small machine; beside them the ApplicationMaster. Never more than half of the memory:
         * the other half is for the daemons, this client and the page cache.
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
