package org.spindlebench.handover;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.CacheProof.CacheVerdict;
import org.spindlebench.analysis.proof.OtherLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.MemoryRatio;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.workload.Workload.RunSettings;
import org.spindlebench.handover.BundleVerdict.PublishedDuration;
import org.spindlebench.handover.BundleVerdict.Rule;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Reductions;
import org.spindlebench.runner.run.Reductions.Reduction;

/** Judges whether the rules of a publishable run held. Their model is TPCx-HS. */
final class PublishableRules {
    private static final String CONFIGURATION = "configuration.";
    private static final String SET_ASIDE = "\\.(?:interrupted|outage|failed)-\\d+$|\\.warm$";
    private static final int MOST_NAMED = 5;

    private final List<EndedRun> runs = new ArrayList<>();
    private final SortedMap<String, Set<String>> boots = new TreeMap<>();

    /** The data of a run that the rules need. */
    private record EndedRun(
            String name,
            String planned,
            boolean setAside,
            int index,
            Subject subject,
            Status status,
            List<String> reasons,
            Instant started,
            Instant finished,
            Double seconds,
            int checks,
            boolean proved,
            boolean configured,
            Integer nodes,
            Software software,
            Conditions conditions) {
        boolean counts() {
            return !setAside && status == Status.OK;
        }

        boolean isConcurrent() {
            return "true".equals(subject.settings().get(RunSettings.CONCURRENT));
        }

        /** Returns the number of hosts that the user had left out; null for none. */
        String withoutHosts() {
            return subject.settings().get(Plan.WITHOUT_HOSTS);
        }
    }

    /**
     * The verdicts of the proofs on a run's conditions.
     *
     * @param cooled whether the run claims cold caches
     * @param input bytes that the job read from HDFS; null if unknown
     * @param cache the verdict on the caches; null without samples
     * @param memory all data of the job / the memory of all nodes; null if unknown
     * @param others whether others caused load; null if unknown
     */
    private record Conditions(
            boolean cooled, Long input, CacheVerdict cache, Double memory, Boolean others, Set<String> warnings) {
        static Conditions of(RunRecord run) {
            Optional<Proofs> proofs = Optional.ofNullable(run.evidence()).map(NodeMetrics::proofs);
            return new Conditions(
                    run.cache() != null && run.cache().cooled(),
                    run.sizes() == null ? null : run.sizes().input(),
                    proofs.map(Proofs::cache).map(CacheProof::verdict).orElse(null),
                    proofs.map(Proofs::memory).map(MemoryRatio::ratio).orElse(null),
                    proofs.map(Proofs::others).map(OtherLoad::others).orElse(null),
                    run.warnings().stream().map(Warning::code).collect(Collectors.toSet()));
        }
    }

    /** Returns the name of the planned run of a record, also of a record that was set aside. */
    private static String plannedName(RunRecord run) {
        String tryOf = run.identity().tryOf();
        return tryOf == null ? run.identity().run().replaceFirst(SET_ASIDE, "") : tryOf;
    }

    void add(RunRecord run) {
        String planned = plannedName(run);
        runs.add(new EndedRun(
                run.identity().run(),
                planned,
                !planned.equals(run.identity().run()),
                run.position() == null ? 0 : run.position().index(),
                run.subject(),
                run.status(),
                run.reasons(),
                run.times() == null ? null : run.times().yarnStarted(),
                run.times() == null ? null : run.times().yarnFinished(),
                run.times() == null ? null : run.times().elapsed(),
                run.proof().size(),
                run.proof().stream().allMatch(Check::passed),
                !run.configuration().isEmpty(),
                run.sizes() == null ? null : run.sizes().nodes(),
                run.software(),
                Conditions.of(run)));
        if (run.evidence() != null) {
            run.evidence().layout().stream()
                    .filter(layout -> layout.bootId() != null)
                    .forEach(layout -> boots.computeIfAbsent(layout.node(), node -> new TreeSet<>())
                            .add(layout.bootId()));
        }
    }

    int records() {
        return runs.size();
    }

    /** @param stated the suite of the plan as Spindle defines it; empty if the suite is not one of Spindle's */
    List<Rule> judge(Plan plan, Optional<Suite> stated, List<CellSummary> cells) {
        return List.of(
                new Rule("Every planned run has exactly one record that counts, and is valid.", complete(plan)),
                new Rule("No two runs overlapped.", sequential()),
                new Rule("Each cell has two unchanged valid runs in a row.", pairs()),
                new Rule("Every check of every counted run's data has passed.", proved()),
                new Rule("All runs of a cell had the same configuration and software.", unchanged(cells)),
                new Rule("All runs had the same cluster.", sameCluster()),
                new Rule("Settings that differ from Hadoop's defaults are disclosed.", disclosed()),
                new Rule("Caches were proved cold, or the run says that they were warm.", caches()),
                new Rule("The data of each run exceeds the memory of its nodes.", beyondMemory()),
                new Rule("No others loaded the nodes.", alone()),
                new Rule("No run is smaller than its suite states.", wholeSize(plan, stated)));
    }

