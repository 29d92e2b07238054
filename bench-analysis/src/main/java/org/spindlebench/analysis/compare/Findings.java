package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
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
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.compare.CellWarnings.PooledWarnings;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.compare.SuiteFinding.PooledFinding;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.VarianceComponents;

/**
 * All conclusions that a set of runs supports, with every warning.
 *
 * @param baseline the setup that all others are compared with; null if there is only one
 * @param cells the runs of each setup, job and choice of settings
 * @param workloads the makespans and slow-downs of workloads on each setup, computed from the cells of runs
 * @param claims all claims, with p corrected over the families of claims
 * @param families comparisons with the baseline, grouped by contender and settings, and corrected within each group
 * @param sweeps one setting varied, with all others held constant
 * @param best the best settings of each job, by setup
 * @param marginals the effect of each value of a parameter over all configurations
 * @param disks whether a disk is slower than others of its kind, for each kind of each setup
 * @param cost the costs; null if no prices were given
 * @param figure the normalised durations that the study names, drawn from these runs; one chart for each choice of the
 *     settings that runs differ in. Empty if the study names none
 * @param doubts warnings about cells, in addition to the warnings of the comparisons
 */
public record Findings(
        ComparisonOptions options,
        String baseline,
        List<Campaign> campaigns,
        List<CellSummary> cells,
        List<CellSummary> workloads,
        Claims claims,
        List<Family> families,
        List<Sweep> sweeps,
        List<BestSettings> best,
        List<Marginal> marginals,
        List<DriftFinding> drifts,
        List<DiskFinding> disks,
        CostFindings cost,
        List<NormalisedDurations> figure,
        List<CellWarning> doubts) {
    /** The sources of claims. A line here adds a kind of claim to every report. */
    static final List<ClaimSource> SOURCES = List.of(
            Compared::matched,
            Compared::comparisons,
            SuiteFinding::of,
            MixFinding::of,
            PooledFinding::of,
            InteractionFinding::of,
            Compared::judgements);

    public Findings {
        campaigns = List.copyOf(campaigns);
        cells = List.copyOf(cells);
        workloads = List.copyOf(workloads);
        families = List.copyOf(families);
        sweeps = List.copyOf(sweeps);
        best = List.copyOf(best);
        marginals = List.copyOf(marginals);
        drifts = List.copyOf(drifts);
        disks = List.copyOf(disks);
        figure = List.copyOf(figure);
        doubts = List.copyOf(doubts);
    }

    /**
     * Draws the conclusions. The same runs and options give the same findings.
     *
     * <p>Cells are compared if job, settings and the state of the caches are equal. For other cells, a warning {@code
     * not-comparable} names the smallest set of settings in which they differ. If there is only one setup, there are no
     * comparisons, but still cells, sweeps and drifts.
     *
     * @param runs the runs; no two of their cells have the same subject
     * @throws UnknownSetupException if the setup named as the baseline has no run
     */
    public static Findings of(Runs runs, ComparisonOptions options) {
        return of(runs, options, SOURCES);
    }

    /** Draws the conclusions, with the kinds of claims that the sources make. */
    static Findings of(Runs runs, ComparisonOptions options, List<ClaimSource> sources) {
        return new Inquiry(runs, options).findings(sources);
    }

    /**
     * Checks whether the baseline is merely the setup whose cells match the most cells of other setups. This is so if
     * the user named no baseline and runs of other tools have no first setup.
     */
    public boolean isBaselineSought() {
        long setups =
                cells.stream().map(cell -> cell.subject().setup()).distinct().count();
        return options.baseline() == null && areTables((int) setups, cells);
    }

    /** Checks for several contenders whose runs have no plan, such as runs of other tools. */
    private static boolean areTables(int setups, List<CellSummary> cells) {
        return setups > 2
                && cells.stream().flatMap(cell -> cell.runs().stream()).allMatch(run -> run.block() == null);
    }

    /** Returns the comparisons of all families, in their order. */
    public Stream<Comparison> comparisons() {
        return families.stream().flatMap(family -> family.comparisons().stream());
    }

    /**
     * Returns one answer for each job and contender that were compared under more than {@value
     * MatchedFinding#MOST_SINGLE} combinations of settings, over all combinations, in the order of the contenders.
     */
    public List<MatchedFinding> matched() {
        return claims.of(MatchedFinding.class);
    }

    /** Returns all jobs of each family together, in the order of the families. */
    public List<SuiteFinding> suites() {
        return claims.of(SuiteFinding.class);
    }

    /** Returns all jobs under all settings, for each contender that was compared under several settings. */
    public List<PooledFinding> pooled() {
        return claims.of(PooledFinding.class);
    }

    /** Returns all jobs of each family, weighted by production mixes. */
    public List<MixFinding> mixes() {
        return claims.of(MixFinding.class);
    }

    /** Returns how speed-ups depend on the settings that the options name. */
    public List<InteractionFinding> interactions() {
        return claims.of(InteractionFinding.class);
    }

    /** Returns the study's hypotheses with their verdicts. */
    public List<Judgement> judgements() {
        return claims.of(Judgement.class);
    }

    /** Returns every cell: of runs, and of workloads. */
    public Stream<CellSummary> allCells() {
        return Stream.concat(cells.stream(), workloads.stream());
    }

    /** Returns the comparisons that no answer over many settings covers. All have the same baseline. */
    public List<Comparison> unmatched() {
        Set<List<String>> answered = matched().stream()
                .map(one -> List.of(one.contenderName(), one.job()))
                .collect(Collectors.toSet());
        return comparisons()
                .filter(one -> !answered.contains(List.of(one.contenderSetup(), one.job())))
                .toList();
    }

    /** Checks whether the answers about a contender are over many settings, so that single settings are a table. */
    public boolean isMatched(String contender) {
        return matched().stream().anyMatch(one -> one.contenderName().equals(contender));
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
        private final List<CellSummary> workloads;
        private final List<DiskFinding> disks;
        private final Map<String, List<CellSummary>> bySetup;
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
            this.workloads = WorkloadCells.of(cells, doubts);
            this.disks = DiskFinding.of(runs.disks(), options.confidence());
            doubts.addAll(DiskFinding.warnings(disks, cells));
            this.bySetup = cells.stream()
                    .collect(Collectors.groupingBy(cell -> cell.subject().setup()));
            List<String> setups = runs.setups();
            if (options.baseline() != null && !setups.contains(options.baseline())) {
                throw new UnknownSetupException(options.baseline(), setups);
            }
            this.baseline = options.baseline() == null && setups.size() > 1 ? usual(setups) : options.baseline();
        }

        /**
         * Returns the baseline if the user names none: the first setup. Tables of other tools begin with any run. Their
         * baseline is the setup whose cells have the same job and settings as most other setups; if there are several,
         * the first.
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

        Findings findings(List<ClaimSource> sources) {
            // The next two findings need no comparisons, so another core draws them meanwhile.
            ForkJoinTask<List<Marginal>> pooled =
                    ForkJoinPool.commonPool().submit(() -> Marginal.of(cells, baseline, options));
            ForkJoinTask<List<Sweep>> sweeps = ForkJoinPool.commonPool().submit(() -> Sweep.of(cells, options));
            List<Comparison> comparisons = comparisons();
            List<Family> plain = Family.of(comparisons);
            List<BestSettings> best = BestSettings.of(cells, baseline, options);
            Compared compared = new Compared(
                    options,
                    baseline,
                    cells,
                    Compared.bySetup(cells),
                    plain,
                    MatchedFinding.of(
                            comparisons,
                            Stream.concat(cells.stream(), workloads.stream()).toList(),
                            options),
                    HypothesisInputs.judgements(options, best, bySetup),
                    doubts);
            Claims claims = Claims.corrected(
                    sources.stream()
                            .flatMap(source -> source.of(compared).stream())
                            .toList(),
                    options.study().looks());
            List<Family> families = Family.with(plain, claims.of(Comparison.class));
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
                    workloads,
                    claims,
                    families,
                    sweeps.join(),
                    best,
                    marginals,
                    drifts,
                    disks,
                    options.prices() == null ? null : CostInputs.findings(cells, best, baseline, options),
                    options.study().figure().isEmpty() ? List.of() : NormalisedDurations.of(families),
                    doubts);
        }

        private List<Comparison> comparisons() {
            Map<String, List<CellSummary>> compared = Stream.concat(
                            cells.stream(),
                            workloads.stream().filter(cell -> cell.quantity() != Quantity.PART_SLOW_DOWN))
                    .collect(Collectors.groupingBy(cell -> cell.subject().setup()));
            Map<String, List<CellSummary>> baselines = Pairing.byJob(compared.getOrDefault(baseline, List.of()));
            // Contenders are independent, so their cells are paired in parallel; their order is kept.
            List<Pairing> pairings = runs.setups().stream()
                    .filter(setup -> baseline != null && !setup.equals(baseline))
                    .toList()
                    .parallelStream()
                    .map(contender ->
                            Pairing.of(baselines, compared.getOrDefault(contender, List.of()), options.across()))
                    .toList();
            pairings.forEach(pairing -> doubts.addAll(pairing.refusals()));
            // Pairs are independent, too.
            return pairings.stream().flatMap(pairing -> pairing.pairs().stream()).toList().parallelStream()
                    .map(pair -> Comparing.of(pair, options, cells.size()))
                    .toList();
        }
    }

    /** Thrown if the setup named as the baseline has no run. */
    public static final class UnknownSetupException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnknownSetupException(String setup, List<String> setups) {
            super("no run used setup '" + setup + "'; the results have " + String.join(", ", setups)
                    + NearestName.withTies(setup, setups)
                            .map(name -> " (did you mean " + name + "?)")
                            .orElse(""));
        }
    }
}
