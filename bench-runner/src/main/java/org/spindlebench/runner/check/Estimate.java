package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.document.FewNames;

/**
 * The time and space that a plan is expected to take and, after its end, the time and space that it took. Spindle
 * writes it as {@code estimate.json} next to the records. Unknown values are null.
 *
 * @param schema version of this document
 * @param hdfs the space that the campaign's files take in HDFS at their peak
 * @param local the space for spills, shuffle and merges of the largest job
 * @param queueShare the largest wave with its ApplicationMaster, divided by the memory that the queue grants one user;
 *     null without a wave
 * @param time the duration by the client's clock
 * @param measured the time and space that the campaign took; null before its end
 */
public record Estimate(int schema, Hdfs hdfs, LocalSpace local, Double queueShare, Time time, Measured measured) {
    public static final int SCHEMA = 1;

    private static final double GB = 1e9;
    private static final double HOUR = 3600;

    /**
     * Space in HDFS, in bytes with replicas.
     *
     * @param bytes the space for all inputs and the largest output
     * @param free the space that HDFS still has
     */
    public record Hdfs(long bytes, Long free) {}

    /**
     * Space in a node's local directories.
     *
     * @param bytesPerNode an upper limit of the bytes that the plan needs
     * @param freePerNode free bytes, as one task or the client's host sees them; null if unknown
     */
    public record LocalSpace(long bytesPerNode, Long freePerNode) {}

    /**
     * The duration of a plan.
     *
     * @param seconds the duration in seconds; null if the duration of any job is unknown
     * @param campaigns the earlier campaigns on which the estimate is based
     * @param unknownJobs jobs without a record on these nodes
     * @param small whether the plan is so small that it needs no consent if its duration is unknown
     */
    public record Time(Double seconds, List<String> campaigns, List<String> unknownJobs, boolean small) {
        /** The duration of a plan about which nothing is known, and which needs no consent. */
        public static final Time UNKNOWN = new Time(null, List.of(), List.of(), true);

        public Time {
            campaigns = List.copyOf(campaigns);
            unknownJobs = List.copyOf(unknownJobs);
        }

        /** Returns the names of the latest few campaigns, for messages. */
        public String sources() {
            return FewNames.of(
                    campaigns.stream().sorted(Comparator.reverseOrder()).toList());
        }
    }

    /**
     * The time and space that a campaign took.
     *
     * @param seconds time by the client's clock, over all steps of all runs
     * @param hdfsBytes the largest number of bytes that the campaign's files took after any job, with replicas
     */
    public record Measured(double seconds, Long hdfsBytes) {}

    public Estimate withFreeLocal(Long free) {
        return new Estimate(schema, hdfs, new LocalSpace(local.bytesPerNode(), free), queueShare, time, measured);
    }

    public Estimate measured(Measured outcome) {
        return new Estimate(schema, hdfs, local, queueShare, time, outcome);
    }

    public String describe() {
        List<String> lines = new ArrayList<>();
        lines.add("Estimate:");
        lines.add(String.format(
                Locale.ROOT,
                "  HDFS    %.2f GB at its peak, replicas counted%s",
                hdfs.bytes() / GB,
                of(hdfs.bytes(), hdfs.free())));
        lines.add(String.format(
                Locale.ROOT,
                "  local   at most %.2f GB per node for spills, shuffle and merges%s",
                local.bytesPerNode() / GB,
                of(local.bytesPerNode(), local.freePerNode())));
        if (queueShare != null) {
            lines.add(String.format(
                    Locale.ROOT, "  queue   %.0f %% of what the queue grants one" + " user", queueShare * 100));
        }
        lines.add("  hours   " + hours());
        return String.join(System.lineSeparator(), lines);
    }

    private String hours() {
        return time.seconds() == null
                ? "unknown: no valid run of " + String.join(", ", time.unknownJobs()) + " on these nodes is under --out"
                : String.format(Locale.ROOT, "%.2f, from the records of %s", time.seconds() / HOUR, time.sources());
    }

    private static String of(long bytes, Long free) {
        return free == null || free <= 0
                ? "; free space unknown"
                : String.format(Locale.ROOT, ", %.1f %% of the free space", 100.0 * bytes / free);
    }

    /** Returns a message with the estimate, the measured values and their difference. */
    public String error() {
        String hours = String.format(
                Locale.ROOT,
                "hours %s, measured %.2f%s",
                time.seconds() == null ? "unknown" : String.format(Locale.ROOT, "%.2f", time.seconds() / HOUR),
                measured.seconds() / HOUR,
                time.seconds() == null ? "" : percent(time.seconds(), measured.seconds()));
        String bytes = measured.hdfsBytes() == null
                ? "not measured"
                : String.format(
                        Locale.ROOT,
                        "measured %.2f GB%s",
                        measured.hdfsBytes() / GB,
                        percent((double) hdfs.bytes(), (double) measured.hdfsBytes()));
        return String.format(Locale.ROOT, "Estimated: %s; peak in HDFS %.2f GB, %s.", hours, hdfs.bytes() / GB, bytes);
    }

    private static String percent(double estimated, double measured) {
        return measured <= 0
                ? ""
                : String.format(
                        Locale.ROOT, " (the estimate is off by %+d %%)", Math.round(100 * (estimated / measured - 1)));
    }
}