    private List<String> complete(Plan plan) {
        List<String> broken = new ArrayList<>();
        Map<String, List<EndedRun>> byName = new LinkedHashMap<>();
        runs.stream().filter(run -> !run.setAside()).forEach(run -> byName.computeIfAbsent(
                        run.planned(), name -> new ArrayList<>())
                .add(run));
        List<String> missing = new ArrayList<>();
        for (RunSpec planned : plan.runs()) {
            if (!planned.isWarmUp() && !byName.containsKey(planned.id())) {
                missing.add(planned.id());
            }
        }
        if (!missing.isEmpty()) {
            broken.add("no record of " + FewNames.of(missing, MOST_NAMED));
        }
        byName.forEach((name, all) -> {
            if (all.size() > 1) {
                broken.add(all.size() + " records of " + name);
            }
        });
        List<String> invalid = runs.stream()
                .filter(run -> !run.setAside() && run.status() != Status.OK)
                .map(run -> run.name() + " (" + run.status().word() + ")")
                .toList();
        if (!invalid.isEmpty()) {
            broken.add("not valid: " + FewNames.of(invalid, MOST_NAMED));
        }
        List<String> others = othersThanPlanned(plan);
        if (!others.isEmpty()) {
            broken.add("not as the plan says: " + FewNames.of(others, MOST_NAMED));
        }
        return broken;
    }

    /** Returns the runs that the plan does not have, or has with another job, setup or setting. */
    private List<String> othersThanPlanned(Plan plan) {
        Map<String, Subject> planned = new HashMap<>();
        plan.visits().forEach(visit -> visit.runs()
                .forEach(run -> planned.put(run.id(), new Subject(run.job(), visit.setup(), run.settings()))));
        return runs.stream()
                .filter(run -> {
                    Subject of = planned.get(run.planned());
                    return of == null
                            || !of.job().equals(run.subject().job())
                            || !of.setup().equals(run.subject().setup())
                            || !Objects.equals(of.settings().get(Plan.WITHOUT_HOSTS), run.withoutHosts())
                            || !run.subject()
                                    .settings()
                                    .entrySet()
                                    .containsAll(of.settings().entrySet());
                })
                .map(EndedRun::name)
                .toList();
    }

    /**
     * Returns how the user made the cluster smaller during the campaign, in sentences.
     *
     * @param begun the plan with which the campaign began
     * @param left the remaining part of this plan
     */
    List<String> reduced(Reductions reductions, Plan begun, Plan left) {
        List<String> said = new ArrayList<>();
        Set<String> hosts = new HashSet<>();
        for (Reduction reduction : reductions.reductions()) {
            int before = hosts.size();
            hosts.addAll(reduction.hosts());
            said.add("workers: " + workers(hosts.size()) + ", reduced from " + workers(before) + " by the user "
                    + lastBefore(reduction.block(), begun));
        }
        Set<String> kept = left.runs().stream().map(RunSpec::id).collect(Collectors.toSet());
        List<String> never = begun.runs().stream()
                .filter(run -> !run.isWarmUp() && !kept.contains(run.id()))
                .map(RunSpec::id)
                .toList();
        if (!never.isEmpty()) {
            said.add("not made any more: " + FewNames.of(never, MOST_NAMED));
        }
        return said;
    }

    /** Returns the number of workers after a number of hosts was left out. */
    private String workers(int left) {
        return runs.stream()
                .filter(run -> run.nodes() != null)
                .filter(run -> Objects.equals(left == 0 ? null : String.valueOf(left), run.withoutHosts()))
                .max(Comparator.comparingInt(EndedRun::nodes))
                .map(run -> run.nodes().toString())
                .orElse("unknown");
    }

    /** States after which run a block was next. */
    private String lastBefore(int block, Plan plan) {
        Set<String> earlier = plan.runs().stream()
                .filter(run -> run.block() < block)
                .map(RunSpec::id)
                .collect(Collectors.toSet());
        return runs.stream()
                .filter(run -> earlier.contains(run.name()))
                .max(Comparator.comparingInt(EndedRun::index))
                .map(run -> "after run " + run.name())
                .orElse("before the first run");
    }

