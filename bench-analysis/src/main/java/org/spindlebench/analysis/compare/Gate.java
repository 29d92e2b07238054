package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.document.OmittedValues;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.SamplePair;

/**
 * The verdict for a build server: whether a contender is slower than a limit allows. Let a = 1 − confidence, or the share
 * of this that the runs' look may use.
 *
 * <p>A job is beyond the limit if the one-sided test against it rejects at level a, after Holm's correction over the
 * claims of the report's first screen, in which the job's claim about the limit replaces its claim about the pair. So
 * for at most a share a of all builds, a job is wrongly said to be beyond the limit.
 *
 * <p>All jobs count as within the limit if each job's one-sided test on the other side rejects at level a. So in at
 * most a share a of all builds, a slower job is overlooked (the intersection-union test; Berger, Technometrics 24(4),
 * 1982).
 *
 * @param share the allowed increase of a job's duration, such as 0.05
 * @param family the number of claims over which the correction is made
 * @param verdict beyond the limit if some job is, within if all jobs are, or undecided
 */
public record Gate(double share, List<Job> jobs, int family, Verdict verdict) {
    private static final String KIND = "gate";

    /** With this many observations on a side or fewer, the gate says how many can decide. */
    private static final int FEW = 2;

    /**
     * The verdict on one job.
     *
     * @param limit the least speed-up that is allowed
     * @param level the level at which one test may say that the job is within the limit; 0 if it never may
     * @param claim the claim that the job is slower, or that it is within the limit
     */
    public record Job(Comparison comparison, double limit, double level, Claim claim) implements Claimed<Job> {
        static Job of(Comparison one, double limit, Looks looks) {
            double confidence = one.claim().estimate().confidence();
            double level = 1 - looks.confidence(confidence);
            Verdict within = Verdict.of(
                    Verdict.WITHIN,
                    Verdict.UNDECIDED,
                    OmittedValues.orNull(one.samples().pAbove(limit, one.between())),
                    1 - level);
            Claim slower = Claim.of(
                    one.claim().about().as(KIND),
                    new VerdictPair(Verdict.BEYOND, within),
                    confidence,
                    one.samples().pBelow(limit, one.between()).orElse(1));
            return new Job(one, limit, level, slower);
        }

        @Override
        public Job with(Claim corrected) {
            return new Job(comparison, limit, level, corrected);
        }

        /** Returns the verdict on this job alone. */
        public Verdict verdict() {
            return claim.verdict();
        }

        /**
         * Returns how many more campaigns, visits or runs of each side would decide with an even chance if the ratio and
         * the variation stayed the same. Empty if there is a verdict, if too little is known, or if the number is above
         * {@link Claim#MOST_MORE}.
         */
        public OptionalInt more() {
            if (comparison.test() == null || verdict() != Verdict.UNDECIDED) {
                return OptionalInt.empty();
            }
            double distance = Math.log(comparison.speedUp().ratio() / limit);
            if (level == 0) {
                return OptionalInt.empty();
            }
            // Only a slower job is corrected for the family.
            double needed = distance < 0 ? (1 - claim.estimate().confidence()) / claim.factor() : level;
            return IntStream.rangeClosed(1, Claim.MOST_MORE)
                    .filter(more -> Math.abs(distance) > halfWidth(more, needed))
                    .findFirst();
        }

        /** Returns half the width of the one-sided test at a level, in logarithms, with more observations. */
        private double halfWidth(int more, double level) {
            SamplePair now = comparison.observations();
            return Power.halfWidth(
                    comparison.test(), now.baseline().n(), now.contender().n(), more, 1 - 2 * level);
        }

        private int least() {
            SamplePair now = comparison.observations();
            return Math.min(now.baseline().n(), now.contender().n());
        }
    }

    public Gate {
        jobs = List.copyOf(jobs);
    }

    /**
     * Judges all comparisons of jobs' durations, but not makespans and slow-downs, which follow from them. The report's
     * other claims stay in the family. Without any comparison, the verdict is undecided.
     *
     * @param share the allowed increase of a job's duration, 0 or more, such as 0.05
     */
    public static Gate of(Findings findings, double share) {
        List<Claimed<?>> family = new ArrayList<>();
        Looks looks = findings.options().study().looks();
        findings.comparisons().filter(Gate::isOfJob).forEach(one -> family.add(Job.of(one, 1 / (1 + share), looks)));
        findings.claims()
                .findings()
                .filter(one -> one.claim().family().equals(Claim.SCREEN)
                        && !(one instanceof Comparison comparison && isOfJob(comparison)))
                .forEach(family::add);
        Claims claims = Claims.corrected(family, looks);
        List<Job> jobs = claims.of(Job.class);
        int count = claims.families().getOrDefault(Claim.SCREEN, 0L).intValue();
        return new Gate(share, jobs, count, verdict(jobs));
    }

    private static boolean isOfJob(Comparison one) {
        return one.quantity() == Quantity.DURATION;
    }

    /**
     * Returns how many observations of a side can decide the gate, if a side of some job has {@value #FEW} and these
     * cannot. With that many, if the variation stays the same, a job as fast as before is within the limit with an even
     * chance. A job slower by twice the limit is then beyond the limit with an even chance. Empty if the present
     * numbers can decide, or if the limit is 0, which equal jobs never keep.
     */
    public OptionalInt enough() {
        List<Job> tested = jobs.stream()
                .filter(job -> job.comparison.test() != null && job.least() > 1 && job.level > 0)
                .toList();
        if (share == 0 || tested.stream().noneMatch(job -> job.least() <= FEW) || canDecide(tested, 0)) {
            return OptionalInt.empty();
        }
        int least = tested.stream().mapToInt(Job::least).min().orElseThrow();
        return IntStream.rangeClosed(1, Claim.MOST_MORE)
                .filter(more -> canDecide(tested, more))
                .map(more -> least + more)
                .findFirst();
    }

    private boolean canDecide(List<Job> tested, int more) {
        return tested.stream()
                .allMatch(job -> job.halfWidth(more, job.level * Claims.DIFFERENCES / family) < Math.log1p(share));
    }

    private static Verdict verdict(List<Job> jobs) {
        if (jobs.stream().anyMatch(job -> job.verdict() == Verdict.BEYOND)) {
            return Verdict.BEYOND;
        }
        boolean within = !jobs.isEmpty() && jobs.stream().allMatch(job -> job.verdict() == Verdict.WITHIN);
        return within ? Verdict.WITHIN : Verdict.UNDECIDED;
    }
}
