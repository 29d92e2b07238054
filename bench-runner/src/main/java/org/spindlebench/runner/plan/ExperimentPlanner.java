package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.plan.ExperimentPlan.StopCoverage;
import org.spindlebench.runner.plan.Planner.Cell;
import org.spindlebench.runner.plan.Planner.Chance;
import org.spindlebench.runner.plan.Planner.RunIds;

/**
 * Turns an experiment into visits of its setups: each holds the warm-ups, and then every cell of the suite once per repeat, in an order
 * that follows from the seed.
 */
public final class ExperimentPlanner {
    private final Experiment.Shape shape;
    private final Suite suite;
    private final PlanOptions options;
    private final List<Cell> cells;
    private final RunIds ids;
    private final int total;
    private int index;
    private int order;

    private ExperimentPlanner(Experiment.Shape shape, int setups, Suite suite, PlanOptions options, List<Cell> cells) {
        this.shape = shape;
        this.suite = suite;
        this.options = options;
        this.cells = cells;
        int repeats = setups * shape.visits() * cells.size();
        this.total = repeats * shape.repeats();
        this.ids = new RunIds(total + repeats * shape.warmUps(), cells);
    }

    /**
     * The plan; empty, with problems, when the options do not fit the suite.
     *
     * @param name the experiment's
     * @param setups names, the baseline first
     * @param options of which the setup is not looked at
     */
    public static Optional<ExperimentPlan> plan(
            String name,
            Experiment.Shape shape,
            List<String> setups,
            Suite suite,
            PlanOptions options,
            Problems problems) {
        PlanOptions repeated = options.withRepeats(OptionalInt.of(shape.repeats()));
        return Planner.cells(suite, repeated, problems)
                .map(cells -> new ExperimentPlan(
                        ExperimentPlan.SCHEMA,
                        options.campaign(),
                        name,
                        setups,
                        shape,
                        StopCoverage.of(shape),
                        options.seed(),
                        new ExperimentPlanner(shape, setups.size(), suite, repeated, cells).visits(setups)));
    }

    private List<Plan> visits(List<String> setups) {
        List<Plan> visits = new ArrayList<>();
        List<String> visited = new ArrayList<>();
        for (VisitSequence.Visit visit : VisitSequence.of(shape.order(), setups, shape.visits(), options.seed())) {
            visited.add(visit.setup());
            int nth = (int) visited.stream().filter(visit.setup()::equals).count();
            visits.add(new Plan(
                    Plan.SCHEMA,
                    options.campaign(),
                    suite.name(),
                    visit.setup(),
                    options.seed(),
                    visits.size() + 1,
                    total,
                    runs(visit, nth)));
        }
        return visits;
    }

    /**
     * The runs of a visit.
     *
     * @param nth which visit to its setup, from 1
     */
    private List<RunSpec> runs(VisitSequence.Visit visit, int nth) {
        List<RunSpec> runs = new ArrayList<>();
        for (int warmUp = 0; warmUp < shape.warmUps(); warmUp++) {
            add(runs, visit, 0);
        }
        for (int repeat = 0; repeat < shape.repeats(); repeat++) {
            add(runs, visit, (nth - 1) * shape.repeats() + repeat + 1);
        }
        return runs;
    }

    private void add(List<RunSpec> runs, VisitSequence.Visit visit, int repeat) {
        order++;
        for (Cell cell : Chance.order(cells, options.seed(), order)) {
            index++;
            String id = ids.of(index, cell) + "-" + visit.setup() + (repeat == 0 ? "-warm-up" : "");
            runs.add(new RunSpec(
                    id, index, visit.block(), repeat, cell.job(), cell.size(), cell.settings(), cell.configuration()));
        }
    }

    /** Which setup is visited when. */
    static final class VisitSequence {
        private VisitSequence() {}

        /**
         * One visit.
         *
         * @param setup the setup's name
         * @param block the block of visits, from 1: each holds every setup once, but for a sequential order, where none holds two
         */
        record Visit(String setup, int block) {}

        /**
         * All visits in their order.
         *
         * @param visits to each setup
         * @param seed the plan's
         */
        static List<Visit> of(VisitOrder order, List<String> setups, int visits, long seed) {
            List<Visit> sequence = new ArrayList<>();
            if (order == VisitOrder.SEQUENTIAL) {
                setups.forEach(setup -> Collections.nCopies(visits, setup)
                        .forEach(again -> sequence.add(new Visit(again, sequence.size() + 1))));
                return sequence;
            }
            List<String> before = List.of();
            for (int block = 1; block <= visits; block++) {
                boolean back = order == VisitOrder.ABBA && block % 2 == 0;
                List<String> now = back ? reversed(before) : Chance.order(setups, seed, -block);
                for (String setup : now) {
                    sequence.add(new Visit(setup, block));
                }
                before = now;
            }
            return sequence;
        }

        private static List<String> reversed(List<String> list) {
            List<String> reversed = new ArrayList<>(list);
            Collections.reverse(reversed);
            return reversed;
        }
    }
}
