package org.spindlebench.analysis.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.spindlebench.analysis.claim.Looks.EarlierClaim;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.RatioDistribution;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * One claim with its verdict.
 *
 * @param ends the two verdicts that a claim without a ratio can have; null if the ratio decides
 * @param family the claims that p is corrected with
 * @param test the test of the ratio; null if there is none
 * @param p the p for no difference, or the p of a claim without a ratio. Null if there is none; the claim then does not
 *     count in its family
 * @param difference p after the correction over the family; null if {@code p} is null, or before the correction
 * @param sameness the corrected p for a difference beyond the margin; null without a test, or before the correction
 * @param reason why there is no verdict, or that it comes from elsewhere: {@link Reason#HYPOTHESIS} or {@link
 *     Reason#EARLIER_LOOK}. Null for any other verdict, or if nothing was measured
 * @param notes warnings about the measurements behind the claim
 */
public record Claim(
        ClaimSubject about,
        RatioEstimate estimate,
        VerdictPair ends,
        String family,
        RatioDistribution test,
        Double p,
        Holm.Adjusted difference,
        Holm.Adjusted sameness,
        Verdict verdict,
        Reason reason,
        List<Warning> notes) {
    /** The largest number of further observations that is recommended. */
    public static final int MOST_MORE = 100;

    /** The family of all claims that a report makes unasked, and of hypotheses that were stated afterwards. */
    public static final String SCREEN = "screen";

    /** The family of hypotheses that were stated before the first run. */
    public static final String HYPOTHESES = "hypotheses";

    /** The family of the interactions that a user asked for. */
    public static final String INTERACTIONS = "interactions";

    /**
     * The subject of a claim.
     *
     * @param kind the kind of claim in a word, such as {@code job}
     * @param job the job, or a text for several jobs
     * @param quantity the measured quantity, such as {@code duration}
     */
    public record ClaimSubject(
            String kind,
            String job,
            String baseline,
            String contender,
            SortedMap<String, String> settings,
            String quantity) {
        public ClaimSubject {
            settings = Subject.sorted(settings);
        }

        /** Copies this subject for a claim of another kind about it. */
        public ClaimSubject as(String otherKind) {
            return new ClaimSubject(otherKind, job, baseline, contender, settings, quantity);
        }
    }

    /**
     * The measured ratio.
     *
     * @param ratio the baseline's quantity / the contender's quantity, so above 1 if the contender is better; null if
     *     the claim is not about one ratio
     * @param interval the ratio's interval; null if there is none
     * @param basis the units that the interval is computed from, or why there is none; null without a ratio
     * @param margin the difference that is too small to matter, such as 0.05
     * @param counted the observations of both sides; null if they cannot be given as two numbers
     * @param limited what limited the runs. Setups may be the same because something other than storage limited both
     */
    public record RatioEstimate(
            Double ratio,
            Interval interval,
            SpeedUp.IntervalBasis basis,
            double confidence,
            double margin,
            Counted counted,
            PairLimit limited) {
        /** Makes an estimate of a ratio. */
        public static RatioEstimate of(
                double ratio,
                Optional<Interval> interval,
                SpeedUp.IntervalBasis basis,
                double confidence,
                double margin) {
            return new RatioEstimate(ratio, interval.orElse(null), basis, confidence, margin, null, PairLimit.UNSAID);
        }

        /** Copies this estimate with the numbers of observations. */
        public RatioEstimate counting(int baseline, int contender, String unit) {
            return new RatioEstimate(
                    ratio, interval, basis, confidence, margin, new Counted(baseline, contender, unit), limited);
        }

        /** Copies this estimate, and says what limited the runs. */
        public RatioEstimate limitedBy(PairLimit limit) {
            return new RatioEstimate(ratio, interval, basis, confidence, margin, counted, limit);
        }
    }

    /**
     * What limited the two sides of a ratio, as far as it matters for a claim that two setups are the same.
     *
     * @param storage whether storage set the pace of one side for most of the time; null if the claim does not say so
     * @param words what the claim adds, with a comma or semicolon before it; empty for nothing
     */
    public record PairLimit(Boolean storage, String words) {
        /** No record says how busy devices and processors were. */
        public static final PairLimit UNKNOWN = new PairLimit(null, "; what limited it is not known");

        /** Nothing needs to be said. */
        public static final PairLimit UNSAID = new PairLimit(null, "");

        public static final PairLimit BY_STORAGE = new PairLimit(true, ", storage-limited");

        /** Storage limited neither side for most of the time, and one side for more than a little. */
        public static final PairLimit IN_PART =
                new PairLimit(null, ", but storage limited it for only part of the time");

        /** Returns that something else limited the runs, such as {@code processors for 71 % of the time}. */
        public static PairLimit byOther(String part) {
            return new PairLimit(false, ", but storage was not what limited it" + (part.isEmpty() ? "" : ": " + part));
        }

        /** Returns the words in brackets, after a blank; empty for nothing. */
        public String inBrackets() {
            return words.isEmpty() ? "" : " (" + words.substring(2) + ")";
        }

        /** Returns what all rows of a claim have in common. */
        public static PairLimit common(List<PairLimit> rows) {
            Set<PairLimit> different = Set.copyOf(rows);
            if (different.size() == 1) {
                return rows.get(0);
            }
            boolean other = !rows.isEmpty() && rows.stream().allMatch(row -> Boolean.FALSE.equals(row.storage));
            return other ? byOther("") : UNSAID;
        }
    }

    /**
     * The numbers of observations of a ratio.
     *
     * @param unit the unit of the observations, such as {@code visit}
     */
    public record Counted(int baseline, int contender, String unit) {}

    /**
     * The verdicts of a claim that is not about one ratio.
     *
     * @param claimed the verdict if p allows it
     * @param open the verdict otherwise
     */
    public record VerdictPair(Verdict claimed, Verdict open) {}

    public Claim {
        Objects.requireNonNull(verdict, "verdict");
        notes = List.copyOf(notes);
    }

    /**
     * Makes a claim about a ratio, before the correction.
     *
     * @param test null if there is none; then nothing can be claimed
     */
    public static Claim ofRatio(
            ClaimSubject about, RatioEstimate estimate, RatioDistribution test, List<Warning> notes) {
        return new Claim(
                        about,
                        estimate,
                        null,
                        SCREEN,
                        test,
                        test == null ? null : (Double) test.p(),
                        null,
                        null,
                        Verdict.UNDECIDED,
                        null,
                        notes)
                .judged();
    }

    /** Makes a claim that p alone decides, before the correction. */
    public static Claim of(ClaimSubject about, VerdictPair ends, double confidence, Double p) {
        RatioEstimate none = new RatioEstimate(null, null, null, confidence, 0, null, PairLimit.UNSAID);
        return new Claim(about, none, ends, SCREEN, null, p, null, null, ends.open, null, List.of());
    }

    /** Makes a claim for which nothing was measured. */
    public static Claim ofNothing(ClaimSubject about, double confidence) {
        return of(about, new VerdictPair(Verdict.UNDECIDED, Verdict.UNDECIDED), confidence, null);
    }

    /** Returns the p for a difference beyond the margin; null if no ratio decides this claim. */
    Double pBeyond() {
        return isOfRatio() ? (Double) test.pBeyond(estimate.margin) : null;
    }

    private boolean isOfRatio() {
        return ends == null && test != null;
    }

    /**
     * Copies this claim, judged by its corrected p.
     *
     * @param same {@link #pBeyond}, corrected; null if there is none
     */
    public Claim corrected(Holm.Adjusted adjusted, Holm.Adjusted same) {
        return new Claim(about, estimate, ends, family, test, p, adjusted, same, verdict, reason, notes).judged();
    }

    /** Copies this claim, which p alone decides, judged by a corrected p, which is null before the correction. */
    public Claim corrected(Double adjusted) {
        return corrected(adjusted == null ? null : new Holm.Adjusted(adjusted, 1), null);
    }

    /** Returns p after the correction over the family; null if {@link #p} is null, or before the correction. */
    public Double corrected() {
        return difference == null ? null : (Double) difference.p();
    }

    /** Returns the corrected p for a difference beyond the margin; null without a test, or before the correction. */
    public Double same() {
        return sameness == null ? null : (Double) sameness.p();
    }

    /** Returns what the correction multiplied p by; 0 before the correction. */
    public double factor() {
        return difference == null ? 0 : difference.factor();
    }

    private Claim judged() {
        if (ends != null) {
            return judged(Verdict.of(ends.claimed, ends.open, corrected(), estimate.confidence), null);
        }
        if (test == null || estimate.interval == null) {
            return judged(
                    Verdict.UNDECIDED, estimate.basis == null ? null : Reason.of(estimate.basis, estimate.interval));
        }
        Verdict by = Verdict.of(estimate.ratio, test.ratio(), corrected(), same(), estimate.confidence);
        boolean opposite = difference != null && difference.p() < 1 - estimate.confidence;
        return judged(
                by,
                by != Verdict.UNDECIDED
                        ? null
                        : opposite ? Reason.MEANS_DISAGREE : Reason.of(estimate.basis, estimate.interval));
    }

    /** Copies this claim with verdicts of its own, because its ratio is not one of durations. */
    public Claim ending(VerdictPair other) {
        return new Claim(about, estimate, other, family, test, p, null, null, verdict, reason, notes).judged();
    }

    /** Copies this claim as one of another family, before the correction. */
    public Claim in(String other) {
        return new Claim(about, estimate, ends, other, test, p, null, null, verdict, reason, notes).judged();
    }

    /**
     * Copies this claim, which a hypothesis about the same pair makes in its own family. The pair itself then enters no
     * correction.
     *
     * @param follows the verdict that follows from the hypothesis
     */
    public Claim following(Claim hypothesis, Verdict follows) {
        return new Claim(
                about,
                estimate,
                null,
                hypothesis.family,
                null,
                null,
                hypothesis.difference,
                null,
                follows,
                Reason.HYPOTHESIS,
                notes);
    }

    /** Copies this claim as it was made at an earlier look: a claim that was made stays. */
    Claim keeping(EarlierClaim made) {
        List<Warning> more = new ArrayList<>(notes);
        more.add(new Warning("claimed-earlier", made.describe(estimate.ratio)));
        return new Claim(
                about,
                new RatioEstimate(
                        made.ratio(),
                        made.interval(),
                        estimate.basis,
                        estimate.confidence,
                        estimate.margin,
                        estimate.counted,
                        estimate.limited),
                ends,
                family,
                test,
                p,
                difference,
                null,
                made.verdict(),
                Reason.EARLIER_LOOK,
                more);
    }

    /** Copies this claim with warnings. */
    public Claim noted(List<Warning> warnings) {
        return new Claim(about, estimate, ends, family, test, p, difference, sameness, verdict, reason, warnings);
    }

    /** Copies this claim without its test, because other claims state the same. */
    public Claim withoutP() {
        return new Claim(about, estimate, ends, family, null, null, null, null, verdict, reason, notes).judged();
    }

    /** Checks whether a difference is claimed, and also that it is smaller than the margin. */
    public boolean isSmall() {
        return verdict.isDifference() && sameness != null && sameness.p() < 1 - estimate.confidence;
    }

    /**
     * Returns how many more observations of each side would decide this claim if the ratio and the variation stayed the
     * same. With that many more, the chance of a verdict is about even.
     *
     * @return empty if there is a verdict, or if the number is unknown or above {@value #MOST_MORE}
     */
    public OptionalInt more() {
        return isAdvised()
                ? IntStream.rangeClosed(1, MOST_MORE).filter(this::decides).findFirst()
                : OptionalInt.empty();
    }

    /** Checks whether more than {@value #MOST_MORE} more observations of each side would be needed. */
    public boolean isBeyondAdvice() {
        return isAdvised() && more().isEmpty();
    }

    private boolean isAdvised() {
        return verdict == Verdict.UNDECIDED
                && reason != Reason.MEANS_DISAGREE
                && isOfRatio()
                && estimate.counted != null
                && sameness != null
                && Double.isFinite(sameness.factor());
    }

    private boolean decides(int more) {
        double alpha = 1 - estimate.confidence;
        double distance = Math.abs(Math.log(test.ratio()));
        return distance > halfWidth(more, 1 - alpha / difference.factor())
                || Math.log1p(estimate.margin) - distance > halfWidth(more, 1 - 2 * alpha / sameness.factor());
    }

    private double halfWidth(int more, double confidence) {
        return Power.halfWidth(test, estimate.counted.baseline, estimate.counted.contender, more, confidence);
    }

    /** Copies this claim without a verdict, for a reason that neither p nor the interval shows. */
    public Claim open(Reason why) {
        return judged(Verdict.UNDECIDED, why);
    }

    private Claim judged(Verdict by, Reason why) {
        return new Claim(about, estimate, ends, family, test, p, difference, sameness, by, why, notes);
    }

    public double ratio() {
        return estimate.ratio;
    }

    public Optional<Interval> interval() {
        return Optional.ofNullable(estimate.interval);
    }

    /**
     * Returns what a claim that two setups are the same says about what limited the runs; nothing for other verdicts.
     */
    public PairLimit limit() {
        return verdict == Verdict.SAME ? estimate.limited : PairLimit.UNSAID;
    }

    /** Returns the verdict in words, such as {@code same within 5 %}; if it is open, with the reason. */
    public String words() {
        String word = verdict.word();
        if (verdict == Verdict.SAME) {
            return word + " within " + marginInPercent() + (reason == null ? "" : ": " + reason.word())
                    + limit().words();
        }
        return isSmall()
                ? word + " by less than " + marginInPercent()
                : reason == null ? word : word + ": " + reason.word();
    }

    /** Returns the margin in words, such as {@code 5 %}. */
    public String marginInPercent() {
        return HumanText.percent(estimate.margin);
    }

    /** A finding that claims something. Findings of every kind implement this. */
    public interface Claimed<T> {
        Claim claim();

        /** Returns the job, or a text for several jobs. */
        default String job() {
            return claim().about().job();
        }

        /** Returns the settings that all compared runs share. */
        default SortedMap<String, String> settings() {
            return claim().about().settings();
        }

        /** Returns the setup that the contender is compared with, or a text for several setups. */
        default String baselineName() {
            return claim().about().baseline();
        }

        default String contenderName() {
            return claim().about().contender();
        }

        /** Copies this finding with another claim, whose p is corrected. */
        T with(Claim corrected);

        /** Checks whether the report may make the claim, after the correction for all claims of the family. */
        default boolean isClaimed() {
            return claim().verdict().isClaimed();
        }
    }

    /** A finding of a kind that has no numbers beyond its claim's. Reports show every such kind alike. */
    public record PlainFinding(Claim claim) implements Claimed<PlainFinding> {
        @Override
        public PlainFinding with(Claim corrected) {
            return new PlainFinding(corrected);
        }
    }
}
