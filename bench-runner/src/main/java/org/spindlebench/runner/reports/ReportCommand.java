package org.spindlebench.runner.reports;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports on results. */
@CommandLine.Command(
        name = "report",
        customSynopsis = "spindle report RESULTS... [options]",
        descriptionHeading = "%n",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        description =
                "Compares setups, jobs and settings: a page and Markdown for people, JSON and CSV for programs. Needs no"
                        + " cluster.",
        mixinStandardHelpOptions = true,
        footer = {
            "%nFiles: report.html, which needs no network, report.md, report.json, and report-*.csv with each list of report.json as a table.",
            "%nExamples:",
            "  report results/full-20260301-100000",
            "  report results/hdd-11 results/ssd --baseline hdd-11 --prices cloudera-2014 --mix even --out report",
            "  report results --index --open",
            "  report runs.csv --where compression=none --out report       any tool's results, see `import --help`",
            "%nExit codes: 0 the report was written, 1 it was written without lines of CSV files that cannot be read, 2 wrong usage, or"
                    + " results that cannot be read."
        })
public final class ReportCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "RESULTS",
            description =
                    "results directories of Spindle, directories or files of its records (.json, .jsonl), and .csv files of"
                            + " other tools")
    List<String> results = new ArrayList<>();

    @Option(
            names = "--baseline",
            paramLabel = "SETUP",
            description = "the setup that all others are compared with (default: the first in the results)")
    String baseline;

    @Option(
            names = "--prices",
            paramLabel = "NAME|FILE",
            description = "what setups cost: a name under conf/prices, or a YAML file; adds cost to the report")
    String prices;

    @Option(
            names = "--best-of-runs",
            description =
                    "cost of the fastest run of each job, without intervals, instead of the mean; labelled as such")
    boolean bestOfRuns;

    @Option(
            names = "--interaction",
            paramLabel = "SETTING,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "how speed-ups depend on this setting, such as compression: each speed-up under one of its values over the"
                            + " one under another, all else equal; may be given several times")
    List<String> interactions = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where to write (default: the results directory where a single one is given, else ./report)")
    String out;

    @Option(names = "--open", description = "shows the page in this system's browser when it is written")
    boolean open;

    @Option(
            names = "--index",
            description =
                    "takes one RESULTS, a directory of campaigns, and writes only an index.html there: a line for each, leading to"
                            + " its report where it has one")
    boolean index;

    @Mixin
    ComparisonArguments comparison;
}
