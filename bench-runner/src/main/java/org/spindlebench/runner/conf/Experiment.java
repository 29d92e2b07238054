package org.spindlebench.runner.conf;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.stats.StoppingRule;

/**
 * Which setups are compared by which suite, and in which order, as read from an experiment's file.
 *
 * @param source where it was read
 * @param name its name, part of its campaigns' names
 * @param description one sentence for {@code list experiments}
 * @param figure what its results are to be held against, such as a figure of a paper; empty where nothing is named
 * @param hypotheses to be judged by its results
 * @param suite the suite's name or file
 * @param setups names or files of the setups; the first is the baseline
 * @param shape how often and in which order they are visited
 */
public record Experiment(
        String source,
        String name,
        String description,
        String figure,
        List<Hypothesis> hypotheses,
        String suite,
        List<String> setups,
        Shape shape) {
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
     * Visits and runs.
     *
     * @param order of the visits
     * @param visits to each setup, at most
     * @param repeats runs of each cell in a visit
     * @param warmUps runs of each cell at the start of each visit, which count for nothing
     * @param stop when it ends earlier; null for never
     */
    public record Shape(VisitOrder order, int visits, int repeats, int warmUps, Stop stop) {
        /** Five runs of each cell, as in the papers, each in a visit of its own: the unit of the statistics is the visit. */
        public static final Shape DEFAULT = new Shape(VisitOrder.ABBA, 5, 1, 0, null);

        public Shape {
            Objects.requireNonNull(order, "order");
        }

        /** The same with another number of visits. */
        public Shape withVisits(int other) {
            return new Shape(order, other, repeats, warmUps, stop);
        }

        /** The same with another number of runs of each cell in a visit. */
        public Shape withRepeats(int other) {
            return new Shape(order, visits, other, warmUps, stop);
        }
    }

    /**
     * When an experiment ends before its last visit: as soon as every speed-up's interval is narrow enough.
     *
     * @param within how narrow, as {@link StoppingRule#precision()}, such as 0.05
     * @param atLeast visits to each setup before the first look
     */
    public record Stop(double within, int atLeast) {
        /** As a rule of an experiment with so many visits to each setup. */
        public StoppingRule rule(int visits) {
            return new StoppingRule(atLeast, visits, within);
        }
    }

    /** The order in which an experiment visits its setups. */
    public enum VisitOrder {
        /**
         * Each block of visits, which holds every setup once in an order of chance, is followed by the same block in reverse: a
         * linear drift falls on all setups alike after every second block.
         */
        ABBA,
        /** Randomised complete blocks: each holds every setup once, in an order of chance of its own. */
        BLOCKS,
        /** All visits to one setup, then all to the next: a drift looks like a difference of the setups. */
        SEQUENTIAL;

        /** The word that files use. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
