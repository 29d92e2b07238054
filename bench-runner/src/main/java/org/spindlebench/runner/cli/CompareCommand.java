package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two sets of results. */
@CommandLine.Command(
        name = "compare",
        customSynopsis = "spindle compare BASE CONTENDER [options]",
        descriptionHeading = "%n",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        description =
                "Says how much faster or slower the contender is, job by job, and how sure that is. Needs no cluster,"
                        + " and writes nothing unless asked to.",
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  compare results/before results/after",
            "  compare results/night-1:hdd-11 results/night-2:ssd --across nodes",
            "  compare results/release results/candidate --fail-if-slower 5      for a build server",
            "  compare results/before results/after --out changes      with a page, changes/report.html",
            "%nExit codes: 0 compared; 1 lines of CSV files could not be read, or with --fail-if-slower: a job of BASE has no valid run in CONTENDER that could be compared;"
                    + " 2 wrong usage, or nothing to compare; 4 with --fail-if-slower: some job of the contender is slower by more"
                    + " than that, by the whole interval."
        })
final class CompareCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "BASE CONTENDER",
            hideParamSyntax = true,
            description = "each results as for `report`, or DIR:SETUP for one setup of several")
    List<String> sides = new ArrayList<>();

    @Option(
            names = "--fail-if-slower",
            paramLabel = "PERCENT",
            description =
                    "exit with 4 where a job takes more than so much longer, and the interval of the ratio leaves no doubt of"
                            + " it; 0 for any slow-down")
    String failIfSlower;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "also writes what `report` would of the two there: report.html and the others (default: nothing)")
    String out;

    @Mixin
    ComparisonArguments comparison;
}
