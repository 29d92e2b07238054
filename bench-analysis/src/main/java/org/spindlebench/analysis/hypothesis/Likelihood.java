package org.spindlebench.analysis.hypothesis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.hypothesis.Hypothesis.MeasureName;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.SetupPair;
import org.spindlebench.analysis.hypothesis.Hypothesis.Under;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Contrast;
import org.spindlebench.analysis.stats.CrossFit;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;
import org.spindlebench.analysis.stats.VisitedSample.VisitSample;

/**
 * How likely an experiment is to decide a hypothesis, before its first run. Spindle simulates experiments in which the
 * hypothesis is true, judges each as a report does, and counts those that support or contradict it.
 *
 * <p>Each case of a hypothesis has the claimed ratio, a printed ratio, or a ratio that is {@link #DIFFERENCE} times
 * beyond the limit of the claim. Means of visits are lognormal and independent. Several jobs or settings together vary
 * as one. Settings among which the best is searched are equally fast.
 */
public final class Likelihood {
    /** The assumed ratio beyond the limit of a claim for which no number is printed. */
    public static final double DIFFERENCE = 1.2;

    private static final double STEP = Math.log(DIFFERENCE);

    private final Hypothesis hypothesis;
    private final Set<String> work;
    private final List<PlannedCell> cells;
    private final Map<PlannedCell, List<PlannedCell>> searched;
    private final OptionalDouble printed;
    private final List<PlannedCase> cases;

    private Likelihood(
            Hypothesis hypothesis, Collection<PlannedCell> all, Set<String> work, Collection<Printed> numbers) {
        this.hypothesis = hypothesis;
        this.work = work;
        this.cells = all.stream()
                .filter(cell -> hypothesis.isAbout(cell.job, cell.settings))
                .distinct()
                .toList();
        this.searched = cells.stream().collect(Collectors.groupingBy(this::pool));
        this.printed = printed(numbers);
        this.cases = hypothesis.isOfOwnValues()
                ? of(hypothesis.contender())
                        .map(cell -> new PlannedCase(new SetupPair("", cell.setup), null, cell, true))
                        .toList()
                : hypothesis.with().isEmpty() ? ofPairs() : ofOtherSettings();
    }

    /** What an experiment measures at each visit to a setup. */
    public record PlannedCell(String setup, String job, SortedMap<String, String> settings) {
        public PlannedCell {
            settings = Subject.sorted(settings);
        }

        private PlannedCell on(String other) {
            return new PlannedCell(other, job, settings);
        }
    }

    /**
     * An experiment.
     *
     * @param visits the number of visits to each setup
     * @param cv the coefficient of variation of a job's duration from visit to visit; a fraction above 0
     * @param confidence the confidence of the intervals, such as 0.95
     * @param rounds the number of simulated experiments
     */
    public record Design(int visits, double cv, double confidence, int rounds) {}

    /**
     * The likelihood of one hypothesis.
     *
     * @param ratio the ratio or value that is assumed to be true; if cases differ, that of the first case
     * @param isPrinted whether the ratio is the claimed or a printed number; otherwise it is beyond the claim's limit
     * @param cases the number of cases; 0 if the experiment does not measure the claim's setups or jobs
     * @param decided the share of simulated experiments that decide the hypothesis
     */
    public record Chance(Hypothesis hypothesis, double ratio, boolean isPrinted, int cases, double decided) {}

    /**
     * A case of the hypothesis: two cells, or the contender's alone.
     *
     * @param isMeasured whether the experiment measures both cells; otherwise a report has no ratio
     */
    private record PlannedCase(SetupPair setups, PlannedCell baseline, PlannedCell contender, boolean isMeasured) {}

    /**
     * Simulates an experiment on a family of hypotheses.
     *
     * @param hypotheses all hypotheses of the experiment, over which Holm's correction is made
     * @param cells all cells that the experiment measures
     * @param work the settings that change the work, which a search for the best settings does not vary
     * @param printed the numbers that the hypotheses' source prints
     */
    public static List<Chance> of(
            List<Hypothesis> hypotheses,
            Collection<PlannedCell> cells,
            Set<String> work,
            Collection<Printed> printed,
            Design design) {
        List<Likelihood> all = hypotheses.stream()
                .map(one -> new Likelihood(one, cells, work, printed))
                .toList();
        Random random = new Random(1);
        int[] decided = new int[all.size()];
        int[] judgedCases = new int[all.size()];
        for (int round = 0; round < design.rounds; round++) {
            Noise noise = new Noise(random, design);
            List<Judgement> judged = Claims.corrected(
                            all.stream().map(one -> one.judge(noise)).toList())
                    .of(Judgement.class);
            for (int i = 0; i < decided.length; i++) {
                decided[i] += judged.get(i).verdict().isClaimed() ? 1 : 0;
                judgedCases[i] = judged.get(i).evidence().size();
            }
        }
        return IntStream.range(0, decided.length)
                .mapToObj(i -> all.get(i).chance(judgedCases[i], decided[i] / (double) design.rounds))
                .toList();
    }

