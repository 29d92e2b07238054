package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.Suite;

/** The plan as text for people. For programs there is {@link PlanFile}. */
public final class PlanPrinter {
    private PlanPrinter() {}

    /** A heading, what the suite says its entries are for, a table of all runs, and the totals. */
    public static String text(Plan plan, Optional<Suite> suite) {
        List<String> lines = new ArrayList<>(heading(plan));
        suite.ifPresent(known -> lines.addAll(purposes(known)));
        lines.add("");
        lines.addAll(table(plan));
        lines.add("");
        lines.addAll(settings(plan));
        lines.add(total(plan));
        return String.join(System.lineSeparator(), lines);
    }

    private static List<String> heading(Plan plan) {
        return List.of(
                "suite      " + plan.suite(),
                "setup      " + plan.setup(),
                "campaign   " + plan.campaign(),
                "seed       " + plan.seed() + " (--seed " + plan.seed() + " gives this order and these data again)");
    }

    private static List<String> purposes(Suite suite) {
        return suite.entries().stream()
                .filter(entry -> !entry.purpose().isEmpty())
                .map(entry -> "purpose    " + String.join(", ", entry.jobs()) + ": " + entry.purpose())
                .toList();
    }

    private static List<String> table(Plan plan) {
        int job = width(plan, "job", RunSpec::job);
        int compression = width(plan, "compression", PlanPrinter::compression);
        int size = width(plan, "size", run -> run.size().toString());
        String format = "%5s  %5s  %-" + job + "s  %-" + compression + "s  %" + size + "s  %s";
        Set<String> varied = varied(plan);
        List<String> lines = new ArrayList<>();
        lines.add(line(format, "run", "block", "job", "compression", "size", varied.isEmpty() ? "" : "settings"));
        for (RunSpec run : plan.runs()) {
            lines.add(line(
                    format,
                    run.index(),
                    run.block(),
                    run.job(),
                    compression(run),
                    run.size(),
                    run.settings().entrySet().stream()
                            .filter(setting -> varied.contains(setting.getKey()))
                            .map(setting -> setting.getKey() + "=" + setting.getValue())
                            .collect(Collectors.joining(" "))));
        }
        return lines;
    }

    private static String line(String format, Object... columns) {
        return String.format(Locale.ROOT, format, columns).stripTrailing();
    }

    /** Names of the settings in which runs differ, besides those that have a column. */
    private static Set<String> varied(Plan plan) {
        return RunSetting.byLabel().keySet().stream()
                .filter(name -> plan.runs().stream()
                                .map(run -> run.settings().getOrDefault(name, ""))
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toSet());
    }

    private static int width(Plan plan, String heading, Function<RunSpec, String> column) {
        return plan.runs().stream().map(column).mapToInt(String::length).reduce(heading.length(), Math::max);
    }

    private static String compression(RunSpec run) {
        return run.settings().getOrDefault("compression", "");
    }

    /** One line per setting, with each of its values when the runs differ in it. */
    private static List<String> settings(Plan plan) {
        TreeMap<String, TreeSet<String>> values = new TreeMap<>();
        for (RunSpec run : plan.runs()) {
            run.configuration().forEach((key, value) -> values.computeIfAbsent(key, any -> new TreeSet<>())
                    .add(value));
        }
        return values.entrySet().stream()
                .map(setting -> "setting    " + setting.getKey() + " = " + String.join(" | ", setting.getValue()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static String total(Plan plan) {
        String sizes = Arrays.stream(Size.Scope.values())
                .map(scope -> bytes(plan, scope))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" and "));
        int blocks = plan.runs().stream().mapToInt(RunSpec::block).max().orElse(0);
        return "total      " + plan.runs().size() + " runs in " + blocks + " blocks, " + sizes
                + " measured; inputs are prepared besides, once each" + System.lineSeparator()
                + "estimate   of bytes, queue and hours: `check` with the same options, since it takes the cluster";
    }

    private static Optional<String> bytes(Plan plan, Size.Scope scope) {
        return plan.runs().stream()
                .map(RunSpec::size)
                .filter(size -> size.scope() == scope)
                .map(Size::bytes)
                .reduce((a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b)
                .map(bytes -> new Size(bytes, scope).toString());
    }
}
