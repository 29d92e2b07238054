package org.spindlebench.analysis.hypothesis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
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
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;
import org.spindlebench.analysis.stats.VisitedSample.VisitSample;

/**
 * How likely an experiment is to decide a hypothesis, before its first run. Spindle simulates experiments in which the
 * hypothesis is true, judges each as a report does, and counts those that support or contradict it.
 *
 * <p>Each case of a hypothesis has the claimed ratio, a printed one, or one that is {@link #DIFFERENCE} times beyond the
 * limit of the claim. Means of visits are lognormal and independent. Several jobs or settings together vary as one.
 */
public final class Likelihood {
    /** The assumed ratio beyond the limit of a claim for which no number is printed. */
    public static final double DIFFERENCE = 1.2;

    private static final double STEP = Math.log(DIFFERENCE);

    private final Hypothesis hypothesis;
    private final List<PlannedCell> cells;
    private final OptionalDouble printed;
    private final List<PlannedCase> cases;

    private Likelihood(Hypothesis hypothesis, Collection<PlannedCell> all, Collection<Printed> numbers) {
        this.hypothesis = hypothesis;
        this.cells = all.stream()
                .filter(cell -> hypothesis.isAbout(cell.job, cell.settings))
                .distinct()
                .toList();
        this.printed = printed(numbers);
        this.cases = hypothesis.isOfOwnValues()
                ? of(hypothesis.contender())
                        .map(cell -> new PlannedCase(new SetupPair("", cell.setup), null, cell))
                        .toList()
                : hypothesis.with().isEmpty() ? ofPairs() : ofOtherSettings();
    }

    /** What an experiment measures at each visit to a setup. */
    public record PlannedCell(String setup, String job, SortedMap<String, String> settings) {
        public PlannedCell {
            settings = Subject.sorted(settings);
        }
    }

    /**
     * An experiment.
     *
     * @param visits to each setup
     * @param cv the coefficient of variation of a job's duration from visit to visit; a fraction above 0
     * @param confidence of the intervals, such as 0.95
     * @param rounds the number of simulated experiments
     */
    public record Design(int visits, double cv, double confidence, int rounds) {}

    /**
     * The likelihood of one hypothesis.
     *
     * @param ratio the assumed true ratio or value, of the first case if cases differ
     * @param isPrinted whether it is the claimed or a printed number; otherwise it is beyond the claim's limit
     * @param cases the number of cases; 0 if the experiment does not measure the claim's setups or jobs
     * @param decided the share of simulated experiments that decide the hypothesis
     */
    public record Chance(Hypothesis hypothesis, double ratio, boolean isPrinted, int cases, double decided) {}

    /** A case of the hypothesis: two cells, or the contender's alone. */
    private record PlannedCase(SetupPair setups, PlannedCell baseline, PlannedCell contender) {}

    /**
     * Simulates an experiment on a family of hypotheses.
     *
     * @param hypotheses all hypotheses of the experiment, which Holm's correction is over
     * @param cells all that it measures
     * @param printed the numbers that the hypotheses' source prints
     */
    public static List<Chance> of(
            List<Hypothesis> hypotheses, Collection<PlannedCell> cells, Collection<Printed> printed, Design design) {
        List<Likelihood> all = hypotheses.stream()
                .map(one -> new Likelihood(one, cells, printed))
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
        return cases.isEmpty()
                ? new Chance(hypothesis, hypothesis.prediction().times(), known, 0, 0)
                : new Chance(hypothesis, Math.exp(log(cases.get(0))), known, judged, decided);
    }

    private Judgement judge(Noise noise) {
        List<Observed> observed =
                cases.stream().map(one -> observed(one, noise)).toList();
        Judgement alone = Judgement.of(hypothesis, observed, noise.design.confidence);
        return alone.with(alone.claim().in(Claim.HYPOTHESES));
    }

    private Observed observed(PlannedCase one, Noise noise) {
        VisitedSample contender = noise.of(one.contender, one.baseline == null ? log(one) : 0);
        if (one.baseline == null) {
            return new Observed(one.setups, one.contender.job, one.contender.settings, Contrast.ofValues(contender));
        }
        VisitedPair pair = new VisitedPair(noise.of(one.baseline, log(one)), contender);
        // The settings that a claim compares are the other cell's.
        return hypothesis.isPooled()
                ? new Observed(one.setups, one.baseline.job, one.baseline.settings, Contrast.between(List.of(pair)))
                : new Observed(one.setups, one.baseline.job, one.baseline.settings, pair);
    }

    /** The variation of one simulated experiment. A cell varies in the same way in all cases of all hypotheses. */
    private static final class Noise {
        private final Random random;
        private final Design design;
        private final Map<PlannedCell, double[]> logs = new HashMap<>();

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
    }

    private Stream<PlannedCell> of(String setup) {
        return cells.stream().filter(cell -> cell.setup.equals(setup));
    }

    /** Returns the cases of two setups: of each job and choice of settings, or of those that become one ratio. */
    private List<PlannedCase> ofPairs() {
        return hypothesis.pairs().stream()
                .flatMap(setups -> of(setups.contender())
                        .map(this::pool)
                        .distinct()
                        .map(cell -> new PlannedCase(
                                setups, new PlannedCell(setups.baseline(), cell.job, cell.settings), cell)))
                .filter(one -> of(one.baseline.setup).map(this::pool).anyMatch(one.baseline::equals))
                .toList();
    }

    /** Returns what a cell is pooled to. */
    private PlannedCell pool(PlannedCell cell) {
        boolean settings = hypothesis.under() != Under.EACH;
        if (!settings && !hypothesis.isTogether()) {
            return cell;
        }
        SortedMap<String, String> kept = settings ? new TreeMap<>() : Judgement.shared(cell.settings);
        kept.putAll(hypothesis.settings());
        return new PlannedCell(cell.setup, hypothesis.isTogether() ? Hypothesis.TOGETHER : cell.job, kept);
    }

    /** Returns the cases of one setup with the claim's settings, and with each other value of them. */
    private List<PlannedCase> ofOtherSettings() {
        SortedMap<String, String> with = hypothesis.with();
        SetupPair own = new SetupPair(hypothesis.contender(), hypothesis.contender());
        List<PlannedCase> found = new ArrayList<>();
        for (PlannedCell cell : of(hypothesis.contender()).toList()) {
            if (cell.settings.entrySet().containsAll(with.entrySet())) {
                of(hypothesis.contender())
                        .filter(other -> !other.equals(cell)
                                && other.job.equals(cell.job)
                                && withoutClaimed(other).equals(withoutClaimed(cell)))
                        .forEach(other -> found.add(new PlannedCase(own, other, cell)));
            }
        }
        return found;
    }

    private Map<String, String> withoutClaimed(PlannedCell cell) {
        Map<String, String> rest = new TreeMap<>(cell.settings);
        rest.keySet().removeAll(hypothesis.with().keySet());
        return rest;
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
            // One job has the greatest gain.
            case UP_TO -> Math.log(claim.times()) - (one.equals(cases.get(0)) ? 0 : STEP);
            case IN_ORDER -> gain;
            case BETWEEN -> one.setups.baseline().equals(claim.other()) ? -STEP : STEP;
            case GREATER_GAIN -> hypothesis.jobs().contains(one.contender.job) ? 2 * gain : gain;
            case SMALLER_DIFFERENCE ->
                one.contender.settings.entrySet().containsAll(claim.from().entrySet()) ? 2 * STEP : STEP;
        };
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
