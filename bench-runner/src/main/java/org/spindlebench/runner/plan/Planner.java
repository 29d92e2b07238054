package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.plan.Plan.StopCoverage;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.program.Program;

/**
 * Turns a suite into runs, in randomised complete blocks. Each block contains every cell once, in an order that follows
 * from the seed. A drift of the cluster therefore affects all cells alike. A cell with fewer repeats is only in the
 * first blocks. A block's order does not depend on the number of later blocks. If jobs read what was written, the jobs
 * of one input follow each other, as {@link WrittenFirst} says.
 *
 * <p>A run's Hadoop settings come from {@link RunSpec#DEFAULTS}, the suite, the suite's entry, {@code -D}, and the run's
 * compression. Each of these overrides the earlier ones. All of them override the cluster's files and {@code -conf}.
 * Maps of a job that makes its own data ask for hosts, unless the suite or {@code -D} says otherwise.
 */
public final class Planner {
    /**
     * There is no speculative execution, since it would hide the slowness to be measured. There is no output
     * compression, since it would reduce the bytes asked for.
     */
    /** The setting that distinguishes calls of one program. */
    public static final String ARGUMENTS = "arguments";

    private final Suite suite;
    private final PlanOptions options;
    private final List<Cell> cells;
    private int index;
    private int order;

    private Planner(Suite suite, PlanOptions options) {
        this.suite = suite;
        this.options = options;
        this.cells = cells();
    }

    /** Returns the plan of a campaign of one setup; empty, with problems, if the options do not fit the suite. */
    public static Optional<Plan> plan(Suite suite, PlanOptions options, Problems problems) {
        Planner planner = new Planner(suite, options);
        return planner.fits(problems)
                ? Optional.of(Plan.ofOneSetup(
                        options.campaign(), suite.name(), options.setup(), options.seed(), planner.oneVisit()))
                : Optional.empty();
    }

    /**
     * Returns the plan of an experiment; empty, with problems, if the options do not fit the suite. Each visit contains
     * the warm-ups, then every cell of the suite once per repeat, in an order that follows from the seed.
     *
     * @param setups the setups' names, the baseline first
     * @param options the command line's options, whose setup is ignored
     */
    public static Optional<Plan> plan(
            String name,
            Experiment.VisitShape shape,
            List<String> setups,
            Suite suite,
            PlanOptions options,
            Problems problems) {
        Planner planner = new Planner(suite, options.withRepeats(OptionalInt.of(shape.repeats())));
        return planner.fits(problems)
                ? Optional.of(new Plan(
                        Plan.SCHEMA,
                        options.campaign(),
                        suite.name(),
                        name,
                        setups,
                        shape,
                        StopCoverage.of(shape),
                        options.seed(),
                        planner.visits(shape, setups),
                        null))
                : Optional.empty();
    }

    /**
     * Returns the plan of an experiment that is extended. The order of setups goes on as the seed gives it. A new block
     * has the runs of an earlier one, in that block's order.
     *
     * @param plan the plan with which the campaign began
     * @param more the visits to each setup, more than the plan has
     */
    public static Plan extended(Plan plan, int more) {
        List<Visit> all = new ArrayList<>(plan.visits());
        int width = plan.visits().get(0).runs().get(0).id().indexOf('-');
        int index = plan.runs().size();
        Experiment.VisitShape shape = plan.shape();
        List<VisitSequence.SetupTurn> turns = VisitSequence.of(shape.order(), plan.setups(), more, plan.seed());
        for (VisitSequence.SetupTurn turn : turns.subList(plan.visits().size(), turns.size())) {
            int like = (turn.block() - 1) % shape.visits();
            Visit earlier = plan.visits().stream()
                    .filter(visit -> visit.setup().equals(turn.setup()))
                    .skip(like)
                    .findFirst()
                    .orElseThrow();
            List<RunSpec> runs = new ArrayList<>();
            for (RunSpec run : earlier.runs()) {
                index++;
                String number = String.format(Locale.ROOT, "%0" + width + "d", index);
                int further = (turn.block() - 1 - like) * shape.repeats();
                runs.add(run.again(
                        number + run.id().substring(width),
                        index,
                        turn.block(),
                        run.isWarmUp() ? 0 : run.repeat() + further));
            }
            all.add(new Visit(turn.setup(), all.size() + 1, runs));
        }
        return new Plan(
                plan.schema(),
                plan.campaign(),
                plan.suite(),
                plan.experiment(),
                plan.setups(),
                shape.withVisits(more),
                plan.coverage(),
                plan.seed(),
                all,
                plan.owner());
    }

