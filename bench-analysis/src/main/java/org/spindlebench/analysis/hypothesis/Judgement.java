package org.spindlebench.analysis.hypothesis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.SetupPair;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Contrast;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * A hypothesis and the verdict on it.
 *
 * <p>A hypothesis is supported if the whole interval of every job is on the claimed side. This needs no correction. If
 * the claim is false, it is false for some job, and that job's interval errs no more often than stated (the
 * intersection-union test; Berger, Technometrics 24(4), 1982). The hypothesis is contradicted if, for one of its k
 * jobs, the whole interval of confidence 1 − α / k is on the other side (Bonferroni). A job that was not measured
 * supports nothing.
 *
 * @param claim the verdict. Its p is the two-sided p of the verdict that is nearest to the evidence: the greatest
 *     supporting p, or k times the smallest contradicting p; null if there is neither
 * @param contradictingAt the confidence of the intervals that can contradict the claim, 1 − α / k
 * @param evidence k elements, one for every job and choice of settings that the claim is about
 */
public record Judgement(Hypothesis hypothesis, Claim claim, double contradictingAt, List<HypothesisData> evidence)
        implements Claimed<Judgement> {
    public Judgement {
        evidence = List.copyOf(evidence);
    }

    /** Returns settings without those that follow from a job, and so differ between jobs. */
    public static SortedMap<String, String> shared(SortedMap<String, String> settings) {
        SortedMap<String, String> shared = new TreeMap<>(settings);
        shared.keySet().removeAll(Subject.OF_THE_JOB);
        return shared;
    }

    /**
     * Judges a hypothesis.
     *
     * @param observed the jobs that were measured on the contender and on each setup that it is compared with, each with
     *     its settings. Jobs that the hypothesis is not about are ignored
     * @param confidence the confidence of the intervals, between 0 and 1, exclusive, such as 0.95
     */
    public static Judgement of(Hypothesis hypothesis, Collection<Observed> observed, double confidence) {
        List<HypothesisCase> situations = new ArrayList<>();
        hypothesis.jobs().forEach(job -> situations.addAll(HypothesisCase.of(hypothesis, job, observed)));
        double corrected = 1 - (1 - confidence) / situations.size();
        List<HypothesisData> evidence = situations.stream()
                .map(situation -> situation.evidence(confidence, corrected))
                .toList();
        boolean upTo = hypothesis.prediction().expectation() == Expectation.UP_TO;
        Double supporting = upTo ? reaching(evidence) : supporting(evidence);
        Double contradicting = upTo ? missing(evidence) : contradicting(evidence);
        boolean supports = supporting != null && (contradicting == null || supporting <= contradicting);
        boolean tested = evidence.stream().allMatch(one -> one.stand() != Verdict.NOT_TESTED);
        Claim claim = Claim.of(
                new ClaimSubject(
                        "hypothesis",
                        String.join(", ", hypothesis.jobs()),
                        hypothesis.baseline(),
                        hypothesis.contender(),
                        hypothesis.settings(),
                        hypothesis.says()),
                new VerdictPair(
                        supports ? Verdict.SUPPORTED : Verdict.CONTRADICTED,
                        tested ? Verdict.UNDECIDED : Verdict.NOT_TESTED),
                confidence,
                supports ? supporting : contradicting);
        return new Judgement(hypothesis, claim.corrected(claim.p()), corrected, evidence);
    }

    private static Double supporting(List<HypothesisData> evidence) {
        boolean complete = evidence.stream().allMatch(one -> one.supporting() != null);
        return complete
                ? (Double) evidence.stream()
                        .mapToDouble(HypothesisData::supporting)
                        .max()
                        .orElseThrow()
                : null;
    }

    private static Double contradicting(List<HypothesisData> evidence) {
        return timesLeast(evidence, HypothesisData::contradicting);
    }

    /** Returns the least p times the number of cases; null if no case has one. */
    private static Double timesLeast(List<HypothesisData> evidence, Function<HypothesisData, Double> p) {
        OptionalDouble least = evidence.stream()
                .map(p)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min();
        return least.isEmpty() ? null : (Double) Math.min(1, evidence.size() * least.getAsDouble());
    }

    /** Supports that the largest ratio is in a range: no case is above it, and one of them is not below it. */
    private static Double reaching(List<HypothesisData> evidence) {
        Double below = supporting(evidence);
        Double one = timesLeast(evidence, HypothesisData::reaching);
        return below == null || one == null ? null : (Double) Math.max(below, one);
    }

    /** Contradicts that the largest ratio is in a range: a case is above it, or all are below it. */
    private static Double missing(List<HypothesisData> evidence) {
        Double above = contradicting(evidence);
        boolean complete = evidence.stream().allMatch(one -> one.missing() != null);
        return above == null || !complete
                ? above
                : (Double) Math.min(
                        // Either condition can contradict, so each has half of α.
                        Math.min(1, 2 * above),
                        Math.min(
                                1,
                                2
                                        * evidence.stream()
                                                .mapToDouble(HypothesisData::missing)
                                                .max()
                                                .orElseThrow()));
    }

    @Override
    public Judgement with(Claim corrected) {
        return new Judgement(hypothesis, corrected, contradictingAt, evidence);
    }

    /** Returns this judgement with the reason why nothing was measured, unless something was. */
    public Judgement lacking(String reason) {
        return new Judgement(
                hypothesis,
                claim,
                contradictingAt,
                evidence.stream()
                        .map(one -> one.speedUp() == null ? one.with(one.stand(), reason, one.pace(), one.load()) : one)
                        .toList());
    }

    /** Returns the verdict: supported, contradicted, undecided or not tested. */
    public Verdict verdict() {
        return claim.verdict();
    }

    /**
     * Returns the verdict on a pair of setups that follows from this hypothesis, if the hypothesis is about one job with
     * one choice of settings. The verdict is undecided if nothing follows.
     *
     * @param margin the difference that is too small to matter
     */
    public Verdict onPair(double margin) {
        if (!verdict().isClaimed()) {
            return Verdict.UNDECIDED;
        }
        boolean supported = verdict() == Verdict.SUPPORTED;
        double by = hypothesis.prediction().by();
        return switch (hypothesis.prediction().expectation()) {
            case FASTER -> supported ? Verdict.FASTER : by == 0 ? Verdict.SLOWER : Verdict.UNDECIDED;
            case SLOWER -> supported ? Verdict.SLOWER : by == 0 ? Verdict.FASTER : Verdict.UNDECIDED;
            case NOT_FASTER -> !supported ? Verdict.FASTER : by == 0 ? Verdict.SLOWER : Verdict.UNDECIDED;
            case NOT_SLOWER -> !supported ? Verdict.SLOWER : by == 0 ? Verdict.FASTER : Verdict.UNDECIDED;
            default -> ofEqual(supported, by <= margin);
        };
    }

    private Verdict ofEqual(boolean supported, boolean isSmall) {
        double ratio = evidence.get(0).speedUp().ratio();
        if (supported) {
            return isSmall ? Verdict.SAME : Verdict.UNDECIDED;
        }
        return ratio > 1 ? Verdict.FASTER : Verdict.SLOWER;
    }

    /**
     * Checks whether this is a hypothesis about the durations of one job on two setups with one choice of settings,
     * which a row of the report compares.
     */
    public boolean isOfPair() {
        Prediction prediction = hypothesis.prediction();
        return evidence.size() == 1
                && evidence.get(0).speedUp() != null
                && hypothesis.isOfSpeed()
                && !hypothesis.isPooled()
                && prediction.times() == 1
                && hypothesis.with().isEmpty()
                && !hypothesis.bestSettings()
                && switch (prediction.expectation()) {
                    case FASTER, SLOWER, ALIKE, NOT_FASTER, NOT_SLOWER -> true;
                    default -> false;
                };
    }

    /** Returns the p of the claim alone; null if there is none. */
    public Double p() {
        return claim.p();
    }

    /** Returns the confidence of the intervals that can support the claim, 1 − α. */
    public double confidence() {
        return claim.estimate().confidence();
    }

    /** Returns why the hypothesis is undecided although its own jobs decide it; empty otherwise. */
    public Optional<String> lacks() {
        boolean decidedAlone = claim.corrected(p()).verdict().isClaimed();
        return decidedAlone && verdict() == Verdict.UNDECIDED
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "its jobs alone decide it, p %.2g, but among all claims of its family that may be chance;"
                                + " more visits can decide it",
                        p()))
                : Optional.empty();
    }

    /**
     * The verdict that one job with one choice of settings gives on a hypothesis.
     *
     * @param settings all settings that both sides share, except those under which a smaller difference is claimed
     * @param speedUp the contender's speed-up; if the claim is a smaller difference, the one with the settings {@link
     *     Prediction#from}. Null if it was not measured
     * @param second the second speed-up: with the settings {@link Prediction#to}, of the job itself if the claim is
     *     that it has a greater speed-up than others, or against the setup {@link Prediction#other}. Null if it was not
     *     measured, or if the claim needs only one speed-up
     * @param interaction the second speed-up / the first; null unless the claim is about it and both were measured
     * @param stand supported if the whole interval is on the claimed side, contradicted if the interval of the
     *     corrected confidence is on the other side, undecided, or not tested because something else limited the
     *     slower setup
     * @param lacks the missing condition of a decision; null if the job decides
     * @param supporting the two-sided p of the claim; null if there is no interval. It is below 1 − confidence if the
     *     whole interval is on the claimed side
     * @param contradicting the two-sided p of the claim's opposite; null if there is no interval
     * @param reaching the two-sided p that the ratio is not below the range that the largest ratio is expected in; null
     *     unless the claim is {@link Prediction.Expectation#UP_TO} and there is an interval
     * @param missing the same for a ratio below that range
     * @param pace the share of the job for which the part of the slower setup that {@link Hypothesis#limit} names set the
     *     pace; null if unknown
     * @param load a sentence on this share, or that it is unknown; null if the job was not measured
     */
    public record HypothesisData(
            String job,
            SortedMap<String, String> settings,
            SpeedUp speedUp,
            SpeedUp second,
            Interaction interaction,
            Verdict stand,
            String lacks,
            Double supporting,
            Double contradicting,
            Double reaching,
            Double missing,
            Double pace,
            String load) {
        public HypothesisData {
            settings = Subject.sorted(settings);
        }

        HypothesisData(
                String job,
                SortedMap<String, String> settings,
                SpeedUp speedUp,
                SpeedUp second,
                Interaction interaction,
                Verdict stand,
                String lacks,
                Double supporting,
                Double contradicting) {
            this(
                    job,
                    settings,
                    speedUp,
                    second,
                    interaction,
                    stand,
                    lacks,
                    supporting,
                    contradicting,
                    null,
                    null,
                    null,
                    null);
        }

        /** Returns this job's verdict as a word for people and programs, such as {@code supports}. */
        public String says() {
            return switch (stand) {
                case SUPPORTED -> "supports";
                case CONTRADICTED -> "contradicts";
                case UNDECIDED -> "open";
                default -> stand.word();
            };
        }

        HypothesisData with(Double share, String says) {
            return with(stand, lacks, share, says);
        }

        HypothesisData untested(Double share, String says) {
            return with(Verdict.NOT_TESTED, says, share, says);
        }

        private HypothesisData with(Verdict verdict, String lack, Double share, String says) {
            boolean kept = verdict != Verdict.NOT_TESTED;
            return new HypothesisData(
                    job,
                    settings,
                    speedUp,
                    second,
                    interaction,
                    verdict,
                    lack,
                    kept ? supporting : null,
                    kept ? contradicting : null,
                    kept ? reaching : null,
                    kept ? missing : null,
                    share,
                    says);
        }

        HypothesisData upTo(double reaches, double misses) {
            return new HypothesisData(
                    job,
                    settings,
                    speedUp,
                    second,
                    interaction,
                    stand,
                    lacks,
                    supporting,
                    contradicting,
                    reaches,
                    misses,
                    pace,
                    load);
        }
    }

    /**
     * The values of one job on the contender of a hypothesis and on a setup that it is compared with, with equal
     * settings.
     *
     * @param setups the contender, and the baseline of the pair
     * @param settings all settings that both sides share
     * @param pair durations in seconds, or the values of another quantity with the two sides exchanged; null if one
     *     side has no valid run with these settings
     * @param contrast the ratio of several jobs together, or a setup's own values; then there is no pair. Null otherwise
     * @param baseline the load of the baseline
     * @param contender the load of the contender
     * @param inSample whether the best settings of a setup were chosen and measured on the same runs, so that there is no
     *     interval
     */
    public record Observed(
            SetupPair setups,
            String job,
            SortedMap<String, String> settings,
            VisitedPair pair,
            Contrast contrast,
            Load baseline,
            Load contender,
            boolean inSample) {
        public Observed {
            settings = Subject.sorted(settings);
        }

        /** Makes measurements of setups whose load is unknown. */
        public Observed(SetupPair setups, String job, SortedMap<String, String> settings, VisitedPair pair) {
            this(setups, job, settings, pair, Load.UNKNOWN, Load.UNKNOWN);
        }

        /** Makes measurements of setups whose settings were not searched. */
        public Observed(
                SetupPair setups,
                String job,
                SortedMap<String, String> settings,
                VisitedPair pair,
                Load baseline,
                Load contender) {
            this(setups, job, settings, pair, null, baseline, contender, false);
        }

        /** Makes the ratio of several jobs, or a setup's own values. */
        public Observed(SetupPair setups, String job, SortedMap<String, String> settings, Contrast contrast) {
            this(setups, job, settings, null, contrast, Load.UNKNOWN, Load.UNKNOWN, false);
        }

        boolean isMeasured() {
            return pair != null || contrast != null;
        }

        SpeedUp speedUp(double confidence) {
            return contrast == null ? pair.speedUp(confidence) : contrast.speedUp(confidence);
        }

        /** Returns the one-sided p for a ratio above a limit; 1 if there is no p. */
        double above(double limit) {
            return (contrast == null ? pair.pAbove(limit, null) : contrast.pAbove(limit)).orElse(1);
        }

        /** Returns the one-sided p for a ratio below a limit; 1 if there is no p. */
        double below(double limit) {
            return (contrast == null ? pair.pBelow(limit, null) : contrast.pBelow(limit)).orElse(1);
        }

        /** Returns the load of the setup with the longer mean duration. */
        Load slower() {
            return isContenderSlower() ? contender : baseline;
        }

        boolean isContenderSlower() {
            return pair == null
                    ? contrast.ratio() < 1
                    : pair.observations().contender().mean()
                            > pair.observations().baseline().mean();
        }

        /**
         * What set the pace of a setup during a job, as shares of its duration, medians over the runs; null if unknown.
         *
         * @param storage the share of all devices of HDFS and the shuffle
         * @param cpu the share of the processors
         * @param premise other facts that show whether the job uses devices, each after a semicolon; empty if unknown
         */
        public record Load(Double storage, Double cpu, String premise) {
            public static final Load UNKNOWN = new Load(null, null, "");

            /** Returns the least shares of several loads; a share is unknown if it is unknown for one of them. */
            public static Load least(List<Load> loads) {
                return new Load(least(loads, Load::storage), least(loads, Load::cpu), "");
            }

            private static Double least(List<Load> loads, Function<Load, Double> part) {
                List<Double> shares = loads.stream().map(part).toList();
                return shares.contains(null) || shares.isEmpty() ? null : Collections.min(shares);
            }
        }
    }
}
