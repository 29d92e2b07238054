package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What of an estimate the user must agree to, with {@code --yes}. */
public final class Consent {
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
            needed.add("how long the plan takes is unknown: no valid run of " + String.join(", ", time.unknownJobs())
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
