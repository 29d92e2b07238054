package org.spindlebench.runner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.PriceListReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.Site;
import org.spindlebench.runner.console.Site.SelectionPair;
import org.spindlebench.runner.console.Site.SiteRequest;
import org.spindlebench.runner.reports.RecordLoader;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "site",
        customSynopsis = "RESULTS... [options]",
        description =
                "Writes campaigns as a site of files: their reports, all runs with filters, and changes of level over time."
                        + " Any file server publishes it, and a browser opens it without one. Campaigns that are unchanged"
                        + " are not read again. Needs no cluster.",
        footer = {
            "%nExamples:",
            "  site results --out site        open site/index.html in a browser",
            "  site results old-runs.csv --prices cloudera-2014",
            "  site results --pair \"setup=hdd-11 vs setup=ssd\"",
            "  site results --watch           while a campaign runs"
        })
final class SiteCommand extends CliCommand {
    private static final String NOTHING = "nothing was written.";

    @Parameters(
            arity = "0..*",
            paramLabel = "RESULTS",
            description = "Results directories of campaigns, directories of these, and .csv files of other tools.")
    private List<String> texts = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write the site to this directory. Default: site.")
    private Path out;

    @Option(
            names = {"-p", "--prices"},
            paramLabel = "NAME|FILE",
            description = "Add costs by this price list: a name that `list prices` prints, or a YAML file. Default: the"
                    + " list that each campaign's experiment names.")
    private String prices;

    @Option(
            names = "--pair",
            paramLabel = "BASE vs CONTENDER",
            description =
                    "Compare two selections of runs with each other. Each is NAME=VALUE,... with names and values of"
                            + " the page All runs, such as \"setup=hdd-11 vs setup=ssd\". Repeatable.")
    private List<String> pairs = new ArrayList<>();

    @Option(
            names = "--public",
            description =
                    "Replace the names of hosts, users, queues, paths and clusters by made-up ones, as `bundle` does."
                            + " DIR.names.json, which only you can read, says which cluster has which.")
    private boolean hidesNames;

    @Option(
            names = "--watch",
            description =
                    "Go on until every campaign has ended: look for new runs every 30 s. Ctrl-C ends it at any time.")
    private boolean follows;

    SiteCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        List<Path> results = results();
        PriceList priced = prices == null
                ? null
                : new ConfFinder(ConfKind.PRICES, context.directory())
                        .read(prices, PriceListReader::read, problems)
                        .orElse(null);
        List<SelectionPair> compared = compared();
        Path place = out == null ? context.path("site") : out;
        CliContext.requireMakeable("--out", place, problems);
        Optional<Site> site = problems.isEmpty() ? Site.find() : Optional.empty();
        if (problems.isEmpty() && site.isEmpty()) {
            problems.add(Problem.ofOption("", "this class path lacks bench-site.jar")
                    .withRemedy("start Spindle with bin/spindle, which adds it"));
        }
        if (site.isEmpty()) {
            return console.refuse(NOTHING);
        }
        return site.get()
                .write(console, new SiteRequest(results, place, priced, compared, hidesNames, follows))
                .code();
    }

    private List<SelectionPair> compared() {
        List<SelectionPair> compared = new ArrayList<>();
        for (String text : pairs) {
            try {
                compared.add(SelectionPair.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add(Problem.ofOption("--pair", e.getMessage())
                        .withValue(text)
                        .withRemedy("write, for example, --pair \"setup=hdd-11 vs setup=ssd\""));
            }
        }
        return compared;
    }

    private List<Path> results() {
        if (texts.isEmpty()) {
            problems.add(Problem.ofOption("site", "no results given")
                    .withRemedy("name a directory of campaigns, such as " + CommandText.of("site", "results")));
        }
        List<Path> results = new ArrayList<>();
        for (String text : texts) {
            context.results(text, problems).ifPresent(path -> {
                Optional<String> refusal = Files.isDirectory(path)
                        ? Optional.empty()
                        : hidesNames
                                ? Optional.of("only campaigns of Spindle can be made public, because in other files"
                                        + " any text may be a name")
                                : RecordLoader.refusal(path);
                refusal.ifPresentOrElse(
                        reason -> problems.add(Problem.ofOption(text, reason)), () -> results.add(path));
            });
        }
        return results;
    }
}