    private boolean fits(Problems problems) {
        Problems own = new Problems();
        refuseJobsOutsideSuite(own);
        refuseEqualCells(cells, own);
        refuseSettings(cells, own);
        own.list().forEach(problems::add);
        return own.isEmpty();
    }

    private List<Cell> cells() {
        List<Cell> all = new ArrayList<>();
        for (Suite.SuiteEntry entry : suite.entries()) {
            for (String job : entry.jobs()) {
                if (options.jobs().isEmpty() || options.jobs().contains(job)) {
                    addCells(entry, job, all);
                }
            }
        }
        return all;
    }

    private void addCells(Suite.SuiteEntry entry, String job, List<Cell> all) {
        for (Map<String, String> settings : combinations(entry)) {
            for (Compression compression : entry.compressions()) {
                for (Size size : sizes(entry)) {
                    all.add(cell(entry, job, compression, size, settings));
                }
            }
        }
    }

    /** Returns the entry's sizes. If {@code --bytes-per-node} is given, its size replaces all of them. */
    private List<Size> sizes(Suite.SuiteEntry entry) {
        return options.bytesPerNode().isPresent()
                ? List.of(Size.perNode(options.bytesPerNode().getAsLong()))
                : entry.sizes();
    }

    /** Returns the Hadoop settings of every combination of an entry's settings. */
    private static List<Map<String, String>> combinations(Suite.SuiteEntry entry) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Map.Entry<RunSetting, List<String>> setting : entry.settings().entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> combination : combinations) {
                for (String value : setting.getValue()) {
                    Map<String, String> one = new LinkedHashMap<>(combination);
                    one.putAll(setting.getKey().configuration(value));
                    longer.add(one);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    private Cell cell(
            Suite.SuiteEntry entry, String job, Compression compression, Size size, Map<String, String> settings) {
        Map<String, String> configuration = new LinkedHashMap<>(RunSpec.DEFAULTS);
        configuration.putAll(suite.configuration());
        configuration.putAll(entry.configuration());
        configuration.putAll(settings);
        configuration.putAll(options.definitions());
        configuration.putAll(compression.configuration());
        if (entry.program() == null && RunSetting.PLACED_JOBS.contains(job)) {
            configuration.putIfAbsent(JobKeys.PLACEMENT, JobKeys.HOSTS);
        }
        // As in earlier versions, whose plans do not have the key.
        configuration.remove(JobKeys.PLACEMENT, JobKeys.ANY);
        int repeats = options.repeats().orElse(entry.repeats());
        return new Cell(job, compression, size, repeats, configuration, entry.program());
    }

    private List<RunSpec> oneVisit() {
        int blocks = cells.stream().mapToInt(Cell::repeats).max().orElse(0);
        RunIds ids = new RunIds(cells.stream().mapToInt(Cell::repeats).sum(), cells);
        List<RunSpec> runs = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            // The nth block contains the nth repeat of each of its cells.
            int repeat = block;
            add(
                    runs,
                    cells.stream().filter(cell -> cell.repeats() >= repeat).toList(),
                    cell -> ids.of(index, cell),
                    block,
                    repeat);
        }
        return runs;
    }

    private List<Visit> visits(Experiment.VisitShape shape, List<String> setups) {
        RunIds ids =
                new RunIds(setups.size() * shape.visits() * cells.size() * (shape.repeats() + shape.warmUps()), cells);
        List<Visit> visits = new ArrayList<>();
        for (VisitSequence.SetupTurn turn : VisitSequence.of(shape.order(), setups, shape.visits(), options.seed())) {
            int before = (int) visits.stream()
                    .filter(visit -> visit.setup().equals(turn.setup()))
                    .count();
            List<RunSpec> runs = new ArrayList<>();
            for (int warmUp = 0; warmUp < shape.warmUps(); warmUp++) {
                add(runs, cells, cell -> ids.of(index, cell) + "-" + turn.setup() + "-warm-up", turn.block(), 0);
            }
            for (int repeat = 1; repeat <= shape.repeats(); repeat++) {
                add(
                        runs,
                        cells,
                        cell -> ids.of(index, cell) + "-" + turn.setup(),
                        turn.block(),
                        before * shape.repeats() + repeat);
            }
            visits.add(new Visit(turn.setup(), visits.size() + 1, runs));
        }
        return visits;
    }

    /** Adds a run of each cell, in an order that follows from the seed. */
    private void add(List<RunSpec> runs, List<Cell> members, Function<Cell, String> id, int block, int repeat) {
        order++;
        List<Cell> shuffled = SeededOrder.order(members, options.seed(), order);
        boolean reuses = members.stream()
                .anyMatch(cell -> JobKeys.WRITTEN.equals(cell.configuration().get(JobKeys.INPUTS)));
        for (Cell cell : reuses ? WrittenFirst.order(shuffled) : shuffled) {
            index++;
            runs.add(new RunSpec(
                    id.apply(cell),
                    index,
                    block,
                    repeat,
                    cell.job(),
                    cell.size(),
                    cell.settings(),
                    cell.configuration(),
                    cell.program()));
        }
    }

    private void refuseJobsOutsideSuite(Problems problems) {
        for (String job : options.jobs()) {
            if (!suite.jobs().contains(job)) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--jobs", "not a job of the suite " + suite.name())
                        .withValue(job)
                        .withAllowed(String.join(", ", suite.jobs()))
                        .withNearest(NearestName.withTies(job, suite.jobs()).orElse(""))
                        .withRemedy("leave it out, or use a suite that has it"));
            }
        }
    }

    /** Refuses settings that some jobs cannot follow, as a run would, but before a cluster is found or started. */
    private static void refuseSettings(List<Cell> cells, Problems problems) {
        Map<String, Set<String>> jobs = new LinkedHashMap<>();
        for (Cell cell : cells) {
            // Without such a setting, the job's description is not needed, and not loaded.
            boolean isAsked = RunSetting.OF_SOME_JOBS.stream()
                    .filter(setting -> setting != RunSetting.PLACEMENT || !RunSetting.PLACED_JOBS.contains(cell.job()))
                    .anyMatch(setting -> setting.in(cell.configuration()).isPresent());
            if (!isAsked) {
                continue;
            }
            cell.benchmark().refusals(cell.configuration()).forEach(refusal -> jobs.computeIfAbsent(
                            refusal, none -> new LinkedHashSet<>())
                    .add(cell.job()));
        }
        jobs.forEach((refusal, of) -> problems.add(Problem.at(Location.COMMAND_LINE, String.join(", ", of), refusal)));
    }

    private static void refuseEqualCells(List<Cell> cells, Problems problems) {
        Set<String> seen = new HashSet<>();
        Map<String, Problem> found = new HashMap<>();
        for (Cell cell : cells) {
            if (!seen.add(cell.key())) {
                found.put(
                        cell.key(),
                        Problem.at(
                                        Location.COMMAND_LINE,
                                        "--bytes-per-node, -D",
                                        "would make two cells of the suite equal")
                                .withValue(cell.key())
                                .withRemedy("leave them out, or name one of the jobs with --jobs"));
            }
        }
        found.values().forEach(problems::add);
    }

    /** Names runs. The names sort in the order of execution, and describe the runs. */
    static final class RunIds {
        private static final int LEAST_DIGITS = 3;

        private final int digits;
        private final boolean showSize;
        private final Set<String> varied;

        RunIds(int total, List<Cell> cells) {
            digits = Math.max(LEAST_DIGITS, Integer.toString(total).length());
            showSize = cells.stream().map(Cell::size).distinct().count() > 1;
            varied = RunSetting.byLabel().keySet().stream()
                    .filter(name -> varies(name, cells))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        /** The placement follows from the job, unless the suite varies it. */
        private static boolean varies(String name, List<Cell> cells) {
            boolean ofJob = name.equals(RunSetting.PLACEMENT.label());
            return cells.stream()
                    .collect(Collectors.groupingBy(
                            cell -> ofJob ? cell.job() : "",
                            Collectors.mapping(cell -> cell.settings().getOrDefault(name, ""), Collectors.toSet())))
                    .values()
                    .stream()
                    .anyMatch(values -> values.size() > 1);
        }

        String of(int index, Cell cell) {
            String number = Integer.toString(index);
            StringBuilder id = new StringBuilder("0".repeat(digits - number.length()))
                    .append(number)
                    .append('-')
                    .append(cell.job())
                    .append('-')
                    .append(cell.compression().label());
            Map<String, String> settings = cell.settings();
            varied.stream()
                    .filter(settings::containsKey)
                    .forEach(name -> id.append('-').append(name).append('-').append(fileSafe(settings.get(name))));
            return showSize
                    ? id.append('-')
                            .append(ByteSize.format(cell.size().bytes()))
                            .toString()
                    : id.toString();
        }

        private static String fileSafe(String value) {
            return value.replaceAll("[^A-Za-z0-9._]", "_");
        }
    }

    /** Random orders that follow from a seed. */
    static final class SeededOrder {
        private SeededOrder() {}

        /** Returns a list in random order. The number distinguishes the order from the plan's other orders. */
        static <T> List<T> order(List<T> list, long seed, long number) {
            List<T> order = new ArrayList<>(list);
            Collections.shuffle(order, new Random(mix(seed, number)));
            return order;
        }

        /** Uses SplitMix64's finisher, since {@link Random} starts alike for neighbouring seeds. */
        private static long mix(long seed, long number) {
            long z = seed + number * 0x9e3779b97f4a7c15L;
            z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
            z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
            return z ^ (z >>> 31);
        }
    }

    /**
     * A planned cell: one job with one compression, one size and one value of each further setting.
     *
     * @param program the user's program; null for a job of the catalog
     */
    record Cell(
            String job,
            Compression compression,
            Size size,
            int repeats,
            Map<String, String> configuration,
            Program program) {
        Cell {
            configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
        }

        /** Returns the description of the cell's job. */
        MeasuredJob benchmark() {
            return JobCatalog.of(job, program);
        }

        /** Returns a unique key. Cells with equal keys would be mistaken for repeats of one another. */
        String key() {
            return job + " with "
                    + settings().entrySet().stream()
                            .map(setting -> setting.getKey() + " " + setting.getValue())
                            .collect(Collectors.joining(", "));
        }

        /** Returns the settings that distinguish the cell's runs from those of other cells. */
        Map<String, String> settings() {
            Map<String, String> settings = new TreeMap<>(RunSetting.named(configuration));
            settings.put("compression", compression.label());
            settings.put(size.setting(), Long.toString(size.bytes()));
            if (program != null) {
                settings.put(ARGUMENTS, program.run().arguments());
            }
            return settings;
        }
    }

    /** Determines the order of the visits. */
    static final class VisitSequence {
        private VisitSequence() {}

        /**
         * One visit to a setup.
         *
         * @param block the number of the visit's block, from 1; a block contains every setup once, or only one visit if
         *     the order is sequential
         */
        record SetupTurn(String setup, int block) {}

        /** Returns all visits in their order. Their number is per setup. */
        static List<SetupTurn> of(VisitOrder order, List<String> setups, int visits, long seed) {
            List<SetupTurn> sequence = new ArrayList<>();
            if (order == VisitOrder.SEQUENTIAL) {
                setups.forEach(setup -> Collections.nCopies(visits, setup)
                        .forEach(again -> sequence.add(new SetupTurn(again, sequence.size() + 1))));
                return sequence;
            }
            List<String> before = List.of();
            for (int block = 1; block <= visits; block++) {
                boolean back = order == VisitOrder.ABBA && block % 2 == 0;
                List<String> now = back ? reversed(before) : SeededOrder.order(setups, seed, -block);
                for (String setup : now) {
                    sequence.add(new SetupTurn(setup, block));
                }
                before = now;
            }
            return sequence;
        }

        private static List<String> reversed(List<String> list) {
            List<String> reversed = new ArrayList<>(list);
            Collections.reverse(reversed);
            return reversed;
        }
    }
}
