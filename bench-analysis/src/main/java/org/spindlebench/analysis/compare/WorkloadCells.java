package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.workload.Workload.RunSettings;

/**
 * Makes cells of the makespans and slow-downs of workloads, which are then compared like all other cells. Each visit in
 * which the workload's jobs ran at once gives one value:
 *
 * <pre>
 * makespan  = latest end − earliest start over all jobs, in seconds
 * slow-down = the job's duration at once / the median of its durations alone in the same visit
 * </pre>
 *
 * <p>The slow-down of several jobs is the geometric mean of their slow-downs. A visit has no value if one of these jobs
 * has no valid run in the visit.
 */
final class WorkloadCells {
    /** A workload with the settings that all of its jobs share. */
    private record Variant(String workload, SortedMap<String, String> settings) {
        static Variant of(CellSummary cell) {
            SortedMap<String, String> shared = new TreeMap<>(cell.comparable());
            String workload = shared.remove(RunSettings.WORKLOAD);
            shared.keySet().removeAll(RunSettings.OF_JOBS);
            shared.remove(RunSettings.CONCURRENT);
            return new Variant(workload, shared);
        }
    }

    /** A number of a workload that each visit gives: the quantity, and the jobs that it is about. */
    private record Part(Quantity quantity, String name, List<String> jobs) {}

    /** A visit in which jobs ran at once: their runs, and the slow-downs of those that also ran alone in the visit. */
    private record Pass(Map<String, MeasuredRun> runs, Map<String, Double> slowDowns) {
        static List<Object> visit(MeasuredRun run) {
            return Arrays.asList(run.campaign(), run.visit());
        }

        OptionalDouble value(Part part) {
            if (part.quantity() == Quantity.MAKESPAN) {
                return makespan(part.jobs());
            }
            return slowDowns.keySet().containsAll(part.jobs())
                    ? OptionalDouble.of(Math.exp(part.jobs().stream()
                            .mapToDouble(job -> Math.log(slowDowns.get(job)))
                            .average()
                            .orElseThrow()))
                    : OptionalDouble.empty();
        }

        private OptionalDouble makespan(List<String> jobs) {
            if (!runs.keySet().containsAll(jobs) || runs.values().stream().anyMatch(run -> run.started() == null)) {
                return OptionalDouble.empty();
            }
            long first =
                    runs.values().stream().mapToLong(MeasuredRun::started).min().orElseThrow();
            return runs.values().stream()
                    .mapToDouble(run -> (run.started() - first) / 1000.0 + run.seconds())
                    .max();
        }
    }

    private final Variant variant;
    /** The jobs in the order of their submission, with their classes. */
    private final Map<String, String> jobs = new LinkedHashMap<>();
    /** Any cell of each setup. */
    private final Map<String, CellSummary> setups = new LinkedHashMap<>();
    /** The passes of each setup, by visit. */
    private final Map<String, Map<List<Object>, Pass>> passes = new HashMap<>();

    private WorkloadCells(Variant variant) {
        this.variant = variant;
    }

    /**
     * Returns the cells of all workloads.
     *
     * @param cells the cells of runs at once and of runs alone
     * @param doubts receives a warning for each workload whose jobs differ between setups
     */
    static List<CellSummary> of(List<CellSummary> cells, List<CellWarning> doubts) {
        Map<Variant, List<CellSummary>> workloads = cells.stream()
                .filter(cell -> "true".equals(setting(cell, RunSettings.CONCURRENT))
                        && setting(cell, RunSettings.WORKLOAD) != null
                        && setting(cell, RunSettings.JOB) != null)
                .collect(Collectors.groupingBy(Variant::of, LinkedHashMap::new, Collectors.toList()));
        if (workloads.isEmpty()) {
            return List.of();
        }
        Map<Subject, CellSummary> alone = new HashMap<>();
        cells.forEach(cell -> alone.put(subject(cell, Set.of()), cell));
        List<CellSummary> made = new ArrayList<>();
        workloads.forEach((variant, members) -> {
            if (isOneWorkload(members)) {
                made.addAll(new WorkloadCells(variant).with(members, alone).cells());
            } else {
                doubts.add(CellWarning.of(
                        "not-comparable",
                        "workload " + variant.workload
                                + ": jobs of one name have different sizes or times of submission, so Spindle reports"
                                + " neither makespan nor slow-down (give the workloads different names)",
                        members.stream().map(CellSummary::subject).toList()));
            }
        });
        return made;
    }

    private static String setting(CellSummary cell, String name) {
        return cell.subject().settings().get(name);
    }

    private static Subject subject(CellSummary cell, Set<String> without) {
        SortedMap<String, String> settings = new TreeMap<>(cell.comparable());
        settings.keySet().removeAll(without);
        return new Subject(cell.subject().job(), cell.subject().setup(), settings);
    }

