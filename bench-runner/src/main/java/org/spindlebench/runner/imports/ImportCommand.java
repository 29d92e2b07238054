package org.spindlebench.runner.imports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Imports.CampaignNames;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.runner.collect.JobHistoryImporter;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.console.OptionConverter.NameConverter;
import org.spindlebench.runner.reports.Results;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports results of other tools. */
@CommandLine.Command(
        name = "import",
        customSynopsis = "FORMAT FILE... --out DIR [options]",
        description =
                "Turns results of other tools into records, which every report treats like Spindle's own. For iostat"
                        + " and collectl, adds their samples of nodes and devices to copies of the runs' records"
                        + " instead. Needs no cluster. Lines that cannot be read are listed with number and reason,"
                        + " never left out silently.",
        footer = {
            "%nFormats:",
            "  csv         any tool's: columns job, setup, duration_s; optionally status, started_at, cost_usd, visit,",
            "              block; every other column is a setting, and part of what makes runs comparable",
            "  aloja       CSV exports of ALOJA, of every layout: setup = disk and network",
            "  testdfsio   TestDFSIO_results.log, or the output of TestDFSIO: any number of results",
            "  jobhistory  .jhist files of MapReduce jobs, including those of failed jobs and truncated ones",
            "  iostat      sysstat: S_TIME_FORMAT=ISO iostat -t -x -d -c -o JSON 1; one file per node, needs --runs",
            "  collectl    collectl -scDn -P: processors, each disk, networks; files of each node, needs --runs",
            "%nExamples:",
            "  import csv runs.csv --out results/imported",
            "  import csv - --out results/imported < runs.csv",
            "  import testdfsio hdd/TestDFSIO_results.log --setup hdd-11 --out results/imported",
            "  import jobhistory *.jhist --setup ssd --out results/imported",
            "  import iostat node-*.json --runs results/2026-03-01-hdd --out results/watched"
        })
public final class ImportCommand extends CliCommand {
    private static final List<String> COLLECTORS =
            Arrays.stream(Collector.values()).map(Collector::word).toList();

