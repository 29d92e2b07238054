package org.spindlebench.runner.imports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Imports.CampaignNames;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.runner.collect.JobHistoryImporter;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.OptionConverter.NameConverter;
import org.spindlebench.runner.console.StandardInput;
import org.spindlebench.runner.imports.RecordImport.ImportSummary;
import org.spindlebench.runner.run.Progress.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports results of other tools. */
@CommandLine.Command(
        name = "import",
        customSynopsis = "FORMAT FILE... --out DIR [options]",
        description =
                "Turns results of other tools into records, which every report treats like Spindle's own. Needs no"
                        + " cluster. Lines that cannot be read are listed with number and reason, never left out"
                        + " silently.",
        footer = {
            "%nFormats:",
            "  csv         any tool's: columns job, setup, duration_s; optionally status, started_at, cost_usd, visit,",
            "              block; every other column is a setting, and part of what makes runs comparable",
            "  aloja       CSV exports of ALOJA, of every layout: setup = disk and network",
            "  testdfsio   TestDFSIO_results.log, or the output of TestDFSIO: any number of results",
            "  jobhistory  .jhist files of MapReduce jobs, including those of failed jobs and truncated ones",
            "  console     output of `hadoop jar`: any number of jobs, with their counters",
            "  historyserver",
            "              JSON of a JobHistoryServer: its list of jobs, or one job",
            "  hibench     HiBench's hibench.report",
            "  fio, hyperfine, jmh",
            "              their JSON",
            "%nExamples:",
            "  import csv runs.csv --out results/imported",
            "  import csv - --out results/imported < runs.csv",
            "  import testdfsio hdd/TestDFSIO_results.log --setup hdd-11 --out results/imported",
            "  import jobhistory *.jhist --setup ssd --out results/imported"
        })
public final class ImportCommand extends CliCommand {
    private static final Set<String> LOGS_OF_NODES = Set.of("iostat", "collectl");

