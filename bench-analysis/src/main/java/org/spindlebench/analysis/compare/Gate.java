package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.document.OmittedValues;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.RatioDistribution;
import org.spindlebench.analysis.stats.SamplePair;

/**
 * The verdict for a build server: whether a contender is slower than a limit allows. Let a = 1 − confidence.
 *
 * <p>A job counts as slower if the one-sided test against the limit rejects at level a, after Holm's correction over
 * all jobs. So for at most a share a of all builds, a job is wrongly called slower.
 *
 * <p>All jobs count as within the limit if each job's one-sided test on the other side rejects at level a. So in at
 * most a share a of all builds, a slower job is overlooked (the intersection-union test; Berger, Technometrics 24(4),
 * 1982).
 *
 * @param share the allowed increase of a job's duration, such as 0.05
 * @param verdict slower if some job is, within if all jobs are, or undecided
 */
public record Gate(double share, List<Job> jobs, Verdict verdict) {
    private static final String KIND = "gate";

    /**
     * The verdict on one job.
     *
     * @param limit the least speed-up that is allowed
     * @param claim the claim that the job is slower, or that it is within the limit
     */
    public record Job(Comparison comparison, double limit, Claim claim) implements Claimed<Job> {
        static Job of(Comparison one, double limit) {
            double confidence = one.claim().estimate().confidence();
            Verdict within = Verdict.of(
                    Verdict.WITHIN,
                    Verdict.UNDECIDED,
                    OmittedValues.orNull(one.samples().pAbove(limit, one.between())),
                    confidence);
            Claim slower = Claim.of(
                    one.claim().about().as(KIND),
                    new VerdictPair(Verdict.SLOWER, within),
                    confidence,
                    one.samples().pBelow(limit, one.between()).orElse(1));
            return new Job(one, limit, slower.in(KIND));
        }

        @Override
        public Job with(Claim corrected) {
            return new Job(comparison, limit, corrected);
        }

        /** Returns the verdict on this job alone. */
        public Verdict verdict() {
            return claim.verdict();
        }

        /**
         * Returns how many more campaigns, visits or runs of each side would decide with an even chance if the ratio and
         * the variation stayed the same. Empty if there is a verdict, if too little is known, or if it is more than
         * {@link Claim#MOST_MORE}.
         */
        public OptionalInt more() {
            RatioDistribution test = comparison.claim().test();
            if (test == null || verdict() != Verdict.UNDECIDED) {
                return OptionalInt.empty();
            }
            double distance = Math.log(comparison.speedUp().ratio() / limit);
            double alpha = 1 - claim.estimate().confidence();
            // Only a slower job is corrected for the family.
            double level = distance < 0 ? alpha / claim.factor() : alpha;
            SamplePair now = comparison.observations();
            return IntStream.rangeClosed(1, Claim.MOST_MORE)
                    .filter(more -> Math.abs(distance)
                            > Power.halfWidth(
                                    test, now.baseline().n(), now.contender().n(), more, 1 - 2 * level))
                    .findFirst();
        }
    }

    public Gate {
        jobs = List.copyOf(jobs);
    }

    /**
     * Judges all comparisons of jobs' durations, but no makespans and slow-downs, which follow from them. Without any
     * comparison, the verdict is undecided.
     *
     * @param share the allowed increase of a job's duration, 0 or more, such as 0.05
     */
    public static Gate of(Findings findings, double share) {
        List<Job> jobs = Claims.corrected(findings.comparisons()
                        .filter(one -> one.quantity() == Quantity.DURATION)
                        .map(one -> Job.of(one, 1 / (1 + share)))
                        .toList())
                .of(Job.class);
        return new Gate(share, jobs, verdict(jobs));
    }

    private static Verdict verdict(List<Job> jobs) {
        if (jobs.stream().anyMatch(job -> job.verdict() == Verdict.SLOWER)) {
            return Verdict.SLOWER;
        }
        boolean within = !jobs.isEmpty() && jobs.stream().allMatch(job -> job.verdict() == Verdict.WITHIN);
        return within ? Verdict.WITHIN : Verdict.UNDECIDED;
    }
}
