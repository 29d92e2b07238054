package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.stats.Interval;

/** Writes numbers for people in the same way under every locale. A number that does not exist is written as a dash. */
final class NumberText {
    static final String ABSENT = "-";

    private NumberText() {}

    /**
     * Writes a number in a unit.
     *
     * @param value in base units, or null
     * @param unit the size of the shown unit in base units, such as 1e6 for MB
     * @param decimals the number of digits after the point. With two and more, a number that would be 0 has two significant
     *     digits instead
     */
    static String of(Double value, double unit, int decimals) {
        if (value == null) {
            return ABSENT;
        }
        double shown = Math.abs(value / unit);
        boolean hidden = decimals > 1 && shown > 0 && shown < 0.5 * Math.pow(10, -decimals);
        return String.format(Locale.ROOT, hidden ? "%.2g" : "%." + decimals + "f", value / unit);
    }

    /** Writes a p with three significant digits. */
    static String p(Double p) {
        return p == null ? ABSENT : String.format(Locale.ROOT, "%.3g", p);
    }

    static String of(Double value, int decimals) {
        return of(value, 1, decimals);
    }

    /** Writes the bounds of an interval in a unit, such as {@code [1.58, 1.70]}. */
    static String bounds(Interval interval, double unit, int decimals) {
        return "[" + of(interval.low(), unit, decimals) + ", " + of(interval.high(), unit, decimals) + "]";
    }

    static final class Legend {
        static final List<String> LINES = List.of(
                "n: valid runs of baseline and contender. Durations are by YARN's clock, or as their source gives them; sd with n - 1.",
                "speed-up: mean of the baseline's durations over mean of the contender's, with Fieller's interval; above 1 the contender is"
                        + " faster. normalised: its reciprocal, as the papers plot it.",
                "p: Welch's t test on logarithms. p (Holm): corrected for the jobs of one baseline, contender and settings. p (exact):"
                        + " two-sided Mann-Whitney, all splits enumerated.",
                "Hodges-Lehmann: exp of the median of all differences of logarithms.",
                "detectable: the least ratio above 1 that this number of runs, with this variation, detects with a power of 80 %.",
                "runs for +- 5 %: observations that each side needs for an interval within 5 % of the ratio, by the greater variation of the two.",
                "jobs as a sample: the interval if the jobs were drawn from all jobs; the other one is for these jobs only.",
                "second over first: the speed-up under the second value over the one under the first, by the delta method on logarithms; below"
                        + " 1 the contender gains less under the second.",
                "against the average of all: mean of all the job's runs over the mean of those with the value, pooled over all runs that were made."
                        + " matched: geometric mean over configurations that were run with both values. pooled: ratio of overall means;"
                        + " unbalanced if configurations have different shares of the runs.",
                "best: the lowest mean. Others are tied with it unless they are claimed to be slower, after Bonferroni's correction over all"
                        + " pairs of values in both directions.",
                "best of all settings: half of the runs choose the settings, and the other half measures them. So the settings that are best for"
                        + " one setup can look slower than the best common ones, by chance.",
                "CPU busy: share of all hardware threads' time; over TeraSort's: divided by that of the one TeraSort with the same setup and"
                        + " settings. HDFS and shuffle read, write: mean bytes of a request as its devices saw it, kB = 10^3 bytes; busy: share of"
                        + " the time in which a device had work.",
                "tasks: means over the valid runs whose records have task attempts (n). maps, reduces: attempts that succeeded. waves: by"
                        + " the most attempts at one instant, then the longest chain of attempts one after another; trust neither alone."
                        + " ramp: seconds from the first start to the last start of one wave's tasks."
                        + " map, shuffle, merge, reduce: mean seconds of the phase; shuffle includes waiting for maps. node-local,"
                        + " rack-local: share of the containers given to maps on a host of their data, or otherwise in its rack."
                        + " spills per record: records spilled by maps and reduces over records of map output. local writes per"
                        + " shuffled byte: bytes that tasks wrote to local dirs over those that reduces fetch; tasks with more memory"
                        + " write fewer.",
                "failed, killed, stragglers: attempts, summed over these runs. A straggler took more than 1.5 times the median of its run and"
                        + " kind, and at least 5 s more. worst straggler: its time over the median, and the phase in which it lost most.",
                "drift: how ln(duration / mean of its cell) changes over a campaign's runs in the order of the clock.");

        private Legend() {}
    }
}
