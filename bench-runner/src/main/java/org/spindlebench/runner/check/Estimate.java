package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.document.FewNames;

/**
 * What a plan will take, estimated before anything of it starts, and in the end what it took. Written as
 * {@code estimate.json} beside the records. What is not known is null.
 *
 * @param schema version of this document
 * @param hdfs the campaign's files at their peak
 * @param local spills, shuffle and merges of the largest job
 * @param queueShare the largest wave with its ApplicationMaster, over what the queue grants one user; null without a wave
 * @param time of the client's clock
 * @param measured what the campaign took; null before its end
 */
public record Estimate(int schema, Hdfs hdfs, Local local, Double queueShare, Time time, Measured measured) {
    /** The schema this version writes. */
    public static final int SCHEMA = 1;

    private static final double GB = 1e9;
    private static final double HOUR = 3600;

    /**
     * HDFS.
     *
     * @param bytes all inputs and the largest output, replicas counted
     * @param free bytes that HDFS can still take, replicas counted
     */
    public record Hdfs(long bytes, Long free) {}

    /**
     * A node's local directories.
     *
     * @param bytesPerNode at most
     * @param freePerNode bytes that are free there, as one task or the client's own host saw; null where nobody sees them
     */
    public record Local(long bytesPerNode, Long freePerNode) {}

    /**
     * How long it takes.
     *
     * @param seconds null when nothing is known of some job
     * @param campaigns the earlier campaigns that say so
     * @param unknownJobs jobs without a record on these nodes
     * @param small whether the plan is so small that unknown hours need no question
     */
    public record Time(Double seconds, List<String> campaigns, List<String> unknownJobs, boolean small) {
        public Time {
            campaigns = List.copyOf(campaigns);
            unknownJobs = List.copyOf(unknownJobs);
        }

        /** The campaigns for people: the latest few. */
        public String sources() {
            return FewNames.of(
                    campaigns.stream().sorted(Comparator.reverseOrder()).toList());
        }
    }

    /**
     * What it was.
     *
     * @param seconds of the client's clock, over all steps of all runs
     * @param hdfsBytes the most that the campaign's files took when a job had ended, replicas counted
     */
    public record Measured(double seconds, Long hdfsBytes) {}

    /** The same with what is free in local directories. */
    public Estimate withFreeLocal(Long free) {
        return new Estimate(schema, hdfs, new Local(local.bytesPerNode(), free), queueShare, time, measured);
    }

    /** The same with what it was. */
    public Estimate measured(Measured outcome) {
        return new Estimate(schema, hdfs, local, queueShare, time, outcome);
    }

    /** The estimate in a few lines. */
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
            lines.add(String.format(Locale.ROOT, "  queue   %.0f %% of what it grants one user", queueShare * 100));
        }
        lines.add("  hours   " + hours());
        return String.join(System.lineSeparator(), lines);
    }

    private String hours() {
        return time.seconds() == null
                ? "unknown: no valid run of " + String.join(", ", time.unknownJobs()) + " on these nodes is under --out"
                : String.format(Locale.ROOT, "%.2f, by the records of %s", time.seconds() / HOUR, time.sources());
    }

    private static String of(long bytes, Long free) {
        return free == null || free <= 0
                ? ", of unknown free space"
                : String.format(Locale.ROOT, ", %.1f %% of what is free", 100.0 * bytes / free);
    }

    /** What was estimated and what it was, with the error. */
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

    /** What of an estimate the user must agree to, with {@code --yes}. */
    public static final class Consent {
        static final double MOST_SHARE = 0.1;
        public static final double MOST_SECONDS = 3600;

        private static final double GB = 1e9;

        private Consent() {}

        /** One line for each thing, with what would do instead; empty when the plan is small. */
        public static List<String> neededFor(Estimate estimate) {
            List<String> needed = new ArrayList<>();
            share(
                    "HDFS",
                    "replicas counted",
                    estimate.hdfs().bytes(),
                    estimate.hdfs().free(),
                    needed);
            share(
                    "a node's local directories",
                    "for spills, shuffle and merges",
                    estimate.local().bytesPerNode(),
                    estimate.local().freePerNode(),
                    needed);
            Estimate.Time time = estimate.time();
            if (time.seconds() == null && !time.small()) {
                needed.add(
                        "how long the plan takes is unknown: no valid run of " + String.join(", ", time.unknownJobs())
                                + " on these nodes is under --out; `check --calibrate`, or a run with a small --bytes-per-node and"
                                + " --repeats 1, tells; --yes goes without");
            }
            if (time.seconds() != null && time.seconds() > MOST_SECONDS) {
                needed.add(String.format(
                        Locale.ROOT,
                        "the plan takes about %.1f hours, by the records of %s; --yes allows more than one hour, or lower"
                                + " --bytes-per-node or --repeats",
                        time.seconds() / MOST_SECONDS,
                        time.sources()));
            }
            return needed;
        }

        private static void share(String where, String what, long bytes, Long free, List<String> needed) {
            if (free != null && bytes > MOST_SHARE * free) {
                needed.add(String.format(
                        Locale.ROOT,
                        "the plan takes %.1f GB of %s, %s: %.0f %% of the %.1f GB that are free; --yes allows more than 10 %%,"
                                + " or lower --bytes-per-node",
                        bytes / GB,
                        where,
                        what,
                        100.0 * bytes / free,
                        free / GB));
            }
        }
    }
}
