package org.spindlebench.runner.reports;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.ComparisonOptions.CampaignSpread;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.reports.CampaignHistory.Percent;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "compare",
        customSynopsis = {"BASE CONTENDER [options]", "--baseline DIR,... --contender DIR,... [options]"},
        description = "Says for each job how much faster or slower the contender is, and how certain that is. Needs no"
                + " cluster, and writes nothing unless asked to.",
        footer = {
            "%nExamples:",
            "  compare results/before results/after",
            "  compare results/night-1:hdd-11 results/night-2:ssd --across nodes",
            "  compare results/release results/candidate --fail-if-slower 5      for a build server",
            "  compare results/before results/after --out changes      with an HTML report, changes/report.html",
            "  compare --baseline mon,tue,wed --contender thu,fri,sat --fail-if-slower 5      several campaigns a side",
            "  compare results/release results/candidate --fail-if-slower 5 --history results      with earlier ones",
            "  compare results/release results/candidate --fail-if-slower 5 --format junit > compare.xml",
            "%nA campaign of a single setup is one visit, and one visit says nothing about how much visits differ. So"
                    + " two single campaigns give a ratio but no verdict. For a verdict, give several campaigns a side,"
                    + " or say how much campaigns differ (--history, --between)."
        })
public final class CompareCommand extends CliCommand {
    private static final String NOTHING = "nothing was compared.";

    /** The exit code if the gate cannot decide, by the option's value. */
    private static final Map<String, ExitCode> UNDECIDED = Map.of("pass", ExitCode.ALL_VALID, "fail", ExitCode.SLOWER);

    @Parameters(
            arity = "0..*",
            paramLabel = "BASE CONTENDER",
            hideParamSyntax = true,
            description =
                    "Results as for `report`, or DIR:SETUP for one of several setups. `-` is standard" + " input.")
    private List<String> sides = new ArrayList<>();

    @Heading(Heading.GATE)
    @Option(
            names = "--fail-if-slower",
            paramLabel = "PERCENT",
            converter = FailPercent.class,
            description = "Exit with 4 if some job is slower by more than this, after Holm's correction over the"
                    + " claims of the report. Exit with 0 if no job is, with 5 if the runs cannot decide, and with 1 if a job"
                    + " of BASE lacks a valid run in CONTENDER. 0 means any slow-down.")
    private Double failIfSlower;

    @Heading(Heading.RESULTS)
    @Option(
            names = {"-b", "--baseline"},
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "Name several campaigns of the base, each written like BASE. The campaign is then the"
                    + " unit of the statistics.")
    private List<String> baseline = new ArrayList<>();

    @Heading(Heading.RESULTS)
    @Option(
            names = {"-c", "--contender"},
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "Name several campaigns of the contender, each written like CONTENDER.")
    private List<String> contender = new ArrayList<>();

    @Mixin
    private CampaignHistory history;

    @Heading(Heading.GATE)
    @Option(
            names = "--undecided",
            paramLabel = "pass|fail",
            description = "Exit with 0 (pass) or 4 (fail) instead of 5 if the runs cannot decide. Needs"
                    + " --fail-if-slower.")
    private String undecided;

