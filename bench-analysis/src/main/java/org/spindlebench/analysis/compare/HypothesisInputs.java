package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.hypothesis.Judgement.Observed.Load;
import org.spindlebench.analysis.stats.VisitedPair;

/** Provides hypotheses with the durations on their setups. */
final class HypothesisInputs {
    private HypothesisInputs() {}

    /** Judges the study's hypotheses, those that were stated before the first run first. */
    static List<Judgement> judgements(
            ComparisonOptions options, List<BestSettings> best, Map<String, List<CellSummary>> bySetup) {
        Study study = options.study();
        return Stream.concat(
                        study.hypotheses().stream()
                                .map(one -> judgement(one, options, best, bySetup))
                                .map(one -> one.with(one.claim().in(Claim.HYPOTHESES))),
                        study.later().stream().map(one -> judgement(one, options, best, bySetup)))
                .toList();
    }

    private static Judgement judgement(
            Hypothesis one,
            ComparisonOptions options,
            List<BestSettings> best,
            Map<String, List<CellSummary>> bySetup) {
        return Judgement.of(
                one,
                one.against().stream()
                        .flatMap(setup -> one.bestSettings()
                                ? ofBest(one, setup, best, bySetup).stream()
                                : observed(one, setup, bySetup).stream())
                        .toList(),
                options.confidence());
    }

    /**
     * Returns the measurements of a hypothesis's jobs, with the best settings on each setup. A job that was run with
     * one choice of settings for the same work has no others.
     */
    private static List<Observed> ofBest(
            Hypothesis hypothesis, String against, List<BestSettings> best, Map<String, List<CellSummary>> bySetup) {
        List<BestSettings> own = best.stream()
                .filter(one -> one.choice() == BestSettings.Choice.OWN)
                .filter(one -> hypothesis.isAbout(one.job(), one.settings()))
                .toList();
        List<Observed> observed = observed(hypothesis, against, bySetup).stream()
                .filter(one -> best.stream().noneMatch(searched -> isOfTheSameWork(one, searched)))
                .collect(Collectors.toCollection(ArrayList::new));
        for (BestSettings base : own) {
            for (BestSettings contender : own) {
                if (base.setup().equals(against)
                        && contender.setup().equals(hypothesis.contender())
                        && base.job().equals(contender.job())
                        && base.settings().equals(contender.settings())) {
                    observed.add(new Observed(
                            against,
                            base.job(),
                            base.settings(),
                            new VisitedPair(base.estimate(), contender.estimate()),
                            load(base.best()),
                            load(contender.best()),
                            base.isInSample() || contender.isInSample()));
                }
            }
        }
        return observed;
    }

    private static boolean isOfTheSameWork(Observed one, BestSettings searched) {
        return one.job().equals(searched.job())
                && one.settings().entrySet().containsAll(searched.settings().entrySet());
    }

    private static Load load(CellSummary cell) {
        DeviceMeans devices = cell.devices();
        return devices == null ? Load.UNKNOWN : new Load(devices.busiest(), devices.cpuBusy());
    }

    /** Returns the measurements of a hypothesis's jobs with equal settings, also of jobs on one setup only. */
    private static List<Observed> observed(
            Hypothesis hypothesis, String against, Map<String, List<CellSummary>> bySetup) {
        List<CellSummary> baselines = cells(hypothesis, against, bySetup);
        List<CellSummary> contenders = cells(hypothesis, hypothesis.contender(), bySetup);
        List<Observed> observed = new ArrayList<>();
        Set<CellSummary> paired = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Pairing.Pair pair :
                Pairing.of(baselines, contenders, Collections.emptySortedSet()).pairs()) {
            observed.add(new Observed(
                    against,
                    pair.baseline().subject().job(),
                    pair.settings(),
                    pair.samples(),
                    load(pair.baseline()),
                    load(pair.contender())));
            paired.add(pair.baseline());
            paired.add(pair.contender());
        }
        Stream.of(baselines, contenders)
                .flatMap(Collection::stream)
                .filter(cell -> !paired.contains(cell))
                .forEach(cell ->
                        observed.add(new Observed(against, cell.subject().job(), cell.comparable(), null)));
        return observed;
    }

    private static List<CellSummary> cells(
            Hypothesis hypothesis, String setup, Map<String, List<CellSummary>> bySetup) {
        return bySetup.getOrDefault(setup, List.of()).stream()
                .filter(cell -> hypothesis.isAbout(cell.subject().job(), cell.comparable()))
                .toList();
    }
}
