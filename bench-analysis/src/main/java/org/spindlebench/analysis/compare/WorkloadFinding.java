package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.workload.Workload.RunSettings;

/**
 * One number of a workload on one setup, and its comparison with the baseline. Each visit in which all of the workload's
 * jobs ran at once gives one value:
 *
 * <pre>
 * makespan  = latest end − earliest start over all jobs, in seconds
 * slow-down = the job's duration beside the others / the median of its durations alone in the same visit
 * </pre>
 *
 * <p>The slow-down of several jobs is the geometric mean of their slow-downs. A visit has no value if one of these jobs
 * has no valid run in the visit.
 *
 * @param of the class or the job that a slow-down is about; empty for the whole workload
 * @param passes the visits with a valid run of any of the workload's jobs
 * @param cell the workload on one setup; its runs have the value of each visit that has one
 * @param comparison the comparison with the baseline, above 1 if this setup is better; null for the baseline, or if one
 *     of the two has no value
 * @param claim that this setup is better or worse; nothing is claimed about single jobs and classes
 */
public record WorkloadFinding(
        Quantity quantity, String of, int passes, CellSummary cell, Comparison comparison, Claim claim)
        implements Claimed<WorkloadFinding> {
    /** A number of a workload. */
    public enum Quantity {
        MAKESPAN,
        /** The geometric mean of all jobs' slow-downs. */
        SLOW_DOWN,
        CLASS_SLOW_DOWN,
        JOB_SLOW_DOWN;

        /** Returns a stable word for programs, such as {@code class-slow-down}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Checks whether the number is about the whole workload, so that a sentence of the report may claim it. */
        public boolean isOfWorkload() {
            return this == MAKESPAN || this == SLOW_DOWN;
        }
    }

    public String workload() {
        return job();
    }

    public String setup() {
        return contenderName();
    }

    /** Returns the value of each visit that has one. */
    public Sample visits() {
        return cell.observations();
    }

    /** Returns the interval of the mean over visits; empty with fewer than two. */
    public Optional<Interval> interval(double confidence) {
        return visits().meanInterval(confidence);
    }

    /** Returns the baseline's mean / this setup's mean, with the interval over visits; null without a comparison. */
    public SpeedUp ratio() {
        return comparison == null ? null : comparison.speedUp();
    }

    /** Returns the comparison within the blocks with visits to both setups; null if there are fewer than two. */
    public Paired paired() {
        return comparison == null ? null : comparison.paired();
    }

    /** Returns the p of Welch's test of the ratio; null if there is none. */
    public Double p() {
        return comparison == null ? null : comparison.claim().p();
    }

    @Override
    public WorkloadFinding with(Claim corrected) {
        return new WorkloadFinding(quantity, of, passes, cell, comparison, corrected);
    }

    /**
     * Returns the numbers of all workloads, each setup's in the order of {@link Quantity}, the baseline's first.
     *
     * @param compared the cells of runs at once and of runs alone; receives a warning for each workload whose jobs
     *     differ between results
     */
    static List<WorkloadFinding> of(Compared compared) {
        Map<WorkloadVariant, List<CellSummary>> groups = compared.cells().stream()
                .filter(cell -> "true".equals(cell.subject().settings().get(RunSettings.CONCURRENT))
                        && cell.subject().settings().containsKey(RunSettings.WORKLOAD)
                        && cell.subject().settings().containsKey(RunSettings.JOB))
                .collect(Collectors.groupingBy(WorkloadVariant::of, LinkedHashMap::new, Collectors.toList()));
        List<WorkloadFinding> findings = new ArrayList<>();
        groups.forEach((group, members) -> {
            if (WorkloadVariant.isOneWorkload(members)) {
                findings.addAll(new Measured(group, members, compared).findings());
            } else {
                compared.doubts()
                        .add(CellWarning.of(
                                "not-comparable",
                                "workload " + group.workload
                                        + ": jobs of one name have different sizes or times of submission, so Spindle reports"
                                        + " neither makespan nor slow-down (give the workloads different names)",
                                members.stream().map(CellSummary::subject).toList()));
            }
        });
        return List.copyOf(findings);
    }

    /** A workload with the settings that all of its jobs share. */
    private record WorkloadVariant(String workload, SortedMap<String, String> settings) {
        static WorkloadVariant of(CellSummary cell) {
            SortedMap<String, String> shared = new TreeMap<>(cell.comparable());
            String workload = shared.remove(RunSettings.WORKLOAD);
            shared.keySet().removeAll(RunSettings.OF_JOBS);
            shared.remove(RunSettings.CONCURRENT);
            return new WorkloadVariant(workload, shared);
        }

        /** Checks whether each name means the same job on all setups. */
        static boolean isOneWorkload(Collection<CellSummary> members) {
            Map<String, SortedMap<String, String>> jobs = new HashMap<>();
            return members.stream().allMatch(cell -> cell.comparable()
                    .equals(jobs.computeIfAbsent(job(cell), none -> cell.comparable())));
        }

        static String job(CellSummary cell) {
            return cell.subject().settings().get(RunSettings.JOB);
        }
    }

    /**
     * A visit in which all jobs ran at once: their runs, and the slow-downs of jobs that also ran alone in this visit.
     */
    private record Pass(Map<String, MeasuredRun> runs, Map<String, Double> slowDowns) {
        static List<Object> visit(MeasuredRun run) {
            return Arrays.asList(run.campaign(), run.visit());
        }

        /** Returns a run with the value of these jobs in place of its duration; empty if one of them has no value. */
        Optional<MeasuredRun> value(Quantity quantity, Collection<String> jobs) {
            OptionalDouble value = quantity == Quantity.MAKESPAN ? makespan(jobs) : slowDown(jobs);
            MeasuredRun any = runs.values().iterator().next();
            int visit = any.visit() == null ? 1 : any.visit();
            return value.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new MeasuredRun(
                            any.campaign(), any.run(), any.started(), any.block(), visit, value.getAsDouble(), null));
        }

        private OptionalDouble makespan(Collection<String> jobs) {
            if (!runs.keySet().containsAll(jobs) || runs.values().stream().anyMatch(run -> run.started() == null)) {
                return OptionalDouble.empty();
            }
            long first =
                    runs.values().stream().mapToLong(MeasuredRun::started).min().orElseThrow();
            return runs.values().stream()
                    .mapToDouble(run -> (run.started() - first) / 1000.0 + run.seconds())
                    .max();
        }

        private OptionalDouble slowDown(Collection<String> jobs) {
            return slowDowns.keySet().containsAll(jobs)
                    ? OptionalDouble.of(Math.exp(jobs.stream()
                            .mapToDouble(job -> Math.log(slowDowns.get(job)))
                            .average()
                            .orElseThrow()))
                    : OptionalDouble.empty();
        }
    }

    /** One workload on all setups. */
    private static final class Measured {
        private final WorkloadVariant group;
        private final String baseline;
        private final double confidence;

        /** Any cell of each setup. */
        private final Map<String, CellSummary> cells = new LinkedHashMap<>();

        /** The passes of each setup, by visit. */
        private final Map<String, Map<List<Object>, Pass>> passes = new HashMap<>();

        /** The jobs in the order of their submission, with their classes. */
        private final Map<String, String> jobs = new LinkedHashMap<>();

        Measured(WorkloadVariant group, List<CellSummary> members, Compared compared) {
            this.group = group;
            this.baseline = compared.baseline();
            this.confidence = compared.options().confidence();
            Map<Subject, CellSummary> alone = new HashMap<>();
            compared.cells().forEach(cell -> alone.put(subject(cell, Set.of()), cell));
            members.stream()
                    .sorted(Comparator.comparingDouble(cell ->
                            Double.parseDouble(cell.subject().settings().getOrDefault(RunSettings.ARRIVAL, "0"))))
                    .forEach(cell -> add(cell, alone.get(subject(cell, RunSettings.OF_CONCURRENT))));
        }

        private static Subject subject(CellSummary cell, Set<String> without) {
            SortedMap<String, String> settings = new TreeMap<>(cell.comparable());
            settings.keySet().removeAll(without);
            return new Subject(cell.subject().job(), cell.subject().setup(), settings);
        }

        /** @param alone the runs of a job of the same sizes that ran alone; null if there are none */
        private void add(CellSummary together, CellSummary alone) {
            String job = WorkloadVariant.job(together);
            jobs.put(job, together.subject().settings().getOrDefault(RunSettings.CLASS, ""));
            cells.putIfAbsent(together.subject().setup(), together);
            Map<List<Object>, List<Double>> known = alone == null
                    ? Map.of()
                    : alone.runs().stream()
                            .collect(Collectors.groupingBy(
                                    Pass::visit, Collectors.mapping(MeasuredRun::seconds, Collectors.toList())));
            Map<List<Object>, Pass> own =
                    passes.computeIfAbsent(together.subject().setup(), setup -> new LinkedHashMap<>());
            together.runs().forEach(run -> {
                Pass pass =
                        own.computeIfAbsent(Pass.visit(run), visit -> new Pass(new LinkedHashMap<>(), new HashMap<>()));
                pass.runs.put(job, run);
                Optional.ofNullable(known.get(Pass.visit(run)))
                        .ifPresent(durations -> pass.slowDowns.put(
                                job, run.seconds() / Sample.of(durations).median()));
            });
        }

        List<WorkloadFinding> findings() {
            String stated = group.settings.get(RunSettings.JOBS);
            // Jobs that were never submitted have no record, but the records of the others state the number of jobs.
            boolean complete = stated == null || stated.equals(String.valueOf(jobs.size()));
            SortedMap<String, List<String>> classes = new TreeMap<>();
            jobs.forEach((job, name) ->
                    classes.computeIfAbsent(name, none -> new ArrayList<>()).add(job));
            classes.remove("");
            List<WorkloadFinding> findings = new ArrayList<>();
            cells.keySet().stream()
                    .sorted(Comparator.comparing(setup -> !setup.equals(baseline)))
                    .forEach(setup -> {
                        if (complete) {
                            finding(setup, Quantity.MAKESPAN, "", jobs.keySet()).ifPresent(findings::add);
                            finding(setup, Quantity.SLOW_DOWN, "", jobs.keySet())
                                    .ifPresent(findings::add);
                        }
                        classes.forEach((name, members) -> finding(setup, Quantity.CLASS_SLOW_DOWN, name, members)
                                .ifPresent(findings::add));
                        jobs.keySet().forEach(job -> finding(setup, Quantity.JOB_SLOW_DOWN, job, List.of(job))
                                .ifPresent(findings::add));
                    });
            return findings;
        }

        private Optional<WorkloadFinding> finding(
                String setup, Quantity quantity, String of, Collection<String> members) {
            Optional<CellSummary> own = cell(setup, quantity, members);
            ClaimSubject about =
                    new ClaimSubject("workload", group.workload, baseline, setup, group.settings, quantity.word());
            Optional<Comparison> compared = own.filter(cell -> !setup.equals(baseline))
                    .flatMap(cell -> cell(baseline, quantity, members))
                    .map(base -> Comparing.of(
                            new Pairing.Pair(group.settings, new TreeMap<>(), base, own.orElseThrow()),
                            about,
                            confidence));
            Claim claim = compared.map(Comparison::claim).orElse(Claim.ofNothing(about, confidence));
            return own.map(cell -> new WorkloadFinding(
                    quantity,
                    of,
                    passes.get(setup).size(),
                    cell,
                    compared.orElse(null),
                    quantity.isOfWorkload() ? claim : claim.withoutP()));
        }

        /** Returns the workload on a setup with these jobs' values; empty if no visit has one. */
        private Optional<CellSummary> cell(String setup, Quantity quantity, Collection<String> members) {
            List<MeasuredRun> values = passes.getOrDefault(setup, Map.of()).values().stream()
                    .flatMap(pass -> pass.value(quantity, members).stream())
                    .toList();
            return values.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            cells.get(setup).measuring(new Subject(group.workload, setup, group.settings), values));
        }
    }
}
