package org.spindlebench.analysis.report.page;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;

/** The rows of a picture of single runs: each begins with whose step it is. */
final class RunRows {
    private final List<ShownRun> runs;
    private final JobSettings settings;
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
        this.settings = JobSettings.of(runs, ShownRun::job, run -> run.cell().comparable());
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

    /** Adds a step of one of the runs. */
    void add(ShownRun run, Object... step) {
        rows.add(Stream.concat(Stream.of(beginnings.get(run)), Stream.of(step)).toArray());
    }

    private Object[] beginning(int place) {
        ShownRun run = runs.get(place);
        return new Object[] {
            place,
            what(run, " on " + run.setup()) + ": " + run.figures(),
            what(run, ""),
            run.job(),
            run.setup(),
            Settings.compression(run.cell().comparable()),
            settings.distinct(run.cell().comparable()),
            run.run().campaign(),
            run.run().run()
        };
    }

    /** Such as {@code terasort on ssd (compression=none)}. */
    private String what(ShownRun run, String setup) {
        return run.job() + setup + settings.behind(run.job(), run.cell().comparable());
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
