package org.spindlebench.runner.plan;

import org.spindlebench.runner.conf.Reservation;

/**
 * What HDFS would count of a split device, and what to reserve so that it counts the truth. By the stated capacity: a file system
 * is smaller, and what is reserved in the end must follow from its own size.
 *
 * @param device its name in the setup
 * @param directories of HDFS on each instance
 * @param capacity bytes of one instance
 * @param counted bytes that HDFS counts of one instance where nothing is reserved
 * @param reservedPerDirectory bytes, for {@code dfs.datanode.du.reserved}
 */
public record SplitCapacity(String device, int directories, long capacity, long counted, long reservedPerDirectory) {
    static SplitCapacity of(String device, Reservation reservation) {
        return new SplitCapacity(
                device,
                reservation.directories(),
                reservation.capacity(),
                reservation.counted(),
                reservation.perDirectory());
    }
}