    /** Jobs of a workload overlap each other on purpose; other runs must not overlap. */
    private List<String> sequential() {
        List<String> broken = new ArrayList<>();
        List<EndedRun> timed = runs.stream()
                .filter(run -> run.started() != null && run.finished() != null)
                .sorted(Comparator.comparing(EndedRun::started).thenComparing(EndedRun::name))
                .toList();
        EndedRun latest = null;
        for (EndedRun run : timed) {
            boolean overlaps = latest != null && run.started().isBefore(latest.finished());
            if (overlaps && !(run.isConcurrent() && latest.isConcurrent())) {
                broken.add(run.name() + " began before " + latest.name() + " had ended");
            }
            latest = latest == null || run.finished().isAfter(latest.finished()) ? run : latest;
        }
        return broken;
    }

    private List<String> pairs() {
        List<String> broken = new ArrayList<>();
        byCell().forEach((cell, all) -> {
            if (pair(all).isEmpty()) {
                broken.add(cell.job() + " on " + cell.setup() + " " + cell.settings() + " has "
                        + HumanText.counted(
                                all.stream().filter(EndedRun::counts).count(), "valid run")
                        + ", and no two in a row");
            }
        });
        return broken;
    }

    /** Returns the runs of each cell that were not set aside, in the order of execution. */
    private Map<Subject, List<EndedRun>> byCell() {
        Map<Subject, List<EndedRun>> cells = new LinkedHashMap<>();
        runs.stream()
                .filter(run -> !run.setAside())
                .sorted(Comparator.comparingInt(EndedRun::index).thenComparing(EndedRun::name))
                .forEach(run -> cells.computeIfAbsent(run.subject(), subject -> new ArrayList<>())
                        .add(run));
        return cells;
    }

    /** Returns the first two valid runs between which the cell had no other; empty if there are none. */
    private static List<EndedRun> pair(List<EndedRun> cell) {
        for (int second = 1; second < cell.size(); second++) {
            EndedRun one = cell.get(second - 1);
            EndedRun other = cell.get(second);
            boolean timed = one.seconds() != null && other.seconds() != null;
            if (one.counts() && other.counts() && timed && Objects.equals(one.software(), other.software())) {
                return List.of(one, other);
            }
        }
        return List.of();
    }

    /** Returns the number of each cell that has two unchanged valid runs in a row: the number of the slower run. */
    List<PublishedDuration> published() {
        List<PublishedDuration> figures = new ArrayList<>();
        byCell().forEach((cell, all) -> {
            List<EndedRun> pair = pair(all);
            if (!pair.isEmpty()) {
                boolean firstIsWorse = pair.get(0).seconds() >= pair.get(1).seconds();
                EndedRun worse = pair.get(firstIsWorse ? 0 : 1);
                EndedRun better = pair.get(firstIsWorse ? 1 : 0);
                figures.add(new PublishedDuration(
                        cell.job(),
                        cell.setup(),
                        new TreeMap<>(cell.settings()),
                        worse.name(),
                        worse.seconds(),
                        better.seconds()));
            }
        });
        return List.copyOf(figures);
    }

    private List<String> proved() {
        return runs.stream()
                .filter(EndedRun::counts)
                .filter(run -> run.checks() == 0 || !run.proved())
                .map(run -> run.name() + " has no check, or one that has not passed")
                .toList();
    }

    private static List<String> unchanged(List<CellSummary> cells) {
        return cells.stream()
                .filter(cell -> !cell.conditions().mixed().isEmpty())
                .map(cell -> cell.subject().job() + " on " + cell.subject().setup() + " "
                        + cell.subject().settings() + ": runs differ in "
                        + FewNames.of(cell.conditions().mixed(), MOST_NAMED))
                .toList();
    }

