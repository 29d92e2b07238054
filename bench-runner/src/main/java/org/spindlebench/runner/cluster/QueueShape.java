package org.spindlebench.runner.cluster;

/**
 * What a queue grants one user. Bytes of memory; {@code Long.MAX_VALUE} where nothing limits.
 *
 * @param name the queue
 * @param running whether it takes applications
 * @param userMemory memory that one user may hold in it
 * @param amMemory memory that ApplicationMasters may hold in it
 * @param source where the limits were read: {@code rest}, {@code rpc}
 */
public record QueueShape(String name, boolean running, long userMemory, long amMemory, String source) {}
