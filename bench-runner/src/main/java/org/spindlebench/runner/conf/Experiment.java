package org.spindlebench.runner.conf;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.stats.StoppingRule;

/**
 * The content of an experiment's file, with the setups to compare, the suite, and the order of visits.
 *
 * @param source the file or resource from which the experiment was read
 * @param name the experiment's name, which is part of its campaigns' names
 * @param description one sentence for {@code list experiments}
 * @param figure the published result to check the experiment against, such as a figure of a paper; empty if there is
 *     none
 * @param prices the name or file of the price list of its setups; empty if it names none
 * @param references the name or file of the printed results to show beside the measured results; empty if the
 *     experiment names none
 * @param cold how caches are made cold, as in {@link Suite#cold}, which this value overrides; empty if the experiment
 *     does not state it
 * @param hypotheses statements to judge by the results
 * @param suite the suite's name or file
 * @param setups names or files of the setups; the first is the baseline
 * @param small the small form that is measured instead on emulated disks; null if the experiment fits there
 *     unchanged
 */
public record Experiment(
        String source,
        String name,
        String description,
        String figure,
        String prices,
        String references,
        String cold,
        List<Hypothesis> hypotheses,
        String suite,
        List<String> setups,
        VisitShape shape,
        Small small) {
    private static final String BYTES_PER_NODE = "bytes_per_node";

    /** Makes an experiment without prices, printed results or a way of cooling. */
    public Experiment(
            String source,
            String name,
            String description,
            String figure,
            List<Hypothesis> hypotheses,
            String suite,
            List<String> setups,
            VisitShape shape) {
        this(source, name, description, figure, "", "", "", hypotheses, suite, setups, shape, null);
    }

    public Experiment {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(figure, "figure");
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(references, "references");
        Objects.requireNonNull(cold, "cold");
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(shape, "shape");
        hypotheses = List.copyOf(hypotheses);
        setups = List.copyOf(setups);
    }

    /** Returns this experiment as it is measured on emulated disks of one machine. */
    public Experiment onEmulatedDisks() {
        return small == null ? this : with(hypotheses, small.suite, small.setups, shape.withVisits(small.visits));
    }

    private Experiment with(List<Hypothesis> judged, String replacement, List<String> compared, VisitShape visited) {
        return new Experiment(
                source,
                name,
                description,
                figure,
                prices,
                references,
                cold,
                judged,
                replacement,
                compared,
                visited,
                small);
    }

    /**
     * Returns the setups that the small form leaves out, because emulated disks cannot tell them from others. Empty if a
     * plan is not of the small form.
     */
    public List<String> notEmulated(String plannedSuite, List<String> plannedSetups) {
        boolean isSmall = small != null && small.suite.equals(plannedSuite) && small.setups.equals(plannedSetups);
        return setups.stream()
                .filter(setup -> isSmall && !plannedSetups.contains(setup))
                .toList();
    }

    /**
     * The form of an experiment that one machine can measure on emulated disks.
     *
     * @param suite the name or file of the suite that replaces the experiment's suite
     * @param setups the setups to compare, out of the experiment's setups; the first is the baseline
     * @param visits the largest number of visits to each setup
     * @param scale the number by which bandwidths are divided
     * @param node the emulated node, except for its disks
     * @param sizes the bytes per node that replace the bytes per node in hypotheses; empty if the hypotheses name none
     */
    public record Small(
            String suite, List<String> setups, int visits, int scale, EmulatedNode node, Map<String, String> sizes) {
        public Small {
            Objects.requireNonNull(suite, "suite");
            Objects.requireNonNull(node, "node");
            setups = List.copyOf(setups);
            sizes = Map.copyOf(sizes);
        }
    }

    /**
     * Returns this experiment with hypotheses about the sizes that were measured: the sizes of its small form, if a
     * plan has these sizes and none of the experiment's own sizes.
     *
     * @param settings the settings of the plan's runs
     */
    public Experiment asMeasured(Collection<Map<String, String>> settings) {
        Set<String> measured = settings.stream()
                .flatMap(all -> Stream.ofNullable(all.get(BYTES_PER_NODE)))
                .collect(Collectors.toSet());
        boolean isSmall = small != null
                && measured.containsAll(small.sizes.values())
                && Collections.disjoint(measured, small.sizes.keySet());
        return !isSmall
                ? this
                : with(
                        hypotheses.stream()
                                .map(one -> one.replacing(BYTES_PER_NODE, small.sizes))
                                .toList(),
                        suite,
                        setups,
                        shape);
    }

    /**
     * The parts of an emulated node that are not disks.
     *
     * @param tasks the tasks that run at once; null for as many as the machine's processors suggest
     * @param pageCache the bytes of files that stay in memory; null for the machine's whole memory
     */
    public record EmulatedNode(Integer tasks, Long pageCache) {
        /** The machine as it is. */
        public static final EmulatedNode WHOLE = new EmulatedNode(null, null);

        /** The largest number of tasks. A larger number is assumed to be a typing error. */
        public static final int MOST_TASKS = 64;

        /** The least page cache. With less, the kernel would write each page before a job could fill the next. */
        public static final long LEAST_PAGE_CACHE = 64L << 20;
    }

    /**
     * The numbers of visits and runs.
     *
     * @param order the order of visits
     * @param visits largest number of visits to each setup
     * @param repeats number of runs of each cell in a visit
     * @param warmUps number of warm-up runs of each cell at the start of each visit
     * @param stop the condition for stopping early; null if the experiment never stops early
     * @param looks the numbers of visits to each setup after which a report may decide, ascending; empty if none were
     *     declared
     */
    public record VisitShape(
            VisitOrder order,
            int visits,
            int repeats,
            int warmUps,
            StopCondition stop,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> looks) {
        /**
         * The default shape. As in the papers, each cell has five runs. Each run is in a separate visit, because the
         * visit is the unit of the statistics.
         */
        public static final VisitShape DEFAULT = new VisitShape(VisitOrder.ABBA, 5, 1, 0, null);

        /** Creates a shape without declared looks. */
        public VisitShape(VisitOrder order, int visits, int repeats, int warmUps, StopCondition stop) {
            this(order, visits, repeats, warmUps, stop, List.of());
        }

        public VisitShape {
            Objects.requireNonNull(order, "order");
            // Plans of earlier versions have no looks.
            looks = looks == null ? List.of() : List.copyOf(looks);
        }

        public VisitShape withVisits(int other) {
            return new VisitShape(order, other, repeats, warmUps, stop, looks);
        }

        public VisitShape withRepeats(int other) {
            return new VisitShape(order, visits, other, warmUps, stop, looks);
        }
    }

    /**
     * The condition for ending an experiment before its last visit, which requires that the intervals of all speed-ups
     * are narrow enough.
     *
     * @param within the required precision, as in {@link StoppingRule#precision()}, such as 0.05; 0 if the experiment
     *     ends at the first of its declared looks that decides every speed-up
     * @param atLeast the number of visits to each setup before the first check
     */
    public record StopCondition(double within, int atLeast) {
        /** Ends the experiment at the look that decides every speed-up. */
        public static StopCondition decided(int firstLook) {
            return new StopCondition(0, firstLook);
        }

        /** Checks whether verdicts end the experiment, instead of narrow intervals. */
        public boolean isDecided() {
            return within == 0;
        }

        public StoppingRule rule(int visits) {
            return new StoppingRule(atLeast, visits, within);
        }
    }

    /** The order in which an experiment visits its setups. */
    public enum VisitOrder {
        /**
         * Each block of visits holds every setup once, in random order, and the next block repeats this order in
         * reverse. After every second block, a linear drift has affected all setups equally.
         */
        ABBA,
        /** The visits form randomised complete blocks. Each block holds every setup once, in its own random order. */
        BLOCKS,
        /**
         * All visits to one setup precede all visits to the next. A drift then looks like a difference between setups.
         */
        SEQUENTIAL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
