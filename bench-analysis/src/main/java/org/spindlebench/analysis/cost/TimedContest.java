package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.Spread;

/**
 * The durations of one job with one choice of settings on several setups, as far as costs of them need to know them: means, their intervals
 * and those of their ratios.
 *
 * @param job null for all jobs together, whose durations are geometric means
 * @param settings that all share
 * @param jobs how many jobs
 * @param entries one for each setup, by name
 */
public record TimedContest(String job, SortedMap<String, String> settings, int jobs, List<Entry> entries) {
    public TimedContest {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        entries = List.copyOf(entries);
    }

    /**
     * One setup's durations.
     *
     * @param setup its name
     * @param runs how many durations; of all jobs together, their sum
     * @param seconds the mean
     * @param interval of the mean; null where it does not exist
     * @param speedUp how many times faster than the baseline; null where the baseline was not measured
     * @param ofSpeedUp its interval; null where it does not exist
     * @param spread what tells it from others, for ties; null where nothing bounds its ratios
     */
    public record Entry(
            String setup,
            int runs,
            double seconds,
            Interval interval,
            Double speedUp,
            Interval ofSpeedUp,
            Spread spread) {
        public Entry {
            Objects.requireNonNull(setup, "setup");
        }
    }

    /** A setup, and its durations of each job. */
    record Side(String setup, int runs, List<Sample> seconds) {}

    /**
     * The contest of several setups.
     *
     * @param baseline its durations of the same jobs; null where there are none
     */
    static TimedContest of(
            String job,
            SortedMap<String, String> settings,
            List<Side> sides,
            List<Sample> baseline,
            CostOptions options) {
        List<Entry> entries =
                sides.stream().map(side -> entry(side, baseline, options)).toList();
        return new TimedContest(job, settings, sides.get(0).seconds().size(), entries);
    }

    private static Entry entry(Side side, List<Sample> baseline, CostOptions options) {
        Timed timed = new Timed(side.seconds, 1, 1);
        DurationRatio speedUp =
                baseline == null ? null : DurationRatio.of(baseline, side.seconds, options.confidence());
        return new Entry(
                side.setup,
                side.runs,
                timed.value(),
                timed.interval(options.confidence()),
                speedUp == null ? null : (Double) speedUp.value(),
                speedUp == null ? null : speedUp.interval(),
                // Of the fastest runs nothing is known but their values.
                options.runs() == CostOptions.Runs.BEST
                        ? Spread.exact(side.seconds.size())
                        : Spread.of(side.seconds).orElse(null));
    }
}