    @Heading(Heading.OUTPUT)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write the files of `report`, such as report.html, about both sides to this directory,"
                    + " too. Default: nothing.")
    private Path out;

    @Mixin
    private ComparisonQuery query;

    private final PrintStream err;

    public CompareCommand(CliContext context, Console console) {
        super(context, console);
        this.err = console.err();
    }

    @Override
    public Integer call() {
        int first = Math.min(1, sides.size());
        List<ComparedSide> bases = sides("BASE", baseline, sides.subList(0, first));
        List<ComparedSide> contenders = sides("CONTENDER", contender, sides.subList(first, sides.size()));
        refuseUselessOptions();
        CliContext.requireMakeable("--out", out, problems);
        history.check(problems);
        ComparisonOptions options = query.options(
                Stream.concat(bases.stream(), contenders.stream())
                        .map(ComparedSide::results)
                        .toList(),
                context,
                problems);
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        query.ask(Stream.concat(bases.stream(), contenders.stream()).map(ComparedSide::results), err);
        return RecordLoader.guarded(err, NOTHING, () -> compare(bases, contenders, options));
    }

    private int compare(List<ComparedSide> bases, List<ComparedSide> contenders, ComparisonOptions options)
            throws IOException {
        RecordLoader reader = query.reader(err);
        List<ComparedSide> base = withSetup(bases, reader);
        List<ComparedSide> against = withSetup(contenders, reader);
        query.where().unknownFields().forEach(unknown -> problems.add(Problem.ofOption("", unknown)));
        reader.warn(err, query.skipsUnreadable());
        query.where().warn(err);
        base.stream()
                .filter(one -> against.stream().anyMatch(one::isSameAs))
                .forEach(one -> problems.add(Problem.ofOption("compare", "base and contender are the same runs")
                        .withValue(one.text())));
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        List<ComparedSide> labelled = ComparedSide.labelled(base, against, history.isGiven());
        CampaignSpread spread = history.spread(labelled, query, problems);
        Looks looks = SavedStudy.looks(ComparedSide.places(labelled), problems);
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        Findings findings = findings(labelled, options.withBetween(spread), looks);
        if (history.isGiven()
                && findings.comparisons().noneMatch(one -> one.samples().needsBetween())) {
            err.println("warning: how much campaigns differ has no effect here: both sides are of one campaign, or each"
                    + " has several visits or campaigns");
        }
        if (out != null && !findings.families().isEmpty()) {
            List<Path> files = Reports.write(out, findings, ChartData.of(labelled, query.where(), findings, err));
            err.println(ReportCommand.written(files));
        }
        ExitCode ended = conclude(findings);
        return (ended == ExitCode.ALL_VALID ? query.ended(reader.unreadable()) : ended).code();
    }

    /** Returns one side's campaigns, each with its setup. Adds a problem if their setups differ. */
    private List<ComparedSide> withSetup(List<ComparedSide> sides, RecordLoader reader) {
        List<ComparedSide> named = new ArrayList<>();
        for (ComparedSide side : sides) {
            side.withSetup(reader, query.where(), problems).ifPresent(named::add);
        }
        Set<String> setups =
                named.stream().map(one -> one.setup().orElseThrow()).collect(Collectors.toCollection(TreeSet::new));
        if (setups.size() > 1) {
            problems.add(Problem.ofOption("compare", "the campaigns of one side have different setups")
                    .withValue(String.join(", ", setups))
                    .withRemedy("name one setup for each, such as "
                            + named.get(0).text() + ":" + setups.iterator().next()));
        }
        return named;
    }

    private Findings findings(List<ComparedSide> sides, ComparisonOptions options, Looks looks) {
        RecordLoader reader = query.silentReader();
        try (Stream<RunRecord> runs = sides.stream().flatMap(side -> side.read(reader, query.where()))) {
            Runs cells = ComparedSide.withWholeCampaigns(Runs.of(runs, query.by()), sides);
            RecordLoader.require(ReportCommand.unknown("--across", options.across(), cells));
            Set<String> endedEarly =
                    sides.stream().flatMap(side -> side.endedEarly().stream()).collect(Collectors.toSet());
            Study study = new Study("", List.of(), List.of(), endedEarly, List.of(), looks);
            return Findings.of(cells, options.with(study).against(sides.get(0).label()));
        }
    }

    private ExitCode conclude(Findings findings) {
        if (findings.families().isEmpty()) {
            err.print(Reports.textWithAllNotes(findings));
            err.println(NOTHING);
            return ExitCode.WRONG_USAGE;
        }
        if (failIfSlower == null) {
            query.print(findings, true, console.out());
            return ExitCode.ALL_VALID;
        }
        ExitCode open = UNDECIDED.getOrDefault(Objects.requireNonNullElse(undecided, ""), ExitCode.UNDECIDED);
        GateText gate = GateText.of(findings, failIfSlower, open);
        if (query.format() == ComparisonQuery.Format.JUNIT) {
            console.out().println(gate.junit());
        } else {
            query.print(findings, true, console.out());
        }
        if (query.format() == ComparisonQuery.Format.MARKDOWN) {
            console.out().print(gate.markdown());
        }
        gate.sentences().forEach(err::println);
        return gate.code();
    }

    /** Returns the sides that an option names, or the side that an argument names. */
    private List<ComparedSide> sides(String side, List<String> several, List<String> alone) {
        boolean byOptions = !baseline.isEmpty() || !contender.isEmpty();
        List<String> texts = byOptions ? several : alone;
        if (byOptions && !sides.isEmpty() && side.equals("BASE")) {
            problems.add(Problem.ofOption("compare", "sides are given twice")
                    .withValue(String.join(" ", sides))
                    .withRemedy("name them by --baseline and --contender, or as BASE CONTENDER"));
        } else if (byOptions ? texts.isEmpty() : texts.size() != 1) {
            problems.add(Problem.ofOption(
                            "compare",
                            byOptions ? side + ": no campaign is named" : "needs two results, a base and a contender")
                    .withValue(byOptions || sides.isEmpty() ? "none" : String.join(" ", sides))
                    .withRemedy("write, for example, " + CommandText.of("compare", "results/before", "results/after")));
            return List.of();
        }
        List<ComparedSide> read = new ArrayList<>();
        texts.forEach(
                text -> ComparedSide.parse(text, byOptions, context, problems).ifPresent(read::add));
        return read;
    }

    private void refuseUselessOptions() {
        boolean fails = failIfSlower != null || problems.areOf("--fail-if-slower");
        if (undecided != null && !(fails && UNDECIDED.containsKey(undecided))) {
            problems.add(Problem.ofOption("--undecided", "sets the result of --fail-if-slower")
                    .withValue(undecided)
                    .withAllowed("pass or fail, with --fail-if-slower"));
        }
        query.refuse(ComparisonQuery.Format.TIDY, "report", problems);
        if (query.format() == ComparisonQuery.Format.JUNIT && !fails) {
            problems.add(Problem.ofOption("--format", "a test passes or fails by a limit, and no limit was given")
                    .withValue("junit")
                    .withRemedy("add --fail-if-slower PERCENT"));
        }
    }

    private static final class FailPercent extends Percent {
        private FailPercent() {
            super(0);
        }
    }
}
