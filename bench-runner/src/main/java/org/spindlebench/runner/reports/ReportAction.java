package org.spindlebench.runner.reports;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.CampaignIndex;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.PriceListReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.console.Wiring;
import org.spindlebench.runner.reports.ComparisonReader.Asked;
import org.spindlebench.runner.reports.Results.ResultsFailure;
import org.spindlebench.runner.run.Progress.Terminal;

/** The command {@code report}. */
public final class ReportAction {
    private final Wiring wiring;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    public ReportAction(Wiring wiring, Problems problems, PrintStream out, PrintStream err) {
        this.wiring = wiring;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    public int run(ReportCommand command) {
        List<Path> results = results(command.results);
        if (command.index) {
            return index(command, results);
        }
        Path directory = directory(command, results);
        Optional<PriceList> prices = prices(command);
        Asked asked = new ComparisonReader(command.comparison, wiring, problems).read();
        SavedStudy study = SavedStudy.of(results, problems);
        if (!problems.isEmpty()) {
            err.println(problems.report("nothing was written."));
            return ExitCode.WRONG_USAGE.code();
        }
        ComparisonOptions options = asked.options()
                .against(command.baseline)
                .withPrices(prices.orElse(null))
                .withInteractions(command.interactions)
                .with(study.study())
                .withCostOf(command.bestOfRuns ? CostOptions.CountedRuns.BEST : CostOptions.CountedRuns.MEANS);
        return ResultsFailure.guarded(err, "nothing was written.", () -> {
            tell("Reading the runs ...");
            Results reader = Results.showingUnreadable(err, asked.ignore());
            Findings findings = findings(results, reader, asked, options, study);
            tell("Writing the report of " + findings.cells().size() + " measurements ...");
            List<Path> files = Reports.write(directory, findings, ShownEvidence.of(results, findings, err));
            if (command.comparison.json) {
                Files.copy(directory.resolve("report.json"), out);
            } else {
                out.print(Reports.text(findings));
                out.println();
                out.println("Written: " + Invocation.shown(files.get(0)) + " and " + (files.size() - 1)
                        + " files beside it.");
            }
            show(command, files.get(0));
            return asked.ended(reader.unreadable()).code();
        });
    }

    private int index(ReportCommand command, List<Path> results) {
        if (problems.isEmpty() && (results.size() != 1 || !Files.isDirectory(results.get(0)))) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--index", "takes one directory of campaigns")
                    .withValue(String.join(" ", command.results))
                    .withRemedy("write such as " + Invocation.of("report", "results", "--index")));
        }
        if (!problems.isEmpty()) {
            err.println(problems.report("nothing was written."));
            return ExitCode.WRONG_USAGE.code();
        }
        return ResultsFailure.guarded(err, "nothing was written.", () -> {
            CampaignIndex.WrittenReport index = CampaignIndex.write(results.get(0));
            out.println("Written: " + Invocation.shown(index.file()) + " of " + index.campaigns() + " campaign(s).");
            show(command, index.file());
            return ExitCode.ALL_VALID.code();
        });
    }

    /** Progress, for somebody who watches. */
    private void tell(String doing) {
        if (Terminal.onStandardError()) {
            err.println(doing);
        }
    }

    /** The page, where that was asked for: of a machine without a browser it is a note, and no failure. */
    private void show(ReportCommand command, Path page) {
        if (command.open) {
            try {
                Browser.open(page);
            } catch (IOException e) {
                err.println("warning: " + e.getMessage());
            }
        }
    }

    private Findings findings(
            List<Path> results, Results reader, Asked asked, ComparisonOptions options, SavedStudy study) {
        try (Stream<RunRecord> runs = results.stream().flatMap(reader::read)) {
            Runs cells = Runs.of(runs, asked.by(), asked.where());
            reader.left(asked.skipUnreadable()).ifPresent(left -> err.println("warning: " + left));
            asked.where().requireKnownFields();
            if (cells.cells().isEmpty()) {
                throw new InvalidDocumentException(asked.where()
                        .whyNone(results.stream().map(Invocation::shown).collect(Collectors.joining(", "))));
            }
            requireKnown("--across", options.across(), cells);
            requireKnown("--interaction", options.interactions(), cells);
            return Findings.of(cells, options.baseline() == null ? options.against(study.baseline(cells)) : options);
        }
    }

    /** A setting that no run has was mistyped. */
    static void requireKnown(String option, Set<String> settings, Runs cells) {
        Set<String> known = new TreeSet<>();
        cells.cells().forEach(cell -> known.addAll(cell.comparable().keySet()));
        for (String setting : settings) {
            if (!known.contains(setting)) {
                throw new InvalidDocumentException(
                        option + " " + setting + ": no run has this setting; there are " + String.join(", ", known));
            }
        }
    }

    private List<Path> results(List<String> texts) {
        if (texts.isEmpty()) {
            problems.add(Problem.at(Location.COMMAND_LINE, "report", "of which results is missing")
                    .withRemedy("name a results directory, such as "
                            + Invocation.of("report", "results/quick-20260301-100000")));
        }
        List<Path> results = new ArrayList<>();
        for (String text : texts) {
            wiring.path(text, text, problems).ifPresent(path -> {
                Optional<String> refusal = results.contains(path)
                        ? Optional.of("given twice: its runs would count twice")
                        : Results.refusal(path);
                refusal.ifPresentOrElse(
                        reason -> problems.add(Problem.at(Location.COMMAND_LINE, text, reason)),
                        () -> results.add(path));
            });
        }
        return results;
    }

    private Path directory(ReportCommand command, List<Path> results) {
        if (command.out != null) {
            return wiring.path("--out", command.out, problems).orElse(wiring.directory());
        }
        boolean ownDirectory = results.size() == 1 && Files.isDirectory(results.get(0));
        return ownDirectory ? results.get(0) : wiring.path("report");
    }

    private Optional<PriceList> prices(ReportCommand command) {
        if (command.prices == null) {
            if (command.bestOfRuns) {
                problems.add(
                        Problem.at(Location.COMMAND_LINE, "--best-of-runs", "is about cost, and no prices were given")
                                .withRemedy("add --prices, or leave it out"));
            }
            return Optional.empty();
        }
        return ComparisonReader.conf(ConfKind.PRICES, command.prices, PriceListReader::read, wiring, problems);
    }

    /** The browser that the user has chosen for the system. */
    static final class Browser {
        private Browser() {}

        /**
         * Shows a page in it, and does not wait.
         *
         * @throws IOException if there is none here; the message says what to do
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
