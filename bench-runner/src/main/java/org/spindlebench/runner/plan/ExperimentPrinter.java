package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.StorageTerms;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.VisitOrder;

/** An experiment's plan as text for people. For programs there is {@link PlanFile}. */
public final class ExperimentPrinter {
    private ExperimentPrinter() {}

    /**
     * A heading, the rules, what nodes have under each setup, a table of all runs by visits, and the totals.
     *
     * @param setups as they are declared
     * @param measured what their devices were measured to do
     */
    public static String text(ExperimentPlan plan, List<StorageSetup> setups, MeasuredSetups measured) {
        List<String> lines = new ArrayList<>();
        lines.add("experiment " + plan.experiment());
        lines.add("suite      " + plan.suite());
        lines.add("setups     " + String.join(", ", plan.setups()) + " (the first is the baseline)");
        lines.add("campaign   " + plan.campaign());
        lines.add("seed       " + plan.seed() + " (--seed " + plan.seed() + " gives this order and these data again)");
        lines.addAll(rules(plan));
        DifferentMachines.warning(setups).ifPresent(warning -> lines.add("warning    " + warning));
        List<SetupFigures> figures = setups.stream()
                .map(setup -> SetupFigures.of(setup, StorageTerms.DEFAULT.replication())
                        .with(measured))
                .toList();
        lines.add("premise    " + Premise.of(figures).describe());
        lines.add("");
        lines.add(SetupTable.text(figures));
        lines.add("");
        lines.addAll(PlanPrinter.table(plan));
        lines.add("");
        lines.addAll(PlanPrinter.settings(plan.runs()));
        lines.add(PlanPrinter.total(plan.runs()));
        return String.join(System.lineSeparator(), lines);
    }

    private static List<String> rules(ExperimentPlan plan) {
        Experiment.Shape shape = plan.shape();
        List<String> lines = new ArrayList<>();
        lines.add("visits     " + shape.visits() + " to each setup, each with " + shape.repeats()
                + " run(s) of every cell" + warmUps(shape) + "; the visit is the unit of the statistics");
        lines.add("order      " + order(shape));
        if (shape.visits() == 1) {
            lines.add("warning    setup confounded with time: one visit to a setup gives no interval; raise --visits");
        }
        if (shape.stop() != null) {
            lines.add(String.format(
                    Locale.ROOT,
                    "stop       after %d visits to each setup or more, as soon as every interval lies within %s %% of its"
                            + " speed-up",
                    shape.stop().atLeast(),
                    number(shape.stop().within() * 100)));
            plan.coverage().forEach(coverage -> lines.add("           " + coverage.describe()));
        }
        return lines;
    }

    private static String warmUps(Experiment.Shape shape) {
        return shape.warmUps() == 0 ? "" : " after " + shape.warmUps() + " warm-up(s) that count for nothing";
    }

    private static String order(Experiment.Shape shape) {
        String order =
                switch (shape.order()) {
                    case ABBA -> "abba: each block of visits is followed by the same in reverse";
                    case BLOCKS -> "blocks: each block of visits holds every setup once, in an order of chance";
                    case SEQUENTIAL ->
                        "sequential: one setup after the other. A drift of the cluster looks like a difference of the"
                                + " setups";
                };
        boolean odd = shape.order() == VisitOrder.ABBA && shape.visits() % 2 == 1;
        return odd ? order + "; an even number of visits would balance a drift wholly" : order;
    }

    private static String number(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    /** Setup and visit of each run, by its id. */
    static Map<String, String> visits(ExperimentPlan plan) {
        Map<String, String> visits = new TreeMap<>();
        plan.visits().forEach(visit -> visit.runs()
                .forEach(run -> visits.put(
                        run.id(), visit.visit() + " " + visit.setup() + (run.warmsUp() ? " (warm-up)" : ""))));
        return visits;
    }
}
