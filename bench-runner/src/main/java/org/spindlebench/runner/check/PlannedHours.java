package org.spindlebench.runner.check;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.check.PastRuns.PastRun;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;

/**
 * The duration of a plan, estimated without access to its cluster. The estimate is based on earlier runs of the same
 * jobs with the same settings, on any nodes.
 *
 * @param seconds total duration of the runs with a known duration
 * @param jobs the jobs without such an earlier run
 * @param setups the setups without such an earlier run of some job; the job is assumed to last as long as on the other
 *     setups
 * @param campaigns the campaigns of those earlier runs
 */
public record PlannedHours(double seconds, Set<String> jobs, Set<String> setups, Set<String> campaigns) {
    private static final double HOUR = 3600;

    /**
     * Adds up the durations of a plan's runs.
     *
     * @param out the root of all campaigns' results
     * @param plan the plan; each of its visits makes its inputs again
     * @param scales the number by which the bandwidths of a setup's disks are divided; nothing for real disks
     */
    public static PlannedHours of(Path out, Plan plan, Map<String, Integer> scales) {
        PastRuns past = PastRuns.readAll(out);
        double seconds = 0;
        Set<String> unknown = new TreeSet<>();
        Set<String> campaigns = new TreeSet<>();
        Set<String> guessed = new TreeSet<>();
        for (Visit visit : plan.visits()) {
            Set<String> prepared = new HashSet<>();
            for (RunSpec run : visit.runs()) {
                List<PastRun> alike = past.same(run.job(), visit.setup(), scales.get(visit.setup()), run.settings());
                if (alike.isEmpty()) {
                    unknown.add(run.job());
                    continue;
                }
                alike.forEach(one -> campaigns.add(one.campaign()));
                if (alike.stream().noneMatch(one -> one.setup().equals(visit.setup()))) {
                    guessed.add(visit.setup());
                }
                seconds += mean(alike.stream().map(one -> one.tasks() + one.rest()));
                seconds += prepared.add(run.job() + run.settings()) ? inputs(alike) : 0;
            }
        }
        return new PlannedHours(seconds, unknown, guessed, campaigns);
    }

    /** Returns the seconds that earlier runs on any nodes took, for each run that has such earlier runs. */
    public static Map<RunSpec, Double> expected(Path out, Plan plan, Map<String, Integer> scales) {
        PastRuns past = PastRuns.readAll(out);
        Map<RunSpec, Double> expected = new HashMap<>();
        for (Visit visit : plan.visits()) {
            for (RunSpec run : visit.runs()) {
                List<PastRun> alike = past.same(run.job(), visit.setup(), scales.get(visit.setup()), run.settings());
                if (!alike.isEmpty()) {
                    expected.putIfAbsent(run, mean(alike.stream().map(PastRun::elapsed)));
                }
            }
        }
        return expected;
    }

    /**
     * Returns the seconds in which a visit's runs with the same settings make inputs. Repeats share an input, and runs
     * with other settings may share it, too. The order of the visit then decides which run makes it, and only the mean
     * is known.
     */
    private static double inputs(List<PastRun> alike) {
        return mean(alike.stream()
                .collect(groupingBy(one -> one.campaign() + " " + one.visit(), summingDouble(PastRun::prepare)))
                .values()
                .stream());
    }

    private static double mean(Stream<Double> seconds) {
        return seconds.mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Returns a line for messages; empty if no duration is known. */
    public Optional<String> describe() {
        if (campaigns.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "hours      about %.2f, from runs with the same settings in %s%s%s",
                seconds / HOUR,
                FewNames.of(campaigns.stream().sorted(Comparator.reverseOrder()).toList()),
                setups.isEmpty() ? "" : "; as on other setups: " + String.join(", ", setups),
                jobs.isEmpty() ? "" : "; without " + String.join(", ", jobs) + ", which has no earlier run"));
    }
}
