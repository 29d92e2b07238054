package org.spindlebench.runner.cluster;

/**
 * One NodeManager as the scheduler sees it.
 *
 * @param host its host
 * @param memory bytes of all containers
 * @param memoryUsed bytes in use
 * @param vcores vcores of all containers
 * @param vcoresUsed vcores in use
 */
public record NodeShape(String host, long memory, long memoryUsed, int vcores, int vcoresUsed) {
    public long memoryFree() {
        return Math.max(0, memory - memoryUsed);
    }

    public int vcoresFree() {
        return Math.max(0, vcores - vcoresUsed);
    }
}
