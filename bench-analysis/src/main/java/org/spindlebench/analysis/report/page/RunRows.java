package org.spindlebench.analysis.report.page;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of a picture of single runs: each begins with whose step it is. */
final class RunRows {
    private final List<ShownRun> runs;
    private final Settings settings;
    private final Map<String, Settings> ofJobs;
    /** What every row of a run begins with. */
    private final IdentityHashMap<ShownRun, Object[]> beginnings = new IdentityHashMap<>();

    private final Dataset rows;

    /**
     * Without a row yet.
     *
     * @param runs that are shown, in their order
     * @param columns those of a step
     */
    RunRows(List<ShownRun> runs, Column... columns) {
        this.runs = runs;
        this.settings = settings(runs);
        this.ofJobs = runs.stream()
                .collect(Collectors.groupingBy(
                        ShownRun::job, Collectors.collectingAndThen(Collectors.toList(), RunRows::settings)));
        Stream<Column> who = Stream.of(
                Column.of("place", "", Column.Kind.COUNT),
                Column.text("part", ""),
                Column.text("what", ""),
                Column.text("job", "job"),
                Column.text("setup", "setup"),
                Column.text("compression", ""),
                Column.text("settings", "settings"),
                Column.text("campaign", "campaign"),
                Column.text("run", "run"));
        this.rows = new Dataset(Stream.concat(who, Stream.of(columns)).toArray(Column[]::new));
        for (int place = 0; place < runs.size(); place++) {
            beginnings.put(runs.get(place), beginning(place));
        }
    }

    private static Settings settings(List<ShownRun> runs) {
        return Settings.of(runs.stream().map(run -> run.cell().comparable()).toList());
    }

    /** Adds a step of one of the runs. */
    void add(ShownRun run, Object... step) {
        rows.add(Stream.concat(Stream.of(beginnings.get(run)), Stream.of(step)).toArray());
    }

    private Object[] beginning(int place) {
        ShownRun run = runs.get(place);
        return new Object[] {
            place,
            what(run, " on " + run.setup()) + ": " + run.run().run(),
            what(run, ""),
            run.job(),
            run.setup(),
            Settings.compression(run.cell().comparable()),
            settings.distinct(run.cell().comparable()),
            run.run().campaign(),
            run.run().run()
        };
    }

    /** Such as {@code terasort on ssd (compression=none)}: of the settings those that tell runs of one job apart. */
    private String what(ShownRun run, String setup) {
        String distinct = ofJobs.get(run.job()).distinct(run.cell().comparable());
        return run.job() + setup + (distinct.isEmpty() ? "" : " (" + distinct + ")");
    }

    /** What all of the runs have in common, as a sentence; empty where that is nothing. */
    String shared() {
        return settings.shared();
    }

    List<ShownRun> runs() {
        return runs;
    }

    Dataset rows() {
        return rows;
    }
}