    private Chance chance(int judged, double decided) {
        boolean known =
                switch (hypothesis.prediction().expectation()) {
                    case ALIKE, UP_TO -> true;
                    case FASTER, SLOWER, NOT_FASTER, NOT_SLOWER -> printed.isPresent();
                    default -> false;
                };
        return first().map(first -> new Chance(hypothesis, Math.exp(log(first)), known, judged, decided))
                .orElse(new Chance(hypothesis, hypothesis.prediction().times(), known, 0, 0));
    }

    private Judgement judge(Noise noise) {
        List<Observed> observed =
                cases.stream().map(one -> observed(one, noise)).toList();
        Judgement alone = Judgement.of(hypothesis, observed, noise.design.confidence);
        return alone.with(alone.claim().in(Claim.HYPOTHESES));
    }

    private Observed observed(PlannedCase one, Noise noise) {
        if (!one.isMeasured) {
            return new Observed(one.setups, one.contender.job, one.contender.settings, (VisitedPair) null);
        }
        VisitedSample contender = values(one.contender, one.baseline == null ? log(one) : 0, noise);
        if (one.baseline == null) {
            return new Observed(one.setups, one.contender.job, one.contender.settings, Contrast.ofValues(contender));
        }
        VisitedPair pair = new VisitedPair(values(one.baseline, log(one), noise), contender);
        // The settings that a claim compares are the other cell's.
        return hypothesis.isPooled()
                ? new Observed(one.setups, one.baseline.job, one.baseline.settings, Contrast.between(List.of(pair)))
                : new Observed(one.setups, one.baseline.job, one.baseline.settings, pair);
    }

    /** Returns a cell's values. With best settings they are the estimate of the best of all searched cells. */
    private VisitedSample values(PlannedCell cell, double log, Noise noise) {
        return hypothesis.bestSettings() ? noise.ofBest(searched.get(cell), log) : noise.of(cell, log);
    }

    /** The variation of one simulated experiment. A cell varies in the same way in all cases of all hypotheses. */
    private static final class Noise {
        private final Random random;
        private final Design design;
        private final Map<PlannedCell, double[]> logs = new HashMap<>();
        private final Map<List<PlannedCell>, VisitedSample> best = new HashMap<>();

        Noise(Random random, Design design) {
            this.random = random;
            this.design = design;
        }

        VisitedSample of(PlannedCell cell, double log) {
            double sd = Power.sdOfLogs(design.cv);
            double[] own = logs.computeIfAbsent(cell, none -> DoubleStream.generate(() -> sd * random.nextGaussian())
                    .limit(design.visits)
                    .toArray());
            return VisitedSample.ofVisits(IntStream.range(0, own.length)
                    .mapToObj(i -> new VisitSample(String.valueOf(i), Sample.of(Math.exp(log + own[i]))))
                    .toList());
        }

        /** Returns the estimate of the best of equally fast cells. Cases search the same cells, for other ratios. */
        VisitedSample ofBest(List<PlannedCell> cells, double log) {
            return best.computeIfAbsent(cells, none -> CrossFit.of(cells.stream()
                                    .map(cell -> List.of(of(cell, 0)))
                                    .toList())
                            .estimates()
                            .get(0))
                    .times(Math.exp(log));
        }
    }

    private Stream<PlannedCell> of(String setup) {
        return cells.stream().filter(cell -> cell.setup.equals(setup));
    }

    /** Returns the cases of two setups: of each job and choice of settings, or of those that become one ratio. */
    private List<PlannedCase> ofPairs() {
        List<PlannedCase> found = new ArrayList<>();
        for (SetupPair setups : hypothesis.pairs()) {
            Map<PlannedCell, Set<PlannedCell>> baselines = pools(setups.baseline());
            Map<PlannedCell, Set<PlannedCell>> contenders = pools(setups.contender());
            Set<PlannedCell> all = new LinkedHashSet<>(contenders.keySet());
            all.addAll(baselines.keySet());
            Set<String> jobs = jobs(Stream.of(baselines, contenders)
                    .flatMap(pools -> pools.values().stream())
                    .flatMap(Set::stream));
            for (PlannedCell pool : all) {
                Set<PlannedCell> contender = contenders.getOrDefault(pool, Set.of());
                Set<PlannedCell> baseline = baselines.getOrDefault(pool, Set.of());
                boolean measured = hypothesis.bestSettings()
                        ? !contender.isEmpty() && !baseline.isEmpty()
                        : contender.equals(baseline)
                                && (!hypothesis.isTogether()
                                        || jobs(contender.stream()).equals(jobs));
                found.add(new PlannedCase(setups, pool.on(setups.baseline()), pool.on(setups.contender()), measured));
            }
        }
        return found;
    }

