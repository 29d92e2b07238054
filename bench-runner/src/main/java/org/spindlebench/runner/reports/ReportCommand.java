package org.spindlebench.runner.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Findings.UnknownSetupException;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.TidyRuns;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.PriceListReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.imports.FileOptions;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.Progress.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "report",
        customSynopsis = "RESULTS... [options]",
        description =
                "Compares setups, jobs and settings. Writes an HTML report and Markdown for people, JSON and CSV for"
                        + " programs. Needs no cluster.",
        footer = {
            "%nFiles: report.html, which needs no network; report.md; report.json; and for each of its lists a table"
                    + " report-*.csv.",
            "%nExamples:",
            "  report results/full-20260301-100000",
            "  report results/hdd-11 results/ssd --baseline hdd-11 --prices cloudera-2014 --mix even --out report",
            "  report results/hdd-11 results/ssd --format tidy > runs.csv      one line a run, for pandas or R",
            "  report - --where job=terasort < runs.csv                    from a pipe",
            "  report runs.csv --where compression=none --out report       any tool's results, see `import --help`"
        })
public final class ReportCommand extends CliCommand {
    private static final String NOTHING = "nothing was written.";
    private static final int MOST_SHOWN = 8;

    @Parameters(
            arity = "0..*",
            paramLabel = "RESULTS",
            description = "Results directories of Spindle, directories or files of its records (.json, .jsonl),"
                    + " and .csv files of other tools. `-` is standard input: CSV, or records as JSON Lines.")
    private List<String> texts = new ArrayList<>();

    @Heading(Heading.COMPARING)
    @Option(
            names = {"-b", "--baseline"},
            paramLabel = "SETUP",
            description = "Compare all other setups with this one. Default: the first in the results. For runs of other"
                    + " tools on three setups or more: the one that shares jobs and settings with most others.")
    private String baseline;

    @Heading(Heading.COST)
    @Option(
            names = {"-p", "--prices"},
            paramLabel = "NAME|FILE",
            description = "Add costs by this price list: a name that `list prices` prints, or a YAML file.")
    private String prices;

    @Heading(Heading.COST)
    @Option(
            names = "--best-of-runs",
            description = "Compute costs from each job's fastest run instead of the mean. The report marks such"
                    + " costs, which have no intervals.")
    private boolean bestOfRuns;

    @Heading(Heading.COMPARING)
    @Option(
            names = "--interaction",
            paramLabel = "SETTING,...",
            split = ",",
            hideParamSyntax = true,
            description = "Show how speed-ups depend on these settings, such as compression: the speed-up with"
                    + " one value divided by that with another, all else equal.")
    private List<String> interactions = new ArrayList<>();

    @Heading(Heading.COMPARING)
    @Option(
            names = "--experiment",
            paramLabel = "NAME|FILE",
            description = "Judge the hypotheses of this experiment on any results whose setups have the names of the"
                    + " experiment's: a name that `list experiments` prints, or a YAML file. The report also shows its"
                    + " figure, prices and printed numbers. Hypotheses that were not stated before the first run"
                    + " share the correction of the"
                    + " report's other claims.")
    private String experiment;

    @Heading(Heading.COMPARING)
    @Option(
            names = "--references",
            paramLabel = "NAME|FILE",
            description = "Show these printed numbers next to the measured numbers: a name in conf/references, such as"
                    + " cloudera-2014, or a YAML file.")
    private String references;

