package org.spindlebench.runner.imports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
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
        description =
                "Reads results of other tools as records, which every report takes like Spindle's own; or adds what"
                        + " iostat and collectl saw of nodes and devices during runs to copies of their records. Needs no cluster."
                        + " Lines that cannot be read are listed with number and reason, never left out silently.",
        mixinStandardHelpOptions = true,
        footer = {
            "%nFormats:",
            "  csv         any tool's: columns job, setup, duration_s; if wanted status, started_at, cost_usd, visit,",
            "              block; every other column is a setting, and part of what makes runs comparable",
            "  aloja       CSV exports of ALOJA, of every layout: setup = disk and network",
            "  testdfsio   TestDFSIO_results.log, or the output of TestDFSIO: any number of results",
            "  jobhistory  .jhist files of MapReduce jobs, also of failed ones and files that are cut off",
            "  iostat      sysstat: S_TIME_FORMAT=ISO iostat -t -x -d -c -o JSON 1; a file for each node, --runs is needed",
            "  collectl    collectl -scD -P: processors and each disk; files for each node, --runs is needed",
            "%nExamples:",
            "  import csv runs.csv --out results/imported",
            "  import testdfsio hdd/TestDFSIO_results.log --setup hdd-11 --out results/imported",
            "  import jobhistory *.jhist --setup ssd --out results/imported",
            "  import iostat node-*.json --runs results/2026-03-01-hdd --out results/watched",
            "%nExit codes: 0 every line was read, 1 some lines were not, 2 wrong usage, or a file without any result;"
                    + " then nothing was imported."
        })
public final class ImportCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "FORMAT", description = "what the files hold, see below")
    String format;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "files to read; each becomes a campaign that is called after it. Of iostat and collectl: of one"
                            + " or more nodes, in any order")
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

    @Option(
            names = "--runs",
            paramLabel = "RESULTS",
            description =
                    "for iostat and collectl: a results directory, or a .jsonl file of records; they are copied to"
                            + " --out with what the files say of each run's time, and not changed")
    String runs;

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            description = "for collectl: the zone of its times, such as Europe/Berlin (default: the one in the file's"
                    + " header, else this machine's)")
    String timeZone;

    @Option(names = "--json", description = "a summary as JSON on stdout instead of text")
    boolean json;

    /** The files and directories of {@code import}, whatever the format is. */
    static final class ImportPaths {
        private final ImportCommand command;
        private final CliContext context;
        private final Problems problems;

        ImportPaths(ImportCommand command, CliContext context, Problems problems) {
            this.command = command;
            this.context = context;
            this.problems = problems;
        }

        /** The files that can be read; a problem for each other. */
        List<Path> files() {
            if (command.format != null && command.files.isEmpty()) {
                problems.add(Problem.at(Location.COMMAND_LINE, "import", "no file to read")
                        .withRemedy("name one or more files after the format"));
            }
            List<Path> files = new ArrayList<>();
            Set<Path> seen = new HashSet<>();
            for (String text : command.files) {
                Optional<Path> path = context.path(text, text, problems);
                if (path.isPresent() && isReadable(text, path.get(), seen)) {
                    files.add(path.get());
                }
            }
            return files;
        }

        private boolean isReadable(String text, Path path, Set<Path> seen) {
            String reason = "";
            if (Files.isDirectory(path)) {
                reason = "a directory: name the files in it";
            } else if (!Files.isRegularFile(path)) {
                reason = "no such file";
            } else if (!Files.isReadable(path)) {
                reason = "this user may not read it";
            } else if (!seen.add(path)) {
                reason = "given twice: what it holds would count twice";
            }
            if (!reason.isEmpty()) {
                problems.add(Problem.at(Location.COMMAND_LINE, text, reason));
            }
            return reason.isEmpty();
        }

        /** The directory for the records; empty, with a problem, where it is none. */
        Optional<Path> out() {
            if (command.out == null || command.out.isBlank()) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--out", "missing: where are the records to be written?")
                        .withRemedy("add such as `--out results/imported`"));
                return Optional.empty();
            }
            Optional<Path> out = context.path("--out", command.out, problems);
            if (out.isPresent() && Files.exists(out.get()) && !Files.isDirectory(out.get())) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--out", "not a directory")
                        .withValue(command.out));
            }
            return out;
        }
    }
}
