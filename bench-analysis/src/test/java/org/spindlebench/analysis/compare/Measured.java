package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;

/** Builds runs for tests, one cell after the other. Runs count as independent unless they name a visit. */
public final class Measured {
    private final List<RunBuilder> runs = new ArrayList<>();
    private final Map<String, String> settings = new TreeMap<>();
    private boolean cold = true;

    /** Gives all later runs this setting. */
    public Measured with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /** Leaves this setting out of all later runs. */
    public Measured without(String setting) {
        settings.remove(setting);
        return this;
    }

    /** Gives all later runs warm caches. */
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

    /** Adds a run that starts after all earlier ones, and returns it for further changes. */
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
