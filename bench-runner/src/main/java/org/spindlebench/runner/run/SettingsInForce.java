package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.StoredFile;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.conf.HadoopValue;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.WaveOf;

/**
 * Whether the settings asked for are those in force: by the finished job's configuration, which only echoes, and by their
 * effect where one can be seen.
 */
final class SettingsInForce {
    private final SizedRun run;
    private final JobHistory history;

    SettingsInForce(SizedRun run, JobHistory history) {
        this.run = run;
        this.history = history;
    }

    /**
     * Makes every check that the run allows.
     *
     * @param asked the settings that the job was submitted with
     * @param output the files it put out
     */
    void check(Map<String, String> asked, List<StoredFile> output, Consumer<Check> proof) {
        if (history.inForce() != null) {
            proof.accept(configuration(asked));
        }
        new VisibleEffects(run, history).check(output, proof);
    }

    private Check configuration(Map<String, String> asked) {
        List<String> different = new ArrayList<>();
        int compared = 0;
        for (Map.Entry<String, String> setting : new TreeMap<>(asked).entrySet()) {
            String actual = history.inForce().get(setting.getKey());
            if (isSetByTool(setting.getKey()) || HadoopValue.isUnclear(setting.getValue() + actual)) {
                continue;
            }
            compared++;
            if (!HadoopValue.same(setting.getValue(), actual)) {
                different.add(setting.getKey() + " asked " + setting.getValue() + ", in force "
                        + (actual == null ? "nothing" : actual));
            }
        }
        String expected = compared + " settings as asked for";
        return new Check(
                "settings in force",
                expected,
                different.isEmpty() ? expected : String.join("; ", different),
                different.isEmpty());
    }

    /** A job without reducers says so itself, whatever the suite gives to all jobs. */
    private boolean isSetByTool(String key) {
        Set<WaveOf> withReduces = Set.of(WaveOf.REDUCES, WaveOf.BOTH);
        return key.equals(RunSetting.REDUCES.key())
                && !withReduces.contains(run.job().wave());
    }
}
