package org.spindlebench.runner.conf;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.stats.StoppingRule;

/**
 * An experiment's file: the setups to compare, the suite, and the order of visits.
 *
 * @param source the place that it was read from
 * @param name the experiment's name, part of its campaigns' names
 * @param description one sentence for {@code list experiments}
 * @param figure the published result to check against, such as a figure of a paper; empty if there is none
 * @param hypotheses statements to judge by the results
 * @param suite the suite's name or file
 * @param setups names or files of the setups; the first is the baseline
 * @param shape the number and order of visits
 */
public record Experiment(
        String source,
        String name,
        String description,
        String figure,
        List<Hypothesis> hypotheses,
        String suite,
        List<String> setups,
        VisitShape shape) {
    public Experiment {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(figure, "figure");
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(shape, "shape");
        hypotheses = List.copyOf(hypotheses);
        setups = List.copyOf(setups);
    }

    /**
     * The numbers of visits and runs.
     *
     * @param order the order of visits
     * @param visits largest number of visits to each setup
     * @param repeats number of runs of each cell in a visit
     * @param warmUps number of warm-up runs of each cell at the start of each visit
     * @param stop when it stops early; null for never
     */
    public record VisitShape(VisitOrder order, int visits, int repeats, int warmUps, Stop stop) {
        /**
         * Five runs of each cell, as in the papers, each in a separate visit, because the visit is the unit of the
         * statistics.
         */
        public static final VisitShape DEFAULT = new VisitShape(VisitOrder.ABBA, 5, 1, 0, null);

        public VisitShape {
            Objects.requireNonNull(order, "order");
        }

        /** Returns this shape with another number of visits. */
        public VisitShape withVisits(int other) {
            return new VisitShape(order, other, repeats, warmUps, stop);
        }

        /** Returns this shape with another number of runs of each cell in a visit. */
        public VisitShape withRepeats(int other) {
            return new VisitShape(order, visits, other, warmUps, stop);
        }
    }

    /**
     * The condition for ending an experiment before its last visit: the intervals of all speed-ups are narrow enough.
     *
     * @param within the required precision, as in {@link StoppingRule#precision()}, such as 0.05
     * @param atLeast number of visits to each setup before the first check
     */
    public record Stop(double within, int atLeast) {
        /** Returns the rule for an experiment with the given number of visits to each setup. */
        public StoppingRule rule(int visits) {
            return new StoppingRule(atLeast, visits, within);
        }
    }

    /** The order in which an experiment visits its setups. */
    public enum VisitOrder {
        /**
         * Each block of visits holds every setup once, in random order, and is followed by the same block in reverse.
         * After every second block, a linear drift affects all setups equally.
         */
        ABBA,
        /** Randomised complete blocks. Each holds every setup once, in its own random order. */
        BLOCKS,
        /** All visits to one setup, then all to the next. A drift looks like a difference of the setups. */
        SEQUENTIAL;

        /** Returns the word for files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
