package org.spindlebench.runner.reports;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two sets of results. */
@CommandLine.Command(
        name = "compare",
        customSynopsis = {
            "spindle compare BASE CONTENDER [options]",
            "spindle compare --baseline A1,A2,... --contender B1,B2,... [options]"
        },
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
            "  compare --baseline mon,tue,wed --contender thu,fri,sat --fail-if-slower 5      several campaigns a side",
            "  compare results/release results/candidate --fail-if-slower 5 --history results      by how much earlier ones differ",
            "%nA campaign that changed no setup is one visit to it, and one visit says nothing about another: two campaigns alone give a ratio and no"
                    + " verdict. Several campaigns a side do, and so does what is known of how much campaigns differ (--history, --between).",
            "%nExit codes: 0 compared, and with --fail-if-slower: every job is within the limit; 1 lines of CSV files could not be read, or"
                    + " with --fail-if-slower: a job of BASE has no valid run in CONTENDER that could be compared; 2 wrong usage, or"
                    + " nothing to compare; 4 with --fail-if-slower: some job is slower than the limit, after Holm's correction over"
                    + " the jobs; 5 with --fail-if-slower: the runs do not tell."
        })
public final class CompareCommand {
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
                    "exit with 4 if a job takes longer by more than this, with 0 if all jobs are within it, and with 5 if the"
                            + " runs do not tell; 0 stands for any slow-down")
    String failIfSlower;

    @Option(
            names = "--baseline",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "several campaigns of the base, each as BASE: campaigns are then what is counted")
    List<String> baseline = new ArrayList<>();

    @Option(
            names = "--contender",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "several campaigns of the contender")
    List<String> contender = new ArrayList<>();

    @Option(
            names = "--history",
            paramLabel = "DIR",
            description =
                    "earlier campaigns of the base's setup under a directory, at least four with the same job and settings: how much"
                            + " they differ counts where a side is a single campaign")
    String history;

    @Option(
            names = "--between",
            paramLabel = "PERCENT",
            description = "how much campaigns of one setup differ, as a coefficient of variation, if you know it")
    String between;

    @Option(
            names = "--undecided",
            paramLabel = "pass|fail",
            description = "with --fail-if-slower: exit with 0 or 4 where the runs do not tell, instead of with 5")
    String undecided;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "also writes what `report` would of the two there: report.html and the others (default: nothing)")
    String out;

    @Mixin
    ComparisonArguments comparison;
}
