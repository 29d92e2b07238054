package org.spindlebench.runner.guest;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The limits that the user sets for a campaign. A limit that was not given is null.
 *
 * @param hdfs the largest number of bytes of the campaign in HDFS, with replicas
 * @param local the largest number of bytes of the campaign in the local directories of one node
 * @param time the longest time of the campaign, counted from this start
 * @param begun when this start began
 * @param window the time of day in which Spindle may make runs
 * @param busy the largest share of the nodes' memory, from 0 to 1, that others may use when a run begins
 */
public record GuestLimits(Long hdfs, Long local, Duration time, Instant begun, TimeWindow window, Double busy) {
    /** No limits besides the limits of every campaign. */
    public static final GuestLimits NONE = new GuestLimits(null, null, null, Instant.EPOCH, null, null);

    private static final double GB = 1e9;
    private static final double HOUR = 3600;

    public GuestLimits {
        Objects.requireNonNull(begun, "begun");
    }

    /**
     * Returns one line for each limit that a plan would exceed; empty if it exceeds none.
     *
     * @param hdfsBytes the space of a visit in HDFS at its peak
     * @param localBytes the largest space of a job on a node
     */
    public List<String> exceededSpace(long hdfsBytes, long localBytes) {
        List<String> exceeded = new ArrayList<>();
        space("HDFS, replicas counted", hdfsBytes, "--max-hdfs", hdfs, exceeded);
        space("a node's local directories", localBytes, "--max-local", local, exceeded);
        return exceeded;
    }

    private static void space(String where, long bytes, String option, Long limit, List<String> exceeded) {
        if (limit != null && bytes > limit) {
            exceeded.add(String.format(
                    Locale.ROOT,
                    "the plan takes %.1f GB of %s, and %s permits %.1f GB; lower --bytes-per-node, or raise %s",
                    bytes / GB,
                    where,
                    option,
                    limit / GB,
                    option));
        }
    }

    /** Returns a line if a plan would take longer than permitted; empty if not, or if its duration is unknown. */
    public List<String> exceededTime(Double seconds) {
        return seconds == null || time == null || seconds <= time.toSeconds()
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "the plan takes about %.1f hours, and --max-hours permits %.1f; lower --bytes-per-node, --repeats or"
                                + " --visits, or raise --max-hours",
                        seconds / HOUR,
                        time.toSeconds() / HOUR));
    }
}