    /** Checks whether each name means the same job on all setups. */
    private static boolean isOneWorkload(List<CellSummary> members) {
        Map<String, SortedMap<String, String>> known = new HashMap<>();
        return members.stream().allMatch(cell -> cell.comparable()
                .equals(known.computeIfAbsent(setting(cell, RunSettings.JOB), none -> cell.comparable())));
    }

    private WorkloadCells with(List<CellSummary> members, Map<Subject, CellSummary> alone) {
        members.stream()
                .sorted(Comparator.comparingDouble(
                        cell -> Double.parseDouble(cell.subject().settings().getOrDefault(RunSettings.ARRIVAL, "0"))))
                .forEach(cell -> add(cell, alone.get(subject(cell, RunSettings.OF_CONCURRENT))));
        return this;
    }

    /** @param alone the runs of a job of the same sizes that ran alone; null if there are none */
    private void add(CellSummary together, CellSummary alone) {
        String job = setting(together, RunSettings.JOB);
        jobs.put(job, together.subject().settings().getOrDefault(RunSettings.CLASS, ""));
        setups.putIfAbsent(together.subject().setup(), together);
        Map<List<Object>, List<Double>> known = alone == null
                ? Map.of()
                : alone.runs().stream()
                        .collect(Collectors.groupingBy(
                                Pass::visit, Collectors.mapping(MeasuredRun::seconds, Collectors.toList())));
        Map<List<Object>, Pass> own =
                passes.computeIfAbsent(together.subject().setup(), setup -> new LinkedHashMap<>());
        together.runs().forEach(run -> {
            Pass pass = own.computeIfAbsent(Pass.visit(run), visit -> new Pass(new LinkedHashMap<>(), new HashMap<>()));
            pass.runs.put(job, run);
            if (known.containsKey(Pass.visit(run))) {
                pass.slowDowns.put(
                        job,
                        run.seconds() / Sample.of(known.get(Pass.visit(run))).median());
            }
        });
    }

    private List<CellSummary> cells() {
        List<Part> parts = parts();
        return setups.values().stream()
                .flatMap(of -> parts.stream().map(part -> cell(of, part)))
                .filter(cell -> cell.isMeasured() || !cell.excluded().isEmpty())
                .toList();
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        String stated = variant.settings.get(RunSettings.JOBS);
        List<String> all = new ArrayList<>(jobs.keySet());
        // Jobs that were never submitted have no record, but the records of the others state the number of jobs.
        if (stated != null && !stated.equals(String.valueOf(jobs.size()))) {
            all.add("others of " + stated + " jobs");
        }
        parts.add(new Part(Quantity.MAKESPAN, "", all));
        parts.add(new Part(Quantity.SLOW_DOWN, "", all));
        SortedMap<String, List<String>> classes = new TreeMap<>();
        jobs.forEach((job, name) ->
                classes.computeIfAbsent(name, none -> new ArrayList<>()).add(job));
        classes.remove("");
        classes.forEach((name, members) -> parts.add(new Part(Quantity.PART_SLOW_DOWN, ", class " + name, members)));
        jobs.keySet().forEach(job -> parts.add(new Part(Quantity.PART_SLOW_DOWN, ", job " + job, List.of(job))));
        return parts;
    }

    /** Returns the cell of a part on one setup, without values if no visit has one. */
    private CellSummary cell(CellSummary of, Part part) {
        String setup = of.subject().setup();
        List<MeasuredRun> values = new ArrayList<>();
        List<ExcludedRun> without = new ArrayList<>();
        for (Pass pass : passes.get(setup).values()) {
            MeasuredRun any = pass.runs.values().iterator().next();
            int visit = any.visit() == null ? 1 : any.visit();
            pass.value(part)
                    .ifPresentOrElse(
                            value -> values.add(new MeasuredRun(
                                    any.campaign(),
                                    any.run(),
                                    any.started(),
                                    any.isLocal(),
                                    any.block(),
                                    visit,
                                    value,
                                    null)),
                            () -> without.add(excluded(any, visit, part, pass, of)));
        }
        // Parts lack the same runs as the whole, which says so once.
        return of.ofValues(
                part.quantity(),
                new Subject(name(part), setup, variant.settings),
                values,
                part.quantity() == Quantity.MAKESPAN ? without : List.of());
    }

    private String name(Part part) {
        return part.quantity().word() + " of " + variant.workload + part.name();
    }

    /** Says why a visit has no value. */
    private ExcludedRun excluded(MeasuredRun any, int visit, Part part, Pass pass, CellSummary of) {
        List<String> lacking =
                part.jobs().stream().filter(job -> !pass.runs.containsKey(job)).toList();
        String why = lacking.isEmpty()
                ? "a run of the workload has no known start"
                : "no valid run in this visit: " + FewNames.of(lacking);
        return new ExcludedRun(
                any.campaign(),
                name(part) + ", visit " + visit,
                any.started(),
                null,
                Status.INVALID,
                List.of(why),
                of.cache(),
                false);
    }
}
