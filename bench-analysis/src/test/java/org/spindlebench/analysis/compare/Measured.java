package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;

/** Runs for tests, one cell after the other, that are taken as independent unless they name a visit. */
public final class Measured {
    private final List<RunBuilder> runs = new ArrayList<>();
    private final Map<String, String> settings = new TreeMap<>();
    private boolean cold = true;

    /** All runs from here on have this setting. */
    public Measured with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /** No run from here on has it. */
    public Measured without(String setting) {
        settings.remove(setting);
        return this;
    }

    /** All runs from here on had warm caches. */
    public Measured warm() {
        cold = false;
        return this;
    }

    public Measured runs(String job, String setup, double... seconds) {
        for (double value : seconds) {
            next(job, setup, value);
        }
        return this;
    }

    /** A further run, started after all before it, to be changed further. */
    public RunBuilder next(String job, String setup, double seconds) {
        int index = runs.size() + 1;
        RunBuilder run = new RunBuilder(index, job)
                .imported()
                .repeat(index)
                .setup(setup)
                .after(1000L * index)
                .elapsed(seconds);
        settings.forEach(run::setting);
        runs.add(cold ? run : run.warm());
        return run;
    }

    public Runs runs() {
        return Runs.of(runs.stream().map(RunBuilder::build));
    }

    public Findings findings() {
        return findings(ComparisonOptions.standard());
    }

    public Findings findings(ComparisonOptions options) {
        return Findings.of(runs(), options);
    }
}
