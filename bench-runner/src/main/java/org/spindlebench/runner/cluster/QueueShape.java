package org.spindlebench.runner.cluster;

/**
 * What a queue grants one user. Bytes of memory; the largest number where nothing limits.
 *
 * @param name the queue
 * @param running whether it takes applications
 * @param userMemory memory that one user may hold in it
 * @param userVcores vcores that one user may hold in it, where the scheduler counts them
 * @param amMemory memory that ApplicationMasters may hold in it
 * @param source where the limits were read: {@code rest}, {@code rpc}
 */
public record QueueShape(String name, boolean running, long userMemory, int userVcores, long amMemory, String source) {}