    private List<String> sameCluster() {
        List<String> broken = new ArrayList<>();
        Set<Integer> nodes = new TreeSet<>();
        Set<String> versions = new TreeSet<>();
        for (EndedRun run : runs) {
            if (run.counts() && run.nodes() != null) {
                nodes.add(run.nodes());
            }
            if (run.counts() && run.software() != null && run.software().hadoopCluster() != null) {
                versions.add(run.software().hadoopCluster());
            }
        }
        if (nodes.size() > 1) {
            broken.add("numbers of nodes: " + nodes);
        }
        if (versions.size() > 1) {
            broken.add("versions of Hadoop: " + versions);
        }
        List<String> rebooted = boots.entrySet().stream()
                .filter(node -> node.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
        if (!rebooted.isEmpty()) {
            broken.add("started again during the campaign: " + FewNames.of(rebooted, MOST_NAMED));
        }
        return broken;
    }

    private List<String> disclosed() {
        return runs.stream()
                .filter(run -> run.counts() && (!run.configured() || run.software() == null))
                .map(run -> run.name() + " has no configuration, or names no software")
                .toList();
    }

    private List<String> caches() {
        return counted(
                run -> run.conditions().cooled()
                        && !Objects.equals(0L, run.conditions().input())
                        && run.conditions().cache() != CacheVerdict.COLD,
                run -> run.conditions().cache() == null
                        ? "not watched"
                        : run.conditions().cache().word());
    }

    private List<String> beyondMemory() {
        return counted(
                run -> run.conditions().memory() == null || run.conditions().memory() < MemoryRatio.LEAST,
                run -> run.conditions().memory() == null
                        ? "unknown"
                        : String.format(
                                Locale.ROOT,
                                "%.3f times the memory",
                                run.conditions().memory()));
    }

    private List<String> alone() {
        return counted(
                run -> !Boolean.FALSE.equals(run.conditions().others()),
                run -> run.conditions().others() == null ? "unknown" : "others caused load");
    }

    /** Returns a sentence that names the first runs that count and break a rule, each with the reason. */
    private List<String> counted(Predicate<EndedRun> breaks, Function<EndedRun, String> why) {
        List<String> broken = runs.stream()
                .filter(run -> run.counts() && breaks.test(run))
                .map(run -> run.name() + " (" + why.apply(run) + ")")
                .toList();
        return broken.isEmpty() ? List.of() : List.of(FewNames.of(broken, MOST_NAMED));
    }

    /** Compares the plan with Spindle's suite of that name. Other suites have the sizes of their plan. */
    private List<String> wholeSize(Plan plan, Optional<Suite> stated) {
        return stated.isEmpty()
                ? List.of()
                : plan.runs().stream()
                        .filter(run -> isBelow(stated.get(), run))
                        .map(run -> run.job() + " with " + run.size())
                        .distinct()
                        .toList();
    }

    private boolean isBelow(Suite suite, RunSpec run) {
        List<Size> sizes = suite.entries().stream()
                .filter(entry -> entry.jobs().contains(run.job()))
                .flatMap(entry -> entry.sizes().stream())
                .toList();
        return !sizes.isEmpty() && sizes.stream().noneMatch(size -> isAtLeast(run.size(), size));
    }

    /** Compares a size per node with a total size by the number of nodes. If that is unknown, nothing is shown. */
    private boolean isAtLeast(Size size, Size stated) {
        OptionalInt nodes = runs.stream()
                .filter(run -> run.nodes() != null)
                .mapToInt(EndedRun::nodes)
                .min();
        return size.scope() == stated.scope()
                ? size.bytes() >= stated.bytes()
                : nodes.isPresent() && size.total(nodes.getAsInt()) >= stated.total(nodes.getAsInt());
    }

    /** Returns how many of the runs that count have each warning, by its code. */
    SortedMap<String, Integer> warnings() {
        SortedMap<String, Integer> counts = new TreeMap<>();
        runs.stream()
                .filter(EndedRun::counts)
                .forEach(run -> run.conditions().warnings().forEach(code -> counts.merge(code, 1, Integer::sum)));
        return counts;
    }

    /** Returns the runs that do not count, each with the reason. */
    List<String> notCounted() {
        return runs.stream()
                .filter(run -> !run.counts())
                .sorted(Comparator.comparingInt(EndedRun::index).thenComparing(EndedRun::name))
                .map(run -> run.name() + ": " + run.status().word()
                        + (run.setAside() ? ", repeated under the name " + run.planned() : "")
                        + (run.reasons().isEmpty() ? "" : ": " + String.join("; ", run.reasons())))
                .toList();
    }

    /** Returns the settings of all cells that differ from Hadoop's defaults, each with its values. */
    static SortedMap<String, String> settings(List<CellSummary> cells) {
        SortedMap<String, Set<String>> values = new TreeMap<>();
        cells.forEach(cell -> cell.conditions().values().forEach((field, seen) -> {
            if (field.startsWith(CONFIGURATION)) {
                values.computeIfAbsent(field.substring(CONFIGURATION.length()), key -> new TreeSet<>())
                        .addAll(seen);
            }
        }));
        SortedMap<String, String> settings = new TreeMap<>();
        values.forEach((key, seen) -> settings.put(key, String.join("; ", seen)));
        return settings;
    }
}