    @Heading(Heading.OUTPUT)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write to this directory. Default: the results directory if only one is given,"
                    + " otherwise report.")
    private Path out;

    @Heading(Heading.OUTPUT)
    @Option(names = "--open", description = "Open the HTML report in this system's browser.")
    private boolean open;

    @Mixin
    private ComparisonQuery query;

    public ReportCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        List<Path> results = results();
        Optional<PriceList> priceList = priceList();
        ComparisonOptions asked = query.options(results, context, problems);
        query.refuse(ComparisonQuery.Format.JUNIT, "compare", problems);
        CliContext.requireMakeable("--out", out, problems);
        if (out != null && out.endsWith("runs") && Files.exists(out.resolveSibling(PlanFile.NAME))) {
            problems.add(Problem.ofOption("--out", "the records of a campaign are there")
                    .withRemedy("name another directory"));
        }
        SavedStudy study = SavedStudy.of(results, context.directory(), experiment, references, problems);
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        ComparisonOptions options = asked.against(baseline)
                .withPrices(priceList.orElse(null))
                .withInteractions(interactions)
                .with(study.study())
                .withCostOf(bestOfRuns ? CostOptions.CountedRuns.BEST : CostOptions.CountedRuns.MEANS);
        query.ask(results.stream(), console.err());
        return RecordLoader.guarded(console.err(), NOTHING, () -> {
            Terminal.tell("Reading the runs ...", console.err());
            RecordLoader reader = query.reader(console.err());
            Findings findings = findings(results, reader, options, study);
            Path directory = directory(results);
            boolean writes = out != null || canWrite(directory);
            if (query.format() == ComparisonQuery.Format.TIDY) {
                TidyRuns.write(() -> runs(results), console.out());
            } else {
                query.print(findings, !writes, console.out());
            }
            if (!writes) {
                console.err()
                        .println("warning: " + CommandText.shown(directory)
                                + " is read-only, so no report was written: name another directory with --out");
                return query.ended(reader.unreadable()).code();
            }
            Terminal.tell("Writing the report of " + findings.cells().size() + " measurements ...", console.err());
            List<Path> files = Reports.write(directory, findings, ChartData.of(results, findings, console.err()));
            if (query.format() == ComparisonQuery.Format.TEXT) {
                console.out().println();
                console.out().println(written(files));
            }
            show(files.get(0));
            return query.ended(reader.unreadable()).code();
        });
    }

    /** Checks the nearest directory that exists. */
    private static boolean canWrite(Path directory) {
        Path there = directory;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return there == null || Files.isWritable(there);
    }

    static String written(List<Path> files) {
        return "Written: " + CommandText.shown(files.get(0)) + " and " + (files.size() - 1) + " files next to it.";
    }

    /** Opens the HTML report. Without a browser on this machine, the command prints a note and does not fail. */
    private void show(Path page) {
        if (open) {
            try {
                Browser.open(page);
            } catch (IOException e) {
                console.err().println("warning: " + e.getMessage());
            }
        }
    }

    /** Reads the runs of the report once more. */
    private Stream<RunRecord> runs(List<Path> results) {
        RecordLoader again = query.silentReader();
        return again.read(results, place -> {}).filter(query.where());
    }

    private Findings findings(List<Path> results, RecordLoader reader, ComparisonOptions options, SavedStudy study) {
        Set<Path> read = new HashSet<>();
        try (Stream<RunRecord> runs = reader.read(results, read::add)) {
            Runs cells = Runs.of(runs, query.by(), query.where());
            reader.warn(console.err(), query.skipsUnreadable());
            List<String> unknown = new ArrayList<>(query.where().unknownFields());
            if (!cells.cells().isEmpty()) {
                unknown.addAll(unknown("--across", options.across(), cells));
                unknown.addAll(unknown("--interaction", options.interactions(), cells));
                if (options.baseline() != null && !cells.setups().contains(options.baseline())) {
                    unknown.add(new UnknownSetupException(options.baseline(), cells.setups()).getMessage());
                }
            }
            RecordLoader.require(unknown);
            query.where().warn(console.err());
            List<Path> without = new ArrayList<>();
            results.stream().filter(place -> !read.contains(place)).forEach(place -> {
                if (Files.exists(place.resolve(PlanFile.NAME)) && !read.isEmpty()) {
                    console.err().println("warning: no run of " + CommandText.shown(place) + " has ended yet");
                } else {
                    without.add(place);
                }
            });
            if (!without.isEmpty()) {
                throw new InvalidDocumentException(query.where().whyNone(shown(without), false));
            }
            if (cells.cells().isEmpty()) {
                throw new InvalidDocumentException(
                        query.where().whyNone(shown(results), query.where().hasRuns()));
            }
            requireMeasured(options, cells);
            ComparisonOptions priced = options.prices() == null ? options.withPrices(study.pricesOf(cells)) : options;
            warnOfPrices(priced);
            return Findings.of(cells, priced.baseline() == null ? priced.against(study.baseline(cells)) : priced);
        }
    }

    private static String shown(List<Path> places) {
        return places.stream().map(CommandText::shown).collect(Collectors.joining(", "));
    }

    /** Refuses an experiment about other setups, and warns of jobs in hypotheses and mixes that no run has. */
    private void requireMeasured(ComparisonOptions options, Runs cells) {
        List<String> setups = cells.setups();
        List<Hypothesis> added = options.study().later();
        Set<String> named = added.stream()
                .flatMap(one -> Stream.of(one.baseline(), one.contender()))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!named.isEmpty() && setups.stream().noneMatch(named::contains)) {
            throw new InvalidDocumentException("--experiment " + experiment + ": no run used one of its setups "
                    + FewNames.of(named, MOST_SHOWN) + "; the results have " + FewNames.of(setups, MOST_SHOWN));
        }
        if (named.stream().anyMatch(setup -> !setups.contains(setup))) {
            console.err()
                    .println("warning: --experiment: no run used its setup "
                            + FewNames.of(
                                    named.stream()
                                            .filter(setup -> !setups.contains(setup))
                                            .toList(),
                                    MOST_SHOWN)
                            + "; the results have " + FewNames.of(setups, MOST_SHOWN));
        }
        Set<String> measured =
                cells.cells().stream().map(cell -> cell.subject().job()).collect(Collectors.toCollection(TreeSet::new));
        warnOfUnknown(
                "--experiment",
                added.stream().filter(one -> !one.isTogether()).flatMap(one -> one.jobs().stream()),
                measured);
        warnOfUnknown("--mix", options.mixes().stream().flatMap(mix -> mix.shares().keySet().stream()), measured);
        // A published list may have more jobs than were run.
        warnOfUnknown(
                "--references",
                options.study().printedJobs().stream()
                        .filter(job ->
                                !measured.contains(job) && !context.jobs().containsKey(job)),
                measured);
    }

    private void warnOfPrices(ComparisonOptions options) {
        long unpriced = Stream.of(options.study().hypotheses(), options.study().later())
                .flatMap(List::stream)
                .filter(one -> one.measure().quantity().needsPrices())
                .count();
        if (unpriced > 0 && options.prices() == null) {
            console.err()
                    .println("warning: " + (unpriced == 1 ? "1 hypothesis" : unpriced + " hypotheses")
                            + " about costs cannot be judged without a price list: add --prices");
        }
    }

    private void warnOfUnknown(String option, Stream<String> jobs, Set<String> measured) {
        jobs.distinct().filter(job -> !measured.contains(job)).forEach(job -> console.err()
                .println("warning: " + option + ": no run has the job " + job
                        + NearestName.withTies(job, measured)
                                .map(other -> " (did you mean " + other + "?)")
                                .orElse("")));
    }

    /** Returns why settings are refused: no run has them, so they were probably mistyped. */
    static List<String> unknown(String option, Set<String> settings, Runs cells) {
        if (settings.isEmpty()) {
            return List.of();
        }
        Set<String> known = new TreeSet<>();
        cells.cells().forEach(cell -> {
            known.addAll(cell.comparable().keySet());
            if (option.equals("--interaction")) {
                known.addAll(cell.conditions().hardware().keySet());
            }
        });
        return settings.stream()
                .filter(setting -> !known.contains(setting))
                .map(setting -> option + " " + setting + ": no run has this setting; there are "
                        + (known.isEmpty() ? "none" : String.join(", ", known)))
                .toList();
    }

    private List<Path> results() {
        if (texts.isEmpty()) {
            problems.add(Problem.ofOption("report", "no results given")
                    .withRemedy("name a results directory, such as "
                            + CommandText.of("report", "results/quick-20260301-100000")));
        }
        List<Path> results = new ArrayList<>();
        for (String text : texts) {
            context.results(text, problems).ifPresent(path -> {
                Optional<String> refusal = results.contains(path)
                        ? Optional.of("given twice: its runs would be counted twice")
                        : isSide(text)
                                ? Optional.of(
                                        "a report takes whole files and directories; choose a setup with --where setup="
                                                + text.substring(text.lastIndexOf(':') + 1))
                                : RecordLoader.refusal(path).or(() -> FileOptions.copyOf(path, results)
                                        .map(other -> "a copy of " + other.getFileName()
                                                + ": its runs would be counted twice"));
                refusal.ifPresentOrElse(
                        reason -> problems.add(Problem.ofOption(text, reason)), () -> results.add(path));
            });
        }
        return results;
    }

    /** Checks whether a text names results and one of their setups, as only {@code compare} takes them. */
    private boolean isSide(String text) {
        int colon = text.lastIndexOf(':');
        return colon > 0
                && !Files.exists(context.path(text))
                && RecordLoader.refusal(context.path(text.substring(0, colon))).isEmpty();
    }

    private Path directory(List<Path> results) {
        boolean ownDirectory = results.size() == 1 && Files.isDirectory(results.get(0));
        return out != null ? out : ownDirectory ? results.get(0) : context.path("report");
    }

    private Optional<PriceList> priceList() {
        if (prices != null) {
            return new ConfFinder(ConfKind.PRICES, context.directory()).read(prices, PriceListReader::read, problems);
        }
        if (bestOfRuns) {
            problems.add(Problem.ofOption("--best-of-runs", "needs prices, and none were given")
                    .withRemedy("add --prices, or leave out --best-of-runs"));
        }
        return Optional.empty();
    }

    /** The browser that the user has chosen as the system's default. */
    static final class Browser {
        private Browser() {}

        /**
         * Opens a file in the browser, and does not wait.
         *
         * @throws IOException if there is no browser here; the message contains the remedy
         */
        static void open(Path page) throws IOException {
            String file = page.toAbsolutePath().toString();
            boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
            try {
                new ProcessBuilder(List.of(mac ? "open" : "xdg-open", file))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException e) {
                throw new IOException(
                        "no browser can be opened from here (" + (mac ? "open" : "xdg-open")
                                + " is missing); open it yourself: " + file,
                        e);
            }
        }
    }
}
