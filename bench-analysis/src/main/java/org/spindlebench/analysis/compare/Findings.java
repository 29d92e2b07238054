package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.CellWarning.CellWarnings;
import org.spindlebench.analysis.compare.CellWarning.PooledWarnings;
import org.spindlebench.analysis.compare.Comparison.Comparing;
import org.spindlebench.analysis.compare.Comparison.NormalisedFigure;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.hypothesis.Judgement.Observed.Load;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.VarianceComponents;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * All conclusions that a set of runs supports, with every warning.
 *
 * @param baseline the setup that all others are compared with; null if there is only one
 * @param cells the runs of each setup, job and choice of settings
 * @param matched the answer about each job that a contender was compared in under more than {@value
 *     MatchedFinding#MOST_SINGLE} combinations of settings, over all of these; in the order of the contenders
 * @param families comparisons with the baseline, grouped by contender and settings, and corrected within each group
 * @param suites all jobs of each family together
 * @param mixes all jobs of each family, weighted by production mixes
 * @param sweeps one setting varied, with all others held constant
 * @param best the best of all settings that each job was run with, by setup
 * @param interactions how speed-ups depend on the settings that the options name
 * @param marginals the effect of each value of a parameter over all configurations
 * @param workloads the makespans and slow-downs of jobs that ran at once
 * @param cost the costs; null if no prices were given
 * @param figure the figure that the study names, drawn from these runs; one for each choice of the settings that runs
 *     differ in. Empty if the study names none
 * @param doubts warnings about cells, in addition to the warnings of the comparisons
 */
public record Findings(
        ComparisonOptions options,
        String baseline,
        List<Campaign> campaigns,
        List<CellSummary> cells,
        List<MatchedFinding> matched,
        List<Family> families,
        List<SuiteFinding> suites,
        List<MixFinding> mixes,
        List<Sweep> sweeps,
        List<BestSettings> best,
        List<InteractionFinding> interactions,
        List<Marginal> marginals,
        List<DriftFinding> drifts,
        List<WorkloadFinding> workloads,
        CostFindings cost,
        List<Judgement> judgements,
        List<NormalisedFigure> figure,
        List<CellWarning> doubts) {

    public Findings {
        campaigns = List.copyOf(campaigns);
        cells = List.copyOf(cells);
        matched = List.copyOf(matched);
        families = List.copyOf(families);
        suites = List.copyOf(suites);
        mixes = List.copyOf(mixes);
        sweeps = List.copyOf(sweeps);
        best = List.copyOf(best);
        interactions = List.copyOf(interactions);
        marginals = List.copyOf(marginals);
        drifts = List.copyOf(drifts);
        workloads = List.copyOf(workloads);
        judgements = List.copyOf(judgements);
        figure = List.copyOf(figure);
        doubts = List.copyOf(doubts);
    }

    /**
     * Draws the conclusions. The same runs and options give the same findings.
     *
     * <p>Cells are compared if job, settings and the state of the caches are equal. For other cells, a warning {@code
     * not-comparable} names the smallest difference. If there is only one setup, there are no comparisons, but still
     * cells, sweeps and drifts.
     *
     * @param runs the runs; no two of their cells have the same subject
     * @throws UnknownSetupException if the setup named as the baseline has no run
     */
    public static Findings of(Runs runs, ComparisonOptions options) {
        return new Inquiry(runs, options).findings();
    }

    /**
     * Checks whether the baseline is the setup that has the same cells as most others, because the user named none and
     * runs of other tools have no first setup.
     */
    public boolean isBaselineSought() {
        long setups =
                cells.stream().map(cell -> cell.subject().setup()).distinct().count();
        return options.baseline() == null && areTables((int) setups, cells);
    }

    /** Checks for several contenders whose runs are of no plan, as those of other tools are. */
    private static boolean areTables(int setups, List<CellSummary> cells) {
        return setups > 2
                && cells.stream().flatMap(cell -> cell.runs().stream()).allMatch(run -> run.block() == null);
    }

    /** Returns the comparisons of all families. */
    public Stream<Comparison> comparisons() {
        return families.stream().flatMap(family -> family.comparisons().stream());
    }

    /** Returns the comparisons that no answer over many settings covers. All have the same baseline. */
    public List<Comparison> unmatched() {
        Set<List<String>> answered =
                matched.stream().map(one -> List.of(one.contender(), one.job())).collect(Collectors.toSet());
        return comparisons()
                .filter(one -> !answered.contains(List.of(one.contenderSetup(), one.job())))
                .toList();
    }

    /** Checks whether the answers about a contender are over many settings, so that single settings are a table. */
    public boolean isMatched(String contender) {
        return matched.stream().anyMatch(one -> one.contender().equals(contender));
    }

    /** Returns the number of claims that these findings could make. Holm's correction is made over all of them. */
    public int claims() {
        return Screen.claims(this);
    }

    /**
     * Returns the variance of log durations between and within visits; empty if no cell has two visits, or no visit
     * two runs.
     */
    public Optional<VarianceComponents> variation() {
        return VarianceComponents.of(cells.stream()
                .filter(CellSummary::isMeasured)
                .map(cell -> cell.sample().visits())
                .filter(visits -> !visits.isEmpty())
                .map(visits -> visits.stream()
                        .map(visit -> visit.runs().values().stream()
                                .mapToDouble(Math::log)
                                .toArray())
                        .toList())
                .toList());
    }

    private static final class Inquiry {
        private final ComparisonOptions options;
        private final Runs runs;
        private final List<CellSummary> cells;
        private final Map<String, List<CellSummary>> bySetup;
        private final Map<String, Set<String>> jobs;
        private final String baseline;
        private final List<CellWarning> doubts = new ArrayList<>();

        Inquiry(Runs runs, ComparisonOptions options) {
            this.options = options;
            this.runs = runs;
            // Setups are independent, so their cells are sorted in parallel.
            this.cells = runs.cells().stream()
                    .collect(Collectors.groupingBy(cell -> cell.subject().setup(), TreeMap::new, Collectors.toList()))
                    .values()
                    .parallelStream()
                    .flatMap(JobOrder::sorted)
                    .toList();
            this.bySetup = cells.stream()
                    .collect(Collectors.groupingBy(cell -> cell.subject().setup()));
            this.jobs = cells.stream()
                    .map(CellSummary::subject)
                    .collect(Collectors.groupingBy(
                            Subject::setup, Collectors.mapping(Subject::job, Collectors.toSet())));
            List<String> setups = runs.setups();
            if (options.baseline() != null && !setups.contains(options.baseline())) {
                throw new UnknownSetupException(options.baseline(), setups);
            }
            this.baseline = options.baseline() == null && setups.size() > 1 ? usual(setups) : options.baseline();
        }

        /**
         * Returns the baseline if the user names none: the first setup. Tables of other tools begin with any run; of
         * these it is the setup that has cells with the same job and settings as most other setups, the first of
         * several.
         */
        private String usual(List<String> setups) {
            if (!areTables(setups.size(), cells)) {
                return setups.get(0);
            }
            Map<Subject, Set<String>> counterparts = cells.stream()
                    .filter(CellSummary::isMeasured)
                    .collect(Collectors.groupingBy(
                            cell -> new Subject(cell.subject().job(), "", cell.comparable()),
                            Collectors.mapping(cell -> cell.subject().setup(), Collectors.toSet())));
            Map<String, Set<String>> reached = new HashMap<>();
            counterparts
                    .values()
                    .forEach(
                            together -> together.forEach(setup -> reached.computeIfAbsent(setup, one -> new HashSet<>())
                                    .addAll(together)));
            return Collections.max(
                    setups,
                    Comparator.comparingInt((String setup) ->
                                    reached.getOrDefault(setup, Set.of()).size())
                            .thenComparing(setup -> -setups.indexOf(setup)));
        }

        Findings findings() {
            // These need no comparisons, so another core draws them meanwhile.
            ForkJoinTask<List<Marginal>> pooled =
                    ForkJoinPool.commonPool().submit(() -> Marginal.of(cells, baseline, options));
            ForkJoinTask<List<Sweep>> sweeps = ForkJoinPool.commonPool().submit(() -> Sweep.of(cells, options));
            List<Comparison> comparisons = comparisons();
            List<Family> plain = Family.of(comparisons);
            List<BestSettings> best = BestSettings.of(cells, baseline, options);
            Screen screen = new Screen(
                    MatchedFinding.of(comparisons, cells, options),
                    plain,
                    suites(plain),
                    mixes(plain),
                    InteractionFinding.of(plain, cells, baseline, options),
                    HypothesisInputs.judgements(bySetup, best, options),
                    WorkloadFinding.of(cells, baseline, options.confidence(), doubts));
            List<Family> families = screen.families;
            doubts.addAll(CellWarnings.of(cells));
            List<DriftFinding> drifts = DriftFinding.of(cells, options.confidence());
            List<Marginal> marginals = pooled.join();
            doubts.addAll(PooledWarnings.of(drifts, marginals));
            doubts.addAll(PooledWarnings.ofSides(comparisons, cells));
            if (options.prices() != null) {
                doubts.addAll(CostInputs.doubts(cells, options.prices()));
            }
            return new Findings(
                    options,
                    baseline,
                    runs.campaigns(),
                    cells,
                    screen.matched,
                    families,
                    screen.suites,
                    screen.mixes,
                    sweeps.join(),
                    best,
                    screen.interactions,
                    marginals,
                    drifts,
                    screen.workloads,
                    options.prices() == null ? null : CostInputs.findings(cells, best, baseline, options),
                    screen.judgements,
                    options.study().figure().isEmpty() ? List.of() : NormalisedFigure.of(families),
                    List.copyOf(doubts));
        }

        private List<Comparison> comparisons() {
            Map<String, List<CellSummary>> baselines = Pairing.byJob(bySetup.getOrDefault(baseline, List.of()));
            // Contenders are independent, so their cells are paired in parallel; their order is kept.
            List<Pairing> pairings = runs.setups().stream()
                    .filter(setup -> baseline != null && !setup.equals(baseline))
                    .toList()
                    .parallelStream()
                    .map(contender ->
                            Pairing.of(baselines, bySetup.getOrDefault(contender, List.of()), options.across()))
                    .toList();
            pairings.forEach(pairing -> doubts.addAll(pairing.refusals()));
            // So are pairs.
            return pairings.stream().flatMap(pairing -> pairing.pairs().stream()).toList().parallelStream()
                    .map(pair -> Comparing.of(pair, options, cells.size()))
                    .toList();
        }

        private List<SuiteFinding> suites(List<Family> families) {
            // Families are independent, so they are summarised in parallel; their order is kept.
            return families.parallelStream()
                    .map(family -> SuiteFinding.of(family, jobs(family), options))
                    .toList();
        }

        /** Returns the jobs that were measured, or attempted, on one of a family's setups. */
        private List<String> jobs(Family family) {
            return Stream.of(family.baseline(), family.contender())
                    .flatMap(setup -> jobs.getOrDefault(setup, Set.of()).stream())
                    .distinct()
                    .sorted(JobOrder.OF_JOBS)
                    .toList();
        }

        private List<MixFinding> mixes(List<Family> families) {
            return options.mixes().stream()
                    .flatMap(mix -> families.stream().map(family -> MixFinding.of(mix, family, options)))
                    .toList();
        }
    }

    /** Provides hypotheses with the durations on the setups that they are about. */
    static final class HypothesisInputs {
        private HypothesisInputs() {}

        static List<Judgement> judgements(
                Map<String, List<CellSummary>> bySetup, List<BestSettings> best, ComparisonOptions options) {
            return options.study().hypotheses().stream()
                    .map(one -> Judgement.of(
                            one,
                            one.against().stream()
                                    .flatMap(setup -> one.bestSettings()
                                            ? ofBest(one, setup, best, bySetup).stream()
                                            : observed(one, setup, bySetup).stream())
                                    .toList(),
                            options.confidence()))
                    .toList();
        }

        /**
         * Returns the measurements of a hypothesis's jobs, each setup with the settings that are best on it. A job that
         * was run with one choice of settings for the same work has no others.
         */
        private static List<Observed> ofBest(
                Hypothesis hypothesis,
                String against,
                List<BestSettings> best,
                Map<String, List<CellSummary>> bySetup) {
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
            for (Pairing.Pair pair : Pairing.of(baselines, contenders, Collections.emptySortedSet())
                    .pairs()) {
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

    /** Thrown if the setup named as the baseline has no run. */
    public static final class UnknownSetupException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownSetupException(String setup, List<String> setups) {
            super("no run used setup '" + setup + "'; the results have " + String.join(", ", setups));
        }
    }
}
