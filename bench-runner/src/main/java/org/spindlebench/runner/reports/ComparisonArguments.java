package org.spindlebench.runner.reports;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What {@code report} and {@code compare} have in common, as texts: {@link ComparisonReader} gives them types. */
final class ComparisonArguments {
    @Option(
            names = "--across",
            paramLabel = "SETTING,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "compare runs although they differ in these settings, such as compression or cache; the result is"
                            + " marked. Without it, runs of different settings are not compared")
    List<String> across = new ArrayList<>();

    @Option(
            names = "--where",
            paramLabel = "FIELD=VALUE",
            description =
                    "only runs with this value of a field, such as job=terasort or compression=none; may be given several"
                            + " times: values of one field are alternatives")
    List<String> where = new ArrayList<>();

    @Option(
            names = "--by",
            paramLabel = "FIELD,...",
            split = ",",
            hideParamSyntax = true,
            description = "tell runs apart by these fields of their records, too, such as wave.slots or"
                    + " configuration.mapreduce.task.io.sort.mb")
    List<String> by = new ArrayList<>();

    @Option(
            names = "--ignore",
            paramLabel = "SETTING,...",
            split = ",",
            hideParamSyntax = true,
            description = "take runs for repeats although they differ in these settings, such as a date in a CSV file")
    List<String> ignore = new ArrayList<>();

    @Option(
            names = "--mix",
            paramLabel = "NAME|FILE",
            description =
                    "a workload to weigh the jobs by: a name under conf/mixes, or a YAML file; may be given several times")
    List<String> mixes = new ArrayList<>();

    @Option(
            names = "--confidence",
            paramLabel = "SHARE",
            description = "of all intervals, such as 0.99 (default: 0.95)")
    String confidence;

    @Option(
            names = "--skip-unreadable",
            description = "exit with 0 although lines of CSV files could not be read; without it, with 1")
    boolean skipUnreadable;

    @Option(names = "--json", description = "print what report.json holds instead of text")
    boolean json;
}
