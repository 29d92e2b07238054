package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports results of other tools. */
@CommandLine.Command(
        name = "import",
        customSynopsis = "spindle import FORMAT FILE... --out DIR [options]",
        descriptionHeading = "%n",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        description = "Reads results of other tools as records, which every report takes like Spindle's own. Needs no"
                + " cluster. Lines that cannot be read are listed with number and reason, never left out silently.",
        mixinStandardHelpOptions = true,
        footer = {
            "%nFormats:",
            "  csv         any tool's: columns job, setup, duration_s; if wanted status, started_at, cost_usd, visit,",
            "              block; every other column is a setting, and part of what makes runs comparable",
            "  aloja       CSV exports of ALOJA, of every layout: setup = disk and network",
            "  testdfsio   TestDFSIO_results.log, or the output of TestDFSIO: any number of results",
            "  jobhistory  .jhist files of MapReduce jobs, also of failed ones and files that are cut off",
            "%nExamples:",
            "  import csv runs.csv --out results/imported",
            "  import testdfsio hdd/TestDFSIO_results.log --setup hdd-11 --out results/imported",
            "  import jobhistory *.jhist --setup ssd --out results/imported",
            "%nExit codes: 0 every line was read, 1 some lines were not, 2 wrong usage, or a file without any result;"
                    + " then nothing was imported."
        })
final class ImportCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "FORMAT", description = "what the files hold, see below")
    String format;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE",
            description = "files to read; each becomes a campaign that is called after it")
    List<String> files = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "where to write <campaign>.jsonl, and <campaign>.unreadable.txt where lines could not be read;"
                            + " a campaign that is there already is not replaced by another")
    String out;

    @Option(
            names = "--setup",
            paramLabel = "NAME",
            description = "the storage setup of all runs, for testdfsio (default: the file's name) and jobhistory"
                    + " (default: default); files of the other formats name it themselves")
    String setup;

    @Option(names = "--json", description = "a summary as JSON on stdout instead of text")
    boolean json;
}