    private final List<Importer> withoutHadoop;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "csv|aloja|testdfsio|jobhistory|console|historyserver|hibench|fio|hyperfine|jmh",
            description = "The format of the files, see below.")
    private String format;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE",
            description = "The files to read. Each becomes a campaign that is named after it. `-` is standard"
                    + " input, for csv.")
    private List<String> texts = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write CAMPAIGN.jsonl to this directory, and CAMPAIGN.unreadable.txt if lines could not"
                    + " be read. Another campaign never replaces an existing one.")
    private Path out;

    @Option(
            names = "--setup",
            paramLabel = "NAME",
            converter = NameConverter.class,
            description =
                    "Name the storage setup of all runs, for formats that do not name it. Default: for testdfsio the"
                            + " file's name, for others `default`. Files of csv and aloja name it themselves.")
    private String setup;

    @Mixin
    private FileOptions reading;

    @Mixin
    private JsonOutput output;

    public ImportCommand(CliContext context, Console console) {
        this(context, console, Importers.ALL);
    }

    /** Creates a command that reads these formats, and the format that needs Hadoop. */
    ImportCommand(CliContext context, Console console, List<Importer> withoutHadoop) {
        super(context, console);
        this.withoutHadoop = List.copyOf(withoutHadoop);
    }

    @Override
    public Integer call() {
        if (format != null && LOGS_OF_NODES.contains(format)) {
            return refuseLogs();
        }
        Optional<ImportSummary> imported = importResults();
        if (imported.isEmpty()) {
            return console.refuse("nothing was imported.");
        }
        ImportSummary summary = imported.get();
        if (output.json) {
            console.out().print(JsonDocument.text(summary));
        } else {
            summary.imported().forEach(console.out()::println);
        }
        return (summary.unreadable() == 0 ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }

    /** Refuses logs of nodes in one sentence, regardless of other errors in the command. */
    private int refuseLogs() {
        Problems one = new Problems();
        one.add(Problem.ofOption(
                "import",
                "Spindle reads no logs of " + format + ": let it sample the nodes itself with `run --probe`, or import"
                        + " durations with `import csv`"));
        console.err().println(one.report("nothing was imported."));
        return ExitCode.WRONG_USAGE.code();
    }

    private Optional<ImportSummary> importResults() {
        Optional<Importer> importer = importer();
        if (setup != null && importer.isPresent() && importer.get().setupName() == SetupName.IN_FILE) {
            refuse("--setup", setup, "files of format " + format + " name the setup of every run themselves");
        }
        if (importer.isPresent() && !format.equals("csv")) {
            reading.refuseOfCsv("only for csv: files of format " + format + " have one form", problems);
        }
        reading.check(problems);
        CampaignNames names = new CampaignNames();
        List<Path> paths = files();
        if (problems.isEmpty()) {
            reading.ask("csv".equals(format) ? paths : List.of(), console.err());
        }
        List<ImportFile> files = paths.stream()
                .map(path -> reading.file(path, names.of(path), Optional.ofNullable(setup)))
                .toList();
        requireOut();
        if (problems.isEmpty()) {
            Terminal.tell("Reading " + HumanText.counted(files.size(), "file") + " ...", console.err());
        }
        return problems.isEmpty()
                ? new RecordImport(importer.orElseThrow(), files, out).run(problems, console.err())
                : Optional.empty();
    }

    private Optional<Importer> importer() {
        List<Importer> all = new ArrayList<>(withoutHadoop);
        all.add(new JobHistoryImporter());
        List<String> names = all.stream().map(Importer::name).sorted().toList();
        if (format == null) {
            problems.add(Problem.ofOption("import", "no format given")
                    .withAllowed(String.join(", ", names))
                    .withRemedy("write, for example, "
                            + CommandText.of("import", "csv", "runs.csv", "--out", "results/imported")));
        } else if (!names.contains(format)) {
            problems.add(AllowedValues.unknown("format", format, names).at(Location.COMMAND_LINE, "import", format));
        }
        return all.stream().filter(one -> one.name().equals(format)).findFirst();
    }

    private void refuse(String option, String value, String reason) {
        if (value != null) {
            problems.add(Problem.ofOption(option, reason).withValue(value).withRemedy("leave it out"));
        }
    }

    /** Returns the files that can be read, and adds a problem for each other file. */
    private List<Path> files() {
        if (format != null && texts.isEmpty()) {
            problems.add(Problem.ofOption("import", "no file to read")
                    .withRemedy("name one or more files after the format"));
        }
        Set<Path> files = new LinkedHashSet<>();
        for (String text : texts) {
            path(text).ifPresent(path -> refusal(path, files)
                    .ifPresentOrElse(reason -> problems.add(Problem.ofOption(text, reason)), () -> files.add(path)));
        }
        return List.copyOf(files);
    }

    /** Returns the path of a file. Only CSV may come from standard input, because other formats have names of files. */
    private Optional<Path> path(String text) {
        if (!"csv".equals(format) && text.equals(StandardInput.WORD)) {
            problems.add(Problem.ofOption(text, "standard input is read for csv only")
                    .withRemedy("save it to a file, and name that file"));
            return Optional.empty();
        }
        return context.results(text, problems);
    }

    private static Optional<String> refusal(Path path, Set<Path> files) {
        if (Files.isDirectory(path)) {
            return Optional.of("a directory: name the files in it");
        }
        if (!Files.isRegularFile(path)) {
            return Optional.of(Files.exists(path) ? "not a regular file" : "no such file");
        }
        if (!Files.isReadable(path)) {
            return Optional.of("no permission to read it");
        }
        return files.contains(path)
                ? Optional.of("given twice: its content would be counted twice")
                : FileOptions.copyOf(path, files)
                        .map(other -> "a copy of " + other.getFileName() + ": its runs would be counted twice");
    }

    /** Adds a problem if the user does not name the directory for the records, or if it is a file. */
    private void requireOut() {
        if (out == null && problems.areOf("--out")) {
            return;
        }
        if (out == null) {
            problems.add(Problem.ofOption("--out", "missing: name the directory for the records")
                    .withRemedy("add, for example, `--out results/imported`"));
        } else {
            CliContext.requireMakeable("--out", out, problems);
        }
    }
}
