package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.Power;

/**
 * Whether a contender is slower than a limit allows: the verdict of a build server. With a = 1 − confidence, a job is slower where the one-sided
 * test against the limit rejects at a after Holm's correction over all jobs, and so some job is called slower without being so in at most a of all
 * builds. All are within the limit where each job's one-sided test on the other side rejects at a: some job that is slower is overlooked in at most a
 * of all builds (the intersection-union test; Berger, Technometrics 24(4), 1982).
 *
 * @param share by how much a job may take longer, such as 0.05
 * @param jobs one for each comparison
 * @param verdict of all
 */
public record Gate(double share, List<Job> jobs, Verdict verdict) {
    /** What follows for a build. */
    public enum Verdict {
        /** Some job is slower than the limit. */
        SLOWER,
        /** No job is. */
        WITHIN,
        /** The runs do not tell. */
        UNDECIDED
    }

    /**
     * One job.
     *
     * @param comparison of the two sides
     * @param verdict on it alone
     * @param needed campaigns, visits or runs a side that would decide if the ratio stays as it is; empty where that is not known, or more than
     *     {@link #MOST_NEEDED}
     */
    public record Job(Comparison comparison, Verdict verdict, OptionalInt needed) {}

    /** More campaigns a side are not asked for. */
    public static final int MOST_NEEDED = 100;

    public Gate {
        jobs = List.copyOf(jobs);
    }

    /**
     * Of all comparisons of the findings; undecided where there is none.
     *
     * @param share 0 or more, such as 0.05
     */
    public static Gate of(Findings findings, double share) {
        double alpha = 1 - findings.options().confidence();
        double limit = 1 / (1 + share);
        List<Comparison> all = findings.comparisons().toList();
        List<Double> slower = Holm.adjust(all.stream()
                .map(one -> one.samples().pBelow(limit, one.between()).orElse(1))
                .toList());
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Comparison one = all.get(i);
            Verdict verdict = slower.get(i) < alpha
                    ? Verdict.SLOWER
                    : one.samples().pAbove(limit, one.between()).orElse(1) < alpha ? Verdict.WITHIN : Verdict.UNDECIDED;
            jobs.add(new Job(
                    one, verdict, verdict == Verdict.UNDECIDED ? needed(one, limit, alpha) : OptionalInt.empty()));
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

    /** Of one observation, relative. */
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
