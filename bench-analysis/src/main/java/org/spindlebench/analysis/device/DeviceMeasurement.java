package org.spindlebench.analysis.device;

/**
 * One operation on the file in one directory. Absent where it is not known.
 *
 * @param directory as it was given
 * @param operation {@code write}, {@code read}, {@code randread} or {@code randwrite}
 * @param block bytes of a request
 * @param threads that made requests at once, each one at a time
 * @param others directories in which the same was done at the same time; 0 where it was alone
 * @param bytes moved
 * @param seconds that took; of writes with the fsync at the end
 * @param requests made
 * @param deviceBytes bytes that the devices moved meanwhile in that direction, by the kernel's counters
 * @param deviceRequests their requests, after merging
 * @param tool {@code own}, or such as {@code fio-3.33}
 * @param access as {@link ProbedDirectory#access()}
 * @param error why there are no figures; null where there are
 */
public record DeviceMeasurement(
        String directory,
        String operation,
        long block,
        Long threads,
        int others,
        Long bytes,
        Double seconds,
        Long requests,
        Long deviceBytes,
        Long deviceRequests,
        String tool,
        String access,
        String error) {

    /** Bytes per second, bytes / seconds; null where it failed. */
    public Double bandwidth() {
        return bytes == null || seconds == null || !(seconds > 0) ? null : (Double) (bytes / seconds);
    }

    /** The I/O size that the devices saw, deviceBytes / deviceRequests; null where it is not known. */
    public Double bytesPerIo() {
        return deviceBytes == null || deviceRequests == null || deviceRequests == 0
                ? null
                : (Double) ((double) deviceBytes / deviceRequests);
    }

    /**
     * What the devices moved over what was asked for: 1 where the page cache was passed by, less where it, or compression, took part, more
     * where others used the devices or each byte is written more than once. Null where it is not known.
     */
    public Double moved() {
        return deviceBytes == null || bytes == null || bytes == 0 ? null : (Double) ((double) deviceBytes / bytes);
    }

    /** Whether it is the same operation in the same blocks. */
    boolean isLike(DeviceMeasurement other) {
        return operation.equals(other.operation) && block == other.block;
    }
}