    private static Set<String> jobs(Stream<PlannedCell> cells) {
        return cells.map(PlannedCell::job).collect(Collectors.toSet());
    }

    /** Returns a setup's cells by what they are pooled to, both without the setup. */
    private Map<PlannedCell, Set<PlannedCell>> pools(String setup) {
        return of(setup)
                .map(cell -> cell.on(""))
                .collect(Collectors.groupingBy(this::pool, LinkedHashMap::new, Collectors.toSet()));
    }

    /** Returns what a cell is pooled to. */
    private PlannedCell pool(PlannedCell cell) {
        if (hypothesis.under() == Under.EACH && !hypothesis.isTogether()) {
            return cell;
        }
        SortedMap<String, String> kept =
                switch (hypothesis.under()) {
                    case EACH -> Judgement.shared(cell.settings);
                    case MEAN -> new TreeMap<>();
                    case BEST -> new TreeMap<>(cell.settings);
                };
        if (hypothesis.bestSettings()) {
            kept.keySet().retainAll(work);
        }
        kept.putAll(hypothesis.settings());
        return new PlannedCell(cell.setup, hypothesis.isTogether() ? Hypothesis.TOGETHER : cell.job, kept);
    }

    /** Returns the cases of one setup with the claim's settings, and with each other value of them. */
    private List<PlannedCase> ofOtherSettings() {
        SetupPair own = new SetupPair(hypothesis.contender(), hypothesis.contender());
        List<PlannedCase> found = new ArrayList<>();
        for (PlannedCell cell :
                of(hypothesis.contender()).filter(this::isClaimed).toList()) {
            List<PlannedCase> cases = of(hypothesis.contender())
                    .filter(other -> !isClaimed(other)
                            && other.job.equals(cell.job)
                            && hypothesis.differOnlyInWith(cell.settings, other.settings))
                    .map(other -> new PlannedCase(own, other, cell, true))
                    .toList();
            found.addAll(cases.isEmpty() ? List.of(new PlannedCase(own, null, cell, false)) : cases);
        }
        return found;
    }

    private boolean isClaimed(PlannedCell cell) {
        return cell.settings.entrySet().containsAll(hypothesis.with().entrySet());
    }

    /** Returns the logarithm of the true ratio, or value, of a case. */
    private double log(PlannedCase one) {
        Prediction claim = hypothesis.prediction();
        double low = Math.log(claim.times() / (1 + claim.by()));
        double high = Math.log(claim.times() * (1 + claim.by()));
        double gain = hypothesis.isRatioOfGain() ? STEP : -STEP;
        return switch (claim.expectation()) {
            case FASTER -> printed.orElse(high + STEP);
            case SLOWER -> printed.orElse(low - STEP);
            case NOT_FASTER -> printed.orElse(high - STEP);
            case NOT_SLOWER -> printed.orElse(low + STEP);
            case ALIKE -> Math.log(claim.times());
            // One job has the greatest ratio.
            case UP_TO -> Math.log(claim.times()) - (Optional.of(one).equals(first()) ? 0 : STEP);
            case IN_ORDER -> gain;
            case BETWEEN -> one.setups.baseline().equals(claim.other()) ? -STEP : STEP;
            case GREATER_GAIN -> hypothesis.jobs().contains(one.contender.job) ? 2 * gain : gain;
            case SMALLER_DIFFERENCE ->
                one.contender.settings.entrySet().containsAll(claim.from().entrySet()) ? 2 * STEP : STEP;
        };
    }

    private Optional<PlannedCase> first() {
        return cases.stream().filter(PlannedCase::isMeasured).findFirst();
    }

    /** Returns the logarithm of the ratio of two printed numbers; empty if the source does not print both. */
    private OptionalDouble printed(Collection<Printed> numbers) {
        boolean fastest = hypothesis.bestSettings() && hypothesis.measure().quantity() == MeasureName.DURATION;
        String measure =
                fastest ? "fastest_run" : hypothesis.measure().quantity().word();
        List<Double> logs = hypothesis.jobs().stream()
                .flatMap(job -> Stream.of(hypothesis.baseline(), hypothesis.contender())
                        .map(setup -> numbers.stream()
                                .filter(one -> one.measure().equals(measure)
                                        && one.job().equals(job)
                                        && one.setup().equals(setup))
                                .findFirst()))
                .flatMap(Optional::stream)
                .map(one -> Math.log(one.value()) * (one.setup().equals(hypothesis.baseline()) ? 1 : -1))
                .toList();
        if (logs.isEmpty() || logs.size() < 2 * hypothesis.jobs().size()) {
            return OptionalDouble.empty();
        }
        double speedUp = logs.stream().mapToDouble(Double::doubleValue).sum()
                / hypothesis.jobs().size();
        return OptionalDouble.of(hypothesis.isOfSpeed() ? speedUp : -speedUp);
    }
}
