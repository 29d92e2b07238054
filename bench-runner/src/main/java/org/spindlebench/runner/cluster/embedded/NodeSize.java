package org.spindlebench.runner.cluster.embedded;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

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
