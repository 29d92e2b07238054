package org.spindlebench.analysis.report;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.MixFinding;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/** Findings in words. */
final class Sentence {
    private static final double LEAST_PLAIN = 0.001;
    private static final double MOST_PLAIN = 1e5;

    private Sentence() {}

    /** What a comparison says, such as {@code terasort: ssd is 1.64x [1.59, 1.70] as fast as hdd-11}. */
    static String of(Comparison one) {
        SpeedUp speedUp = one.speedUp();
        String means = String.format(
                Locale.ROOT,
                " (%.2f s; %.2f s; n %s)",
                one.observations().baseline().mean(),
                one.observations().contender().mean(),
                runs(one));
        return one.job() + ": " + claim(one, speedUp) + means;
    }

    /** How many runs on either side, such as {@code 5, 5}, or {@code 6 runs in 2 visits, 6 runs in 2 visits}. */
    static String runs(Comparison one) {
        int baseline = one.baseline().runs().size();
        int contender = one.contender().runs().size();
        return one.unit() == Comparison.Unit.RUN
                ? baseline + ", " + contender
                : visited(baseline, one.observations().baseline().n()) + ", "
                        + visited(contender, one.observations().contender().n());
    }

    private static String visited(int runs, int visits) {
        return runs + (runs == 1 ? " run in " : " runs in ") + visits + (visits == 1 ? " visit" : " visits");
    }

    private static String claim(Comparison one, SpeedUp speedUp) {
        String faster = one.contenderSetup() + " is " + ratio(speedUp.ratio(), speedUp.interval()) + " as fast as "
                + one.baselineSetup();
        return switch (speedUp.basis()) {
            case INTERVAL -> speedUp.isTie() ? tie(one, speedUp) : faster;
            case NO_VARIATION -> faster + ", without measurable variation";
            case SINGLE_RUN -> faster + ", of a single run: no interval";
            case UNBOUNDED -> faster + ", of too few or too uneven runs for an interval";
            case CONFOUNDED_WITH_TIME -> faster + ", setup confounded with time: no interval";
        };
    }

    private static String tie(Comparison one, SpeedUp speedUp) {
        Double detectable = one.tests().detectable();
        return "no difference detectable between " + one.contenderSetup() + " and " + one.baselineSetup() + ", "
                + ratio(speedUp.ratio(), speedUp.interval())
                + (detectable == null
                        ? ""
                        : String.format(Locale.ROOT, "; less than %.3fx would have been missed", detectable));
    }

    static String of(SuiteFinding suite) {
        return "all " + suite.jobs().size() + " jobs together: " + suite.contender() + " is "
                + ratio(suite.ratio().geometricMean(), suite.ratio().interval()) + " as fast as " + suite.baseline()
                + " (geometric mean; by summed durations "
                + Figure.of(suite.ratio().ratioOfSums(), 3) + "x)"
                + (suite.ratio().interval().isEmpty() ? ", without interval, as some job has none" : "")
                + (suite.missing().isEmpty() ? "" : "; without " + String.join(", ", suite.missing()));
    }

    static String of(MixFinding mix) {
        String workload = "workload " + mix.mix() + ": ";
        if (mix.ratio() == null) {
            return workload + "no figure for " + mix.contender() + " against " + mix.baseline()
                    + ", not measured on both: " + String.join(", ", mix.missing());
        }
        return workload + mix.contender() + " is "
                + ratio(mix.ratio().speedUp(), mix.ratio().interval())
                + " as fast as " + mix.baseline();
    }

    /** Such as {@code 1.641x [1.585, 1.698]}. */
    static String ratio(double ratio, Optional<Interval> interval) {
        return number(ratio) + "x"
                + interval.map(bounds -> " " + bounds(bounds)).orElse("");
    }

    /** Such as {@code [1.585, 1.698]}. */
    static String bounds(Interval interval) {
        return "[" + number(interval.low()) + ", " + number(interval.high()) + "]";
    }

    /** Three decimals, or three digits where these say nothing or pretend to. */
    private static String number(double value) {
        boolean readable = value == 0 || (Math.abs(value) >= LEAST_PLAIN && Math.abs(value) < MOST_PLAIN);
        return readable ? Figure.of(value, 3) : String.format(Locale.ROOT, "%.3g", value);
    }

    /** Such as {@code compression=none, cache=cold}. */
    static String settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