    private final List<Importer> withoutHadoop;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "csv|aloja|testdfsio|jobhistory|iostat|collectl",
            description = "The format of the files, see below.")
    private String format;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE",
            description = "The files to read. Each becomes a campaign that is named after it. For iostat and"
                    + " collectl: files of one or more nodes, in any order. `-` is standard input, for csv.")
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
            description = "Name the storage setup of all runs, for testdfsio (default: the file's name) and"
                    + " jobhistory (default: default). Files of the other formats name it themselves.")
    private String setup;

    @Option(
            names = "--runs",
            paramLabel = "RESULTS",
            converter = PathConverter.class,
            description = "Add samples of iostat or collectl to these records: a results directory, or a .jsonl"
                    + " file. The records are not changed, but copied to --out with the samples of each run's"
                    + " time.")
    private Path runs;

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            description = "Read the times of collectl in this zone, such as Europe/Berlin. Default: the one in"
                    + " the file's header, otherwise this machine's.")
    private String timeZone;

    @Option(names = "--json", description = "Print a summary as JSON on stdout instead of text.")
    private boolean json;

    public ImportCommand(CliContext context, Console console) {
        this(context, console, Importers.ALL);
    }

    /** Creates a command that reads these formats and the one that needs Hadoop. */
    ImportCommand(CliContext context, Console console, List<Importer> withoutHadoop) {
        super(context, console);
        this.withoutHadoop = List.copyOf(withoutHadoop);
    }

    /** The result of an import, printed as a JSON document or as lines of text. */
    interface Summary {
        List<?> lines();

        long unreadable();
    }

    @Override
    public Integer call() {
        Optional<Summary> imported =
                Collector.named(format).map(this::addToRecords).orElseGet(this::importResults);
        if (imported.isEmpty()) {
            return console.refuse("nothing was imported.");
        }
        Summary summary = imported.get();
        if (json) {
            console.out().print(JsonDocument.text(summary));
        } else {
            summary.lines().forEach(console.out()::println);
        }
        return (summary.unreadable() == 0 ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }

    private Optional<Summary> importResults() {
        Optional<Importer> importer = importer();
        if (setup != null && importer.isPresent() && importer.get().setupName() == SetupName.IN_FILE) {
            refuse("--setup", setup, "files of format " + format + " name the setup of every run themselves");
        }
        CampaignNames names = new CampaignNames();
        List<ImportFile> files = files().stream()
                .map(path -> new ImportFile(path, names.of(path), Optional.ofNullable(setup)))
                .toList();
        requireOut();
        String reason = "only for " + String.join(" and ", COLLECTORS) + ", which are added to records";
        refuse("--runs", runs == null ? null : Invocation.shown(runs), reason);
        refuse("--time-zone", timeZone, reason);
        return problems.isEmpty()
                ? new ResultsImport(importer.orElseThrow(), files, out).run(problems, console.err())
                : Optional.empty();
    }

    private Optional<Importer> importer() {
        List<Importer> all = new ArrayList<>(withoutHadoop);
        all.add(new JobHistoryImporter());
        List<String> names = Stream.concat(all.stream().map(Importer::name), COLLECTORS.stream())
                .sorted()
                .toList();
        if (format == null) {
            problems.add(Problem.ofOption("import", "no format given")
                    .withAllowed(String.join(", ", names))
                    .withRemedy("write, for example, "
                            + Invocation.of("import", "csv", "runs.csv", "--out", "results/imported")));
        } else if (!names.contains(format)) {
            problems.add(Words.unknown("format", format, names).at(Location.COMMAND_LINE, "import", format));
        }
        return all.stream().filter(one -> one.name().equals(format)).findFirst();
    }

    private Optional<Summary> addToRecords(Collector collector) {
        refuse("--setup", setup, "the records of --runs name the setup of every run themselves");
        List<Path> files = files();
        requireResults(collector);
        Optional<ZoneId> zone = zone(collector);
        requireOut();
        if (runs != null && out != null && isOriginals(runs, out)) {
            problems.add(
                    Problem.ofOption("--out", "it contains the records of --runs: every run would be counted twice")
                            .withValue(Invocation.shown(out))
                            .withRemedy("name another directory"));
        }
        return problems.isEmpty()
                ? new CollectorImport(collector, files, runs, zone, out).run(problems, console.err())
                : Optional.empty();
    }

    private void requireResults(Collector collector) {
        if (runs == null && problems.areOf("--runs")) {
            return;
        }
        if (runs == null) {
            problems.add(
                    Problem.ofOption("--runs", "missing: name the records to add " + collector.word() + "'s samples to")
                            .withRemedy("add, for example, `--runs results/2026-03-01-hdd`"));
            return;
        }
        Optional<String> reason = runs.toString().endsWith(".csv")
                ? Optional.of("a .csv file has no times of YARN; name records")
                : Results.refusal(runs);
        reason.ifPresent(text -> problems.add(Problem.ofOption("--runs", text).withValue(Invocation.shown(runs))));
    }

    private Optional<ZoneId> zone(Collector collector) {
        if (timeZone == null) {
            return Optional.empty();
        }
        if (collector == Collector.IOSTAT) {
            refuse("--time-zone", timeZone, "iostat's times name their zone, with S_TIME_FORMAT=ISO");
            return Optional.empty();
        }
        try {
            return Optional.of(ZoneId.of(timeZone.strip()));
        } catch (DateTimeException e) {
            problems.add(Problem.ofOption("--time-zone", "not a time zone")
                    .withValue(timeZone)
                    .withAllowed("such as Europe/Berlin, UTC, +02:00"));
            return Optional.empty();
        }
    }

    private static boolean isOriginals(Path results, Path out) {
        return out.equals(Files.isDirectory(results) ? results : results.getParent())
                || out.equals(results.resolve("runs"));
    }

    private void refuse(String option, String value, String reason) {
        if (value != null) {
            problems.add(Problem.ofOption(option, reason).withValue(value).withRemedy("leave it out"));
        }
    }

    /** Returns the files that can be read, and adds a problem for each other one. */
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
        return "csv".equals(format) ? context.results(text, problems) : context.path(text, text, problems);
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
        return files.contains(path) ? Optional.of("given twice: its content would be counted twice") : Optional.empty();
    }

    /** Adds a problem if the directory for the records is not named, or is a file. */
    private void requireOut() {
        if (out == null && problems.areOf("--out")) {
            return;
        }
        if (out == null) {
            problems.add(Problem.ofOption("--out", "missing: name the directory for the records")
                    .withRemedy("add, for example, `--out results/imported`"));
        } else {
            CliContext.requireDirectory("--out", out, problems);
        }
    }
}
