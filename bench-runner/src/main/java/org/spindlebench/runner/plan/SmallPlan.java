package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.plan.Plan.Visit;

/**
 * Makes a plan small, or gives all of its runs other sizes. In a small plan, each job keeps only one run, from its
 * first cell. The run has a sixteenth of the bytes, but at least 64 MB and at most 1 GB. The time of the small plan
 * predicts the time of the whole plan.
 */
public final class SmallPlan {
    private static final int SHARE = 16;
    private static final long MOST = 1_000_000_000;
    private static final long LEAST = 64_000_000;
    private static final long MB = 1_000_000;

    private SmallPlan() {}

    public static Plan of(Plan plan) {
        return ofOneSetup(plan, plan.campaign(), plan.first().setup(), plan.runs());
    }

    /**
     * Makes a visit small. Leaves out runs for which Spindle would stop a DataNode, and runs that overlap with others.
     *
     * @param wanted the jobs to keep
     * @return the small plan; empty if no run is left
     */
    public static Optional<Plan> of(Plan plan, Visit visit, Collection<String> wanted) {
        List<RunSpec> runs = visit.runs().stream()
                .filter(run -> wanted.contains(run.job()) && !run.isConcurrent())
                .toList();
        String setup = plan.isExperiment() ? "-" + visit.setup() : "";
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(ofOneSetup(plan, plan.campaign() + "-small" + setup, visit.setup(), runs));
    }

    private static Plan ofOneSetup(Plan plan, String campaign, String setup, List<RunSpec> all) {
        Set<String> jobs = new HashSet<>();
        List<RunSpec> runs = new ArrayList<>();
        for (RunSpec run : all) {
            if (jobs.add(run.job())) {
                runs.add(small(run, runs.size() + 1));
            }
        }
        return Plan.ofOneSetup(campaign, plan.suite(), setup, plan.seed(), runs);
    }

    /** Returns the plan with the sizes of all runs multiplied by a factor, in whole MB. */
    public static Plan scaled(Plan plan, double factor) {
        return plan.with(plan.visits().stream()
                .map(visit -> new Visit(
                        visit.setup(),
                        visit.number(),
                        visit.runs().stream().map(run -> scaled(run, factor)).toList()))
                .toList());
    }

    private static RunSpec scaled(RunSpec run, double factor) {
        long bytes = Math.max(1, Math.round(run.size().bytes() * factor / MB)) * MB;
        String stated = "-" + ByteSize.format(run.size().bytes()) + "-";
        String id = run.id().replace(stated, "-" + ByteSize.format(bytes) + "-");
        return sized(run, id, bytes, run.index(), run.block(), run.repeat());
    }

    private static RunSpec small(RunSpec run, int index) {
        long bytes = run.size().bytes();
        return sized(run, run.id(), Math.min(bytes, Math.max(LEAST, Math.min(MOST, bytes / SHARE))), index, 1, 1);
    }

    private static RunSpec sized(RunSpec run, String id, long bytes, int index, int block, int repeat) {
        Size size = new Size(bytes, run.size().scope());
        Map<String, String> settings = new TreeMap<>(run.settings());
        settings.replace(size.setting(), String.valueOf(size.bytes()));
        return new RunSpec(id, index, block, repeat, run.job(), size, settings, run.configuration(), run.program());
    }
}
