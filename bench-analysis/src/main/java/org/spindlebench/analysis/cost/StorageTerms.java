package org.spindlebench.analysis.cost;

/**
 * How capacity and endurance of devices are used up.
 *
 * @param replication copies of every block in HDFS, at least 1; 3 by default, as HDFS's
 * @param reserve share of the raw capacity that holds no HDFS data (map output, logs, free space), from 0 to below 1; 0 by
 *     default
 * @param writeAmplification bytes that a device's flash takes for each byte written to the device, at least 1; 1 by default
 */
public record StorageTerms(int replication, double reserve, double writeAmplification) {
    public static final StorageTerms DEFAULT = new StorageTerms(3, 0, 1);

    public StorageTerms {
        Allowed.atLeast(1, "replication", replication);
        Allowed.shareBelowOne("reserve", reserve);
        if (!(writeAmplification >= 1) || Double.isInfinite(writeAmplification)) {
            throw new IllegalArgumentException(
                    "write amplification must be a number of at least 1: " + writeAmplification);
        }
    }

    /** What of some raw bytes can hold data: raw × (1 − reserve) / replication. */
    public double usable(double rawBytes) {
        return rawBytes * (1 - reserve) / replication;
    }
}
