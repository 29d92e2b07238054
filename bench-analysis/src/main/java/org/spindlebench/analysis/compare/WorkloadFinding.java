package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.About;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.Estimate;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;
import org.spindlebench.analysis.stats.VisitedSample.VisitSample;
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
 * <p>The slow-down of several jobs is the geometric mean of theirs. A visit has no value if one of these jobs has no
 * valid run in it.
 *
 * @param settings the settings that all jobs share
 * @param of the class or the job that a slow-down is about; empty for the whole workload
 * @param passes the visits with a valid run of any of the workload's jobs
 * @param visits the value of each visit that has one
 * @param ratio the baseline's mean / this setup's mean, with the interval of {@link SpeedUp} over visits; above 1 if
 *     this setup is better. Null for the baseline, or if either has no value
 * @param paired the comparison within the blocks that have visits to both setups; null if there are fewer than two
 * @param p Welch's test of the ratio; null if there is none
 * @param claim that this setup is better or worse; nothing is claimed of single jobs and classes
 */
public record WorkloadFinding(
        String workload,
        SortedMap<String, String> settings,
        String setup,
        Quantity quantity,
        String of,
        int passes,
        Sample visits,
        SpeedUp ratio,
        Paired paired,
        Double p,
        Claim claim)
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

    /** Returns the interval of the mean over visits; empty with fewer than two. */
    public Optional<Interval> interval(double confidence) {
        return visits.meanInterval(confidence);
    }

    @Override
    public WorkloadFinding with(Claim corrected) {
        return new WorkloadFinding(
                workload, settings, setup, quantity, of, passes, visits, ratio, paired, p, corrected);
    }

    /**
     * Returns the numbers of all workloads, each setup's in the order of {@link Quantity}, the baseline's first.
     *
     * @param compared the cells of runs at once and of runs alone; receives a warning for each workload whose jobs
     *     differ between results
     */
    static List<WorkloadFinding> of(Compared compared) {
        List<CellSummary> cells = compared.cells();
        Map<Group, List<CellSummary>> groups = new LinkedHashMap<>();
        cells.stream()
                .filter(cell -> "true".equals(cell.subject().settings().get(RunSettings.CONCURRENT))
                        && cell.subject().settings().containsKey(RunSettings.WORKLOAD)
                        && cell.subject().settings().containsKey(RunSettings.JOB))
                .forEach(cell -> groups.computeIfAbsent(Group.of(cell), none -> new ArrayList<>())
                        .add(cell));
        List<WorkloadFinding> findings = new ArrayList<>();
        groups.forEach((group, members) -> {
            if (Group.isOneWorkload(members)) {
                findings.addAll(
                        new Summary(group, members, cells, compared.options().confidence())
                                .findings(compared.baseline()));
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
    private record Group(String workload, SortedMap<String, String> settings) {
        static Group of(CellSummary cell) {
            SortedMap<String, String> shared = new TreeMap<>(cell.comparable());
            String workload = shared.remove(RunSettings.WORKLOAD);
            shared.keySet().removeAll(RunSettings.OF_JOBS);
            shared.remove(RunSettings.CONCURRENT);
            return new Group(workload, shared);
        }

        /** Checks whether each name stands for one job, also on different setups. */
        static boolean isOneWorkload(Collection<CellSummary> members) {
            Map<String, SortedMap<String, String>> jobs = new HashMap<>();
            return members.stream().allMatch(cell -> cell.comparable()
                    .equals(jobs.computeIfAbsent(job(cell), none -> cell.comparable())));
        }

        static String job(CellSummary cell) {
            return cell.subject().settings().get(RunSettings.JOB);
        }
    }

    /** A visit, in which all jobs ran at once. */
    private record Visit(String campaign, Integer number, Integer block) {
        static Visit of(MeasuredRun run) {
            return new Visit(run.campaign(), run.visit(), null);
        }

        String name() {
            return campaign + "/" + number;
        }
    }

    /** The durations of a workload's jobs on one setup. */
    private static final class OnSetup {
        /** The runs at once of each visit, by job. */
        private final Map<Visit, Map<String, MeasuredRun>> passes = new LinkedHashMap<>();

        /** The slow-downs of each visit, by job. */
        private final Map<Visit, Map<String, Double>> slowDowns = new HashMap<>();

        void add(CellSummary together, CellSummary alone) {
            String job = Group.job(together);
            Map<Visit, List<Double>> durations = alone == null
                    ? Map.of()
                    : alone.runs().stream()
                            .collect(Collectors.groupingBy(
                                    Visit::of, Collectors.mapping(MeasuredRun::seconds, Collectors.toList())));
            together.runs().forEach(run -> {
                Visit visit = Visit.of(run);
                passes.computeIfAbsent(visit, none -> new HashMap<>()).put(job, run);
                List<Double> known = durations.get(visit);
                if (known != null) {
                    double median = Sample.of(known).median();
                    slowDowns.computeIfAbsent(visit, none -> new HashMap<>()).put(job, run.seconds() / median);
                }
            });
        }

        /** Returns the value of each visit in which all of these jobs have one. */
        Map<Visit, Double> values(Quantity quantity, Collection<String> jobs) {
            Map<Visit, Double> values = new LinkedHashMap<>();
            passes.forEach((visit, runs) -> value(quantity, jobs, visit, runs)
                    .ifPresent(value -> values.put(new Visit(visit.campaign, visit.number, block(runs)), value)));
            return values;
        }

        private Optional<Double> value(
                Quantity quantity, Collection<String> jobs, Visit visit, Map<String, MeasuredRun> runs) {
            if (quantity == Quantity.MAKESPAN) {
                return runs.keySet().containsAll(jobs) ? makespan(runs.values()) : Optional.empty();
            }
            Map<String, Double> known = slowDowns.getOrDefault(visit, Map.of());
            return known.keySet().containsAll(jobs)
                    ? Optional.of(Math.exp(jobs.stream()
                            .mapToDouble(job -> Math.log(known.get(job)))
                            .average()
                            .orElseThrow()))
                    : Optional.empty();
        }

        private static Optional<Double> makespan(Collection<MeasuredRun> runs) {
            if (runs.stream().anyMatch(run -> run.started() == null)) {
                return Optional.empty();
            }
            long first = runs.stream().mapToLong(MeasuredRun::started).min().orElseThrow();
            return Optional.of(runs.stream()
                    .mapToDouble(run -> (run.started() - first) / 1000.0 + run.seconds())
                    .max()
                    .orElseThrow());
        }

        private static Integer block(Map<String, MeasuredRun> runs) {
            return runs.values().iterator().next().block();
        }
    }

    /** The numbers of one workload on all setups. */
    private static final class Summary {
        private final Group group;
        private final double confidence;
        private final Map<String, OnSetup> setups = new LinkedHashMap<>();

        /** The jobs in the order of their submission, with their classes. */
        private final Map<String, String> jobs = new LinkedHashMap<>();

        private final boolean complete;

        Summary(Group group, List<CellSummary> members, List<CellSummary> cells, double confidence) {
            this.group = group;
            this.confidence = confidence;
            Map<Alone, CellSummary> alone = new HashMap<>();
            cells.forEach(cell -> alone.put(Alone.of(cell), cell));
            members.stream()
                    .sorted(Comparator.comparingDouble(cell ->
                            Double.parseDouble(cell.subject().settings().getOrDefault(RunSettings.ARRIVAL, "0"))))
                    .forEach(cell -> {
                        Map<String, String> settings = cell.subject().settings();
                        jobs.put(Group.job(cell), settings.getOrDefault(RunSettings.CLASS, ""));
                        setups.computeIfAbsent(cell.subject().setup(), none -> new OnSetup())
                                .add(cell, alone.get(Alone.counterpart(cell)));
                    });
            String stated = group.settings.get(RunSettings.JOBS);
            // Jobs that were never submitted have no record, but the others say how many jobs there are.
            this.complete = stated == null || stated.equals(String.valueOf(jobs.size()));
        }

        List<WorkloadFinding> findings(String baseline) {
            List<WorkloadFinding> findings = new ArrayList<>();
            setups.keySet().stream()
                    .sorted(Comparator.comparing(setup -> !setup.equals(baseline)))
                    .forEach(setup -> {
                        if (complete) {
                            add(findings, setup, baseline, Quantity.MAKESPAN, "", jobs.keySet());
                            add(findings, setup, baseline, Quantity.SLOW_DOWN, "", jobs.keySet());
                        }
                        classes()
                                .forEach((name, members) ->
                                        add(findings, setup, baseline, Quantity.CLASS_SLOW_DOWN, name, members));
                        jobs.keySet()
                                .forEach(job ->
                                        add(findings, setup, baseline, Quantity.JOB_SLOW_DOWN, job, List.of(job)));
                    });
            return findings;
        }

        private SortedMap<String, List<String>> classes() {
            SortedMap<String, List<String>> classes = new TreeMap<>();
            jobs.forEach((job, name) -> {
                if (!name.isEmpty()) {
                    classes.computeIfAbsent(name, none -> new ArrayList<>()).add(job);
                }
            });
            return classes;
        }

        private void add(
                List<WorkloadFinding> findings,
                String setup,
                String baseline,
                Quantity quantity,
                String of,
                Collection<String> members) {
            Map<Visit, Double> own = setups.get(setup).values(quantity, members);
            if (own.isEmpty()) {
                return;
            }
            Map<Visit, Double> base = baseline == null || baseline.equals(setup) || !setups.containsKey(baseline)
                    ? Map.of()
                    : setups.get(baseline).values(quantity, members);
            VisitedPair pair = base.isEmpty() ? null : new VisitedPair(sample(base), sample(own));
            SpeedUp ratio = pair == null ? null : pair.speedUp(confidence);
            Double p = pair == null
                    ? null
                    : Tests.finished(
                            () -> pair.welch(confidence, null).map(LogWelch::p).orElse(null), new ArrayList<>());
            About about = new About("workload", group.workload, baseline, setup, group.settings, quantity.word());
            Claim claim = ratio == null
                    ? Claim.ofNothing(about, confidence)
                    : Claim.ofRatio(
                            about,
                            Estimate.of(ratio.ratio(), ratio.interval(), ratio.basis(), confidence),
                            quantity.isOfWorkload() ? p : null,
                            List.of());
            findings.add(new WorkloadFinding(
                    group.workload,
                    group.settings,
                    setup,
                    quantity,
                    of,
                    setups.get(setup).passes.size(),
                    Sample.of(own.values()),
                    ratio,
                    paired(base, own),
                    p,
                    claim));
        }

        private static VisitedSample sample(Map<Visit, Double> values) {
            return VisitedSample.ofVisits(values.entrySet().stream()
                    .map(one -> new VisitSample(one.getKey().name(), Sample.of(one.getValue())))
                    .toList());
        }

        /** Compares the setups within each block with a visit to both; null if there are fewer than two. */
        private Paired paired(Map<Visit, Double> base, Map<Visit, Double> own) {
            Map<Visit, Double> baseline = byBlock(base);
            Map<Visit, Double> contender = byBlock(own);
            baseline.keySet().retainAll(contender.keySet());
            return baseline.size() < 2
                    ? null
                    : Paired.of(
                            new SamplePair(
                                    Sample.of(baseline.values()),
                                    Sample.of(baseline.keySet().stream()
                                            .map(contender::get)
                                            .toList())),
                            confidence);
        }

        private static Map<Visit, Double> byBlock(Map<Visit, Double> values) {
            Map<Visit, Double> byBlock = new LinkedHashMap<>();
            values.forEach((visit, value) -> {
                if (visit.block != null) {
                    byBlock.put(new Visit(visit.campaign, null, visit.block), value);
                }
            });
            return byBlock;
        }
    }

    /** What a run alone has in common with the runs at once of jobs of its sizes. */
    private record Alone(String setup, String job, SortedMap<String, String> settings) {
        static Alone of(CellSummary cell) {
            return new Alone(cell.subject().setup(), cell.subject().job(), cell.comparable());
        }

        static Alone counterpart(CellSummary together) {
            SortedMap<String, String> settings = new TreeMap<>(together.comparable());
            settings.keySet().removeAll(RunSettings.OF_CONCURRENT);
            return new Alone(together.subject().setup(), together.subject().job(), settings);
        }
    }
}
