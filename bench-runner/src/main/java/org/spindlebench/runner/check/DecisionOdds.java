package org.spindlebench.runner.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.hypothesis.Likelihood;
import org.spindlebench.analysis.hypothesis.Likelihood.Chance;
import org.spindlebench.analysis.hypothesis.Likelihood.Design;
import org.spindlebench.analysis.hypothesis.Likelihood.PlannedCell;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;

/**
 * How likely a planned experiment is to decide its hypotheses, for some variations between visits. The variation of
 * earlier runs of the same jobs is one of them.
 *
 * @param variations coefficients of variation, ascending
 * @param earlier the variation of earlier runs; empty if there are no earlier runs
 * @param chances for each variation the likelihood of every hypothesis, in the experiment's order
 */
public record DecisionOdds(int visits, List<Double> variations, OptionalDouble earlier, List<List<Chance>> chances) {
    /** The variations on calm machines, on usual machines, and on machines on which chance decides much. */
    private static final List<Double> USUAL = List.of(0.03, 0.05, 0.1);

    /** The standard error of a likelihood is 2.2 points at most. */
    private static final int ROUNDS = 500;

    /**
     * Simulates the experiment.
     *
     * @param out the root of earlier campaigns' results
     * @param scales the number by which the bandwidths of a setup's disks are divided; nothing for real disks
     */
    public static DecisionOdds of(
            Experiment experiment, Collection<Printed> printed, Plan plan, Path out, Map<String, Integer> scales) {
        OptionalDouble earlier = PastRuns.readAll(out).variation(plan, scales);
        List<Double> variations = DoubleStream.concat(USUAL.stream().mapToDouble(Double::doubleValue), earlier.stream())
                .sorted()
                .boxed()
                .toList();
        List<PlannedCell> cells = new ArrayList<>();
        for (Visit visit : plan.visits()) {
            visit.runs().forEach(run -> cells.add(cell(visit, run)));
        }
        int visits = plan.shape().visits();
        List<PlannedCell> distinct = cells.stream().distinct().toList();
        List<List<Chance>> chances = variations.parallelStream()
                .map(cv -> Likelihood.of(
                        experiment.hypotheses(),
                        distinct,
                        ComparisonOptions.OTHER_WORK,
                        printed,
                        new Design(visits, cv, ComparisonOptions.DEFAULT_CONFIDENCE, ROUNDS)))
                .toList();
        return new DecisionOdds(visits, variations, earlier, chances);
    }

    private static PlannedCell cell(Visit visit, RunSpec run) {
        return new PlannedCell(visit.setup(), run.job(), new TreeMap<>(run.settings()));
    }

    /** Returns lines for people: a heading, and one line for each hypothesis. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "decided    how likely " + visits + " visits to each setup are to decide a hypothesis that is true, if"
                        + " a job's duration varies from visit to visit by");
        StringBuilder heading = new StringBuilder("           ");
        variations.forEach(cv -> heading.append(percent(cv, cv == Math.rint(cv * 100) / 100 ? "%.0f %%" : "%.1f %%")));
        earlier.ifPresent(
                cv -> heading.append(String.format(Locale.ROOT, "   (%.1f %% is that of earlier runs)", cv * 100)));
        lines.add(heading.toString());
        for (int i = 0; i < chances.get(0).size(); i++) {
            int hypothesis = i;
            StringBuilder line = new StringBuilder("           ");
            chances.forEach(ofCv -> line.append(
                    ofCv.get(hypothesis).cases() == 0
                            ? percent(0, "-")
                            : percent(ofCv.get(hypothesis).decided(), "%.0f %%")));
            lines.add(line + "   " + words(chances.get(0).get(i)));
        }
        return lines;
    }

    private static String percent(double share, String format) {
        return String.format(Locale.ROOT, "%8s", String.format(Locale.ROOT, format, share * 100));
    }

    private static String words(Chance chance) {
        String unit = chance.hypothesis().isOfOwnValues() ? "" : "x";
        return chance.hypothesis().says()
                + (chance.cases() == 0
                        ? " (not measured)"
                        : String.format(
                                Locale.ROOT,
                                " (%s%.3g%s, %d case%s)",
                                chance.isPrinted() ? "" : "if ",
                                chance.ratio(),
                                unit,
                                chance.cases(),
                                chance.cases() == 1 ? "" : "s"));
    }
}
