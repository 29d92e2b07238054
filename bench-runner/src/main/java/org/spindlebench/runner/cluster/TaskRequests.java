package org.spindlebench.runner.cluster;

import org.spindlebench.runner.plan.Slots.Request;

/**
 * The container requests and sizes that a job's settings lead to.
 *
 * @param map of a map
 * @param reduce of a reduce
 * @param am of the ApplicationMaster
 * @param mapHeap bytes of a map's heap by its {@code -Xmx}, or 0 when none is given
 * @param reduceHeap the same of a reduce
 * @param amHeap the same of the ApplicationMaster
 * @param blockSize bytes of an HDFS block
 * @param splitMeta the most bytes that an ApplicationMaster reads about a job's input splits; below 1 where there is no limit
 */
public record TaskRequests(
        Request map,
        Request reduce,
        Request am,
        long mapHeap,
        long reduceHeap,
        long amHeap,
        long blockSize,
        long splitMeta) {}
