package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.analysis.workload.Workload.RunSettings;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.process.CommandOutcome;

/** Prints the plan as text for people. {@link PlanFile} is for programs. */
public final class PlanPrinter {
    private static final int LEAST_WIDTH = 5;

    private PlanPrinter() {}

    /**
     * Returns a heading, the descriptions of the suite's entries, and the totals.
     *
     * @param declared the setup, if a file declares it
     */
    public static String text(Plan plan, Optional<Suite> suite, List<StorageSetup> declared) {
        List<String> lines = new ArrayList<>(heading(plan));
        declared.forEach(setup -> lines.add("way        " + setup.way().describe()));
        suite.ifPresent(known -> lines.addAll(purposes(known)));
        lines.addAll(programs(plan.runs()));
        lines.add("");
        lines.addAll(settings(plan.runs()));
        lines.add(total(plan.runs()));
        return String.join(System.lineSeparator(), lines);
    }

    private static List<String> heading(Plan plan) {
        return List.of(
                "suite      " + plan.suite(),
                "setup      " + plan.first().setup(),
                "campaign   " + plan.campaign(),
                "seed       " + plan.seed() + " (--seed " + plan.seed() + " gives this order and these data again)");
    }

    private static List<String> purposes(Suite suite) {
        return suite.entries().stream()
                .filter(entry -> !entry.purpose().isEmpty())
                .map(entry -> "purpose    " + String.join(", ", entry.jobs()) + ": " + entry.purpose())
                .toList();
    }

    /** Returns a line for each call of a user's program, because such calls are no jobs of Spindle's own. */
    static List<String> programs(List<RunSpec> runs) {
        return runs.stream()
                .filter(run -> run.program() != null)
                .flatMap(run -> run.program().calls().stream()
                        .map(call -> "program    " + run.job() + ": " + CommandOutcome.shown(call.describe())))
                .distinct()
                .toList();
    }

    /** Returns a line for each run; in an experiment, the line also has the visit. */
    public static List<String> table(Plan plan) {
        Map<String, String> visits = ExperimentPrinter.visits(plan);
        List<RunSpec> runs = plan.runs();
        TextTable<RunSpec> table = new TextTable<RunSpec>()
                .right("run", LEAST_WIDTH, run -> String.valueOf(run.index()))
                .right("block", LEAST_WIDTH, run -> String.valueOf(run.block()));
        if (plan.isExperiment()) {
            table.left("visit", run -> visits.get(run.id()));
        }
        table.left("job", RunSpec::job)
                .left("compression", PlanPrinter::compression)
                .right("size", LEAST_WIDTH, run -> run.size().toString());
        Set<String> varied = varied(runs);
        if (!varied.isEmpty()) {
            table.left("settings", run -> settings(run, varied));
        }
        return table.lines(runs);
    }

    private static String settings(RunSpec run, Set<String> varied) {
        return run.settings().entrySet().stream()
                .filter(setting -> varied.contains(setting.getKey()))
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Returns the names of the settings in which runs differ, except for settings that have a column. */
    private static Set<String> varied(List<RunSpec> runs) {
        return RunSetting.byLabel().keySet().stream()
                .filter(name -> runs.stream()
                                .map(run -> run.settings().getOrDefault(name, ""))
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toSet());
    }

    private static String compression(RunSpec run) {
        return run.settings().getOrDefault("compression", "");
    }

    /** Returns one line per setting. If runs differ in a setting, its line contains each of the values. */
    static List<String> settings(List<RunSpec> runs) {
        TreeMap<String, TreeSet<String>> values = new TreeMap<>();
        for (RunSpec run : runs) {
            run.configuration().forEach((key, value) -> values.computeIfAbsent(key, any -> new TreeSet<>())
                    .add(value));
        }
        return values.entrySet().stream()
                .map(setting -> "setting    " + setting.getKey() + " = " + String.join(" | ", setting.getValue()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    static String total(List<RunSpec> runs) {
        String sizes = Arrays.stream(Size.Scope.values())
                .map(scope -> bytes(runs, scope))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" and "));
        int blocks = runs.stream().mapToInt(RunSpec::block).max().orElse(0);
        return "total      " + runs.size() + " runs in " + blocks + " blocks, " + sizes
                + " measured; in addition each input is prepared once"
                + System.lineSeparator()
                + "estimate   `check` with the same options gives bytes, queue share and hours (it needs the cluster)";
    }

    private static Optional<String> bytes(List<RunSpec> runs, Size.Scope scope) {
        return runs.stream()
                .map(RunSpec::size)
                .filter(size -> size.scope() == scope)
                .map(Size::bytes)
                .reduce((a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b)
                .map(bytes -> new Size(bytes, scope).toString());
    }

    public static final class WorkloadPrinter {
        private WorkloadPrinter() {}

        /**
         * Returns a text with the arrivals of each visit, followed by the plan's own text.
         *
         * @param text the text of {@link PlanPrinter} or {@link ExperimentPrinter}
         */
        public static String text(Plan plan, String text) {
            List<RunSpec> together = plan.first().together();
            List<String> lines = new ArrayList<>();
            lines.add("workload   " + plan.suite() + ": " + together.size() + " jobs at once, after their runs alone"
                    + (plan.isExperiment() ? ", in each visit" : ""));
            for (RunSpec run : together) {
                String jobClass = run.settings().get(RunSettings.CLASS);
                lines.add(String.format(
                        Locale.ROOT,
                        "arrival    %10.1f s  %s%s: input %s, shuffle %s, output %s; runs alone: %d",
                        run.arrival(),
                        run.workloadJob(),
                        jobClass == null ? "" : " (" + jobClass + ")",
                        bytes(run, JobKeys.INPUT_BYTES),
                        bytes(run, JobKeys.SHUFFLE_BYTES),
                        bytes(run, JobKeys.OUTPUT_BYTES),
                        plan.first().runs().stream()
                                .filter(other -> !other.isConcurrent() && isAlike(other, run))
                                .count()));
            }
            lines.add("");
            lines.add(text);
            return String.join(System.lineSeparator(), lines);
        }

        private static String bytes(RunSpec run, String key) {
            return ByteSize.format(Long.parseLong(run.configuration().getOrDefault(key, "0")));
        }

        /** Checks whether two runs move equally many bytes. */
        private static boolean isAlike(RunSpec one, RunSpec other) {
            return Stream.of(JobKeys.INPUT_BYTES, JobKeys.SHUFFLE_BYTES, JobKeys.OUTPUT_BYTES)
                    .allMatch(key -> bytes(one, key).equals(bytes(other, key)));
        }
    }
}
