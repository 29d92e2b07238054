package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.document.OmittedValues;
import org.spindlebench.analysis.stats.CampaignDeviation;
import org.spindlebench.analysis.stats.Power;

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
    /** The greatest number of campaigns, visits or runs per side that the gate recommends. */
    public static final int MOST_NEEDED = 100;

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
         * Returns the number of campaigns, visits or runs per side that would decide if the ratio stayed the same. Empty
         * if there is a verdict, if the number is unknown, or if it is more than {@link #MOST_NEEDED}.
         */
        public OptionalInt needed() {
            OptionalDouble sd = sd(comparison);
            if (sd.isEmpty() || verdict() != Verdict.UNDECIDED) {
                return OptionalInt.empty();
            }
            double distance = Math.abs(Math.log(comparison.speedUp().ratio() / limit));
            double between = 2 * claim.estimate().confidence() - 1;
            return IntStream.rangeClosed(2, MOST_NEEDED)
                    .filter(n -> distance > Power.halfWidth(sd.getAsDouble(), n, between))
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

    /** Returns the relative standard deviation of one observation. */
    private static OptionalDouble sd(Comparison one) {
        CampaignDeviation between = one.between();
        OptionalDouble baseline = one.observations().baseline().cv();
        OptionalDouble contender = one.observations().contender().cv();
        if (between != null) {
            return OptionalDouble.of(between.cv());
        }
        return baseline.isEmpty() || contender.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.sqrt((baseline.getAsDouble() * baseline.getAsDouble()
                                + contender.getAsDouble() * contender.getAsDouble())
                        / 2));
    }
}
