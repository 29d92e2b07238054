package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.runner.conf.Size;

/**
 * Makes a plan small. Each job keeps one run, of its first cell. The run has a sixteenth of the bytes, but at least 64
 * MB and at most 1 GB. The time of the small plan predicts that of the plan.
 */
public final class SmallPlan {
    private static final int SHARE = 16;
    private static final long MOST = 1_000_000_000;
    private static final long LEAST = 64_000_000;

    private SmallPlan() {}

    public static Plan of(Plan plan) {
        Set<String> jobs = new HashSet<>();
        List<RunSpec> runs = new ArrayList<>();
        for (RunSpec run : plan.runs()) {
            if (jobs.add(run.job())) {
                runs.add(small(run, runs.size() + 1));
            }
        }
        return Plan.ofOneSetup(plan.campaign(), plan.suite(), plan.first().setup(), plan.seed(), runs);
    }

    private static RunSpec small(RunSpec run, int index) {
        long bytes = run.size().bytes();
        Size size = new Size(
                Math.min(bytes, Math.max(LEAST, Math.min(MOST, bytes / SHARE))),
                run.size().scope());
        Map<String, String> settings = new TreeMap<>(run.settings());
        settings.replace(size.setting(), String.valueOf(size.bytes()));
        return new RunSpec(run.id(), index, 1, 1, run.job(), size, settings, run.configuration(), run.program());
    }
}
