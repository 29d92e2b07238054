package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.Power;

/**
 * The verdict for a build server: whether a contender is slower than a limit allows. Let a = 1 − confidence.
 *
 * <p>A job counts as slower if the one-sided test against the limit rejects at level a, after Holm's correction over
 * all jobs. So at most a share a of all builds wrongly call a job slower.
 *
 * <p>All jobs count as within the limit if each job's one-sided test on the other side rejects at level a. So at most a
 * share a of all builds overlook a slower job (the intersection-union test; Berger, Technometrics 24(4), 1982).
 *
 * @param share the allowed increase of a job's duration, such as 0.05
 * @param verdict slower if some job is, within if all jobs are, or undecided
 */
public record Gate(double share, List<Job> jobs, Verdict verdict) {
    /**
     * The verdict on one job.
     *
     * @param verdict the verdict on this job alone
     * @param needed the number of campaigns, visits or runs per side that would decide if the ratio stayed the same.
     *     Empty if it is unknown, or more than {@link #MOST_NEEDED}
     */
    public record Job(Comparison comparison, Verdict verdict, OptionalInt needed) {}

    /** The greatest number of campaigns, visits or runs per side that the gate recommends. */
    public static final int MOST_NEEDED = 100;

    public Gate {
        jobs = List.copyOf(jobs);
    }

    /**
     * Judges all comparisons of the findings. Without any, the verdict is undecided.
     *
     * @param share the allowed increase of a job's duration, 0 or more, such as 0.05
     */
    public static Gate of(Findings findings, double share) {
        double confidence = findings.options().confidence();
        double limit = 1 / (1 + share);
        List<Comparison> all = findings.comparisons().toList();
        List<Double> slower = Holm.adjust(all.stream()
                .map(one -> one.samples().pBelow(limit, one.between()).orElse(1))
                .toList());
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Comparison one = all.get(i);
            Verdict within = Verdict.of(
                    Verdict.WITHIN,
                    Verdict.UNDECIDED,
                    Absent.orNull(one.samples().pAbove(limit, one.between())),
                    confidence);
            Verdict verdict = Verdict.of(Verdict.SLOWER, within, slower.get(i), confidence);
            jobs.add(new Job(
                    one,
                    verdict,
                    verdict == Verdict.UNDECIDED ? needed(one, limit, 1 - confidence) : OptionalInt.empty()));
        }
        return new Gate(share, jobs, verdict(jobs));
    }

    private static Verdict verdict(List<Job> jobs) {
        if (jobs.stream().anyMatch(job -> job.verdict == Verdict.SLOWER)) {
            return Verdict.SLOWER;
        }
        boolean within = !jobs.isEmpty() && jobs.stream().allMatch(job -> job.verdict == Verdict.WITHIN);
        return within ? Verdict.WITHIN : Verdict.UNDECIDED;
    }

    private static OptionalInt needed(Comparison one, double limit, double alpha) {
        OptionalDouble sd = sd(one);
        if (sd.isEmpty()) {
            return OptionalInt.empty();
        }
        double distance = Math.abs(Math.log(one.speedUp().ratio() / limit));
        return IntStream.rangeClosed(2, MOST_NEEDED)
                .filter(n -> distance > Power.halfWidth(sd.getAsDouble(), n, 1 - 2 * alpha))
                .findFirst();
    }

    /** Returns the relative standard deviation of one observation. */
    private static OptionalDouble sd(Comparison one) {
        Between between = one.between();
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
