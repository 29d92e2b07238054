package org.spindlebench.runner.reports;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.ComparisonOptions.CampaignSpread;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Gate;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.console.Wiring;
import org.spindlebench.runner.reports.ComparisonReader.Asked;
import org.spindlebench.runner.reports.Results.ResultsFailure;

/** The command {@code compare}. */
public final class CompareAction {
    private static final String NOTHING = "nothing was compared.";

    private final Wiring wiring;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    public CompareAction(Wiring wiring, Problems problems, PrintStream out, PrintStream err) {
        this.wiring = wiring;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    public int run(CompareCommand command) {
        List<ComparedSide> bases = sides("BASE", command.baseline, first(command.sides), command);
        List<ComparedSide> contenders = sides("CONTENDER", command.contender, rest(command.sides), command);
        OptionalDouble limit = percent("--fail-if-slower", command.failIfSlower, 0);
        Optional<ExitCode> undecided = undecided(command);
        CampaignHistory history = CampaignHistory.of(command, wiring, problems);
        Optional<Path> page = command.out == null ? Optional.empty() : wiring.path("--out", command.out, problems);
        Asked asked = new ComparisonReader(command.comparison, wiring, problems).read();
        if (!problems.isEmpty()) {
            return refuse();
        }
        return ResultsFailure.guarded(err, NOTHING, () -> {
            Results reader = Results.showingUnreadable(err, asked.ignore());
            List<ComparedSide> base = withSetup(bases, reader, asked);
            List<ComparedSide> contender = withSetup(contenders, reader, asked);
            asked.where().requireKnownFields();
            reader.left(asked.skipUnreadable()).ifPresent(left -> err.println("warning: " + left));
            base.stream()
                    .filter(one -> contender.stream().anyMatch(one::isSameAs))
                    .forEach(one -> problems.add(
                            Problem.at(Location.COMMAND_LINE, "compare", "base and contender are the same runs")
                                    .withValue(one.text())));
            if (!problems.isEmpty()) {
                return refuse();
            }
            List<ComparedSide> labelled = ComparedSide.labelled(base, contender);
            CampaignSpread spread = history.spread(labelled, asked, problems);
            if (!problems.isEmpty()) {
                return refuse();
            }
            Findings findings = findings(labelled, asked, spread);
            if (page.isPresent() && !findings.families().isEmpty()) {
                write(page.get(), findings, ShownEvidence.of(labelled, asked.where(), findings, err));
            }
            ExitCode ended = conclude(findings, limit, undecided, command.comparison.json);
            return (ended == ExitCode.ALL_VALID ? asked.ended(reader.unreadable()) : ended).code();
        });
    }

    private void write(Path directory, Findings findings, RunEvidence evidence) throws IOException {
        List<Path> files = Reports.write(directory, findings, evidence);
        err.println("Written: " + Invocation.shown(files.get(0)) + " and " + (files.size() - 1) + " files beside it.");
    }

    /** Those of one side, all of one setup. */
    private List<ComparedSide> withSetup(List<ComparedSide> sides, Results reader, Asked asked) {
        List<ComparedSide> named = new ArrayList<>();
        for (ComparedSide side : sides) {
            side.withSetup(reader, asked.where(), problems).ifPresent(named::add);
        }
        Set<String> setups =
                named.stream().map(one -> one.setup().orElseThrow()).collect(Collectors.toCollection(TreeSet::new));
        if (setups.size() > 1) {
            problems.add(Problem.at(Location.COMMAND_LINE, "compare", "campaigns of one side are of different setups")
                    .withValue(String.join(", ", setups))
                    .withRemedy("name one setup for each, such as "
                            + named.get(0).text() + ":" + setups.iterator().next()));
        }
        return named;
    }

    private static Findings findings(List<ComparedSide> sides, Asked asked, CampaignSpread spread) {
        Results reader = Results.silent(asked.ignore());
        try (Stream<RunRecord> runs = sides.stream().flatMap(side -> side.read(reader, asked.where()))) {
            Runs cells = ComparedSide.withWholeCampaigns(Runs.of(runs, asked.by()), sides);
            ReportAction.requireKnown("--across", asked.options().across(), cells);
            Set<String> endedEarly =
                    sides.stream().flatMap(side -> side.endedEarly().stream()).collect(Collectors.toSet());
            Study study = new Study("", List.of(), endedEarly);
            return Findings.of(
                    cells,
                    asked.options()
                            .with(study)
                            .withBetween(spread)
                            .against(sides.get(0).label()));
        }
    }

    private ExitCode conclude(Findings findings, OptionalDouble limit, Optional<ExitCode> undecided, boolean json) {
        if (findings.families().isEmpty()) {
            err.print(Reports.textWithAllNotes(findings));
            err.println(NOTHING);
            return ExitCode.WRONG_USAGE;
        }
        out.print(json ? Reports.json(findings) : Reports.textWithAllNotes(findings));
        return limit.isEmpty() ? ExitCode.ALL_VALID : verdict(findings, limit.getAsDouble(), undecided);
    }

    private ExitCode verdict(Findings findings, double share, Optional<ExitCode> undecided) {
        Gate gate = Gate.of(findings, share);
        gate.jobs().forEach(job -> err.println(sentence(job, share)));
        Set<String> missing = uncompared(findings);
        if (!missing.isEmpty()) {
            err.println("not compared: " + String.join(", ", missing)
                    + "; the baseline has valid runs of it, and the contender none with the same settings");
        }
        if (gate.verdict() == Gate.Verdict.SLOWER) {
            return ExitCode.SLOWER;
        }
        if (!missing.isEmpty()) {
            return ExitCode.RUN_FAILED;
        }
        if (gate.verdict() == Gate.Verdict.WITHIN) {
            err.println(String.format(Locale.ROOT, "ok: no job is slower by more than %.1f %%", 100 * share));
            return ExitCode.ALL_VALID;
        }
        err.println("undecided: the runs do not tell whether the contender is slower");
        return undecided.orElse(ExitCode.UNDECIDED);
    }

    private static String sentence(Gate.Job job, double share) {
        Comparison one = job.comparison();
        String takes = String.format(
                Locale.ROOT,
                "%s takes %.3f times as long",
                one.job(),
                one.speedUp().normalised());
        String limit = String.format(Locale.ROOT, "%.3f", 1 + share);
        return switch (job.verdict()) {
            case SLOWER -> "slower: " + takes + ", and more than " + limit + " times";
            case WITHIN -> "within: " + takes + ", and less than " + limit + " times";
            case UNDECIDED -> "undecided: " + takes + needed(job);
        };
    }

    private static String needed(Gate.Job job) {
        Comparison one = job.comparison();
        if (job.needed().isPresent()) {
            String units = one.unit() == Comparison.Unit.VISIT ? " campaigns or visits" : " runs";
            return "; if that stays, " + job.needed().getAsInt() + units + " a side would decide";
        }
        return one.speedUp().basis() == SpeedUp.Basis.CONFOUNDED_WITH_TIME
                ? "; two single campaigns say nothing of how much campaigns differ: give several a side (--baseline, --contender),"
                        + " --history or --between"
                : "; more than " + Gate.MOST_NEEDED
                        + " campaigns, visits or runs a side would be needed, or too few are known to say";
    }

    /** Measured cells of the baseline that no comparison is of. */
    private static Set<String> uncompared(Findings findings) {
        Set<Subject> compared =
                findings.comparisons().map(one -> one.baseline().subject()).collect(Collectors.toSet());
        return findings.cells().stream()
                .filter(CellSummary::isMeasured)
                .map(CellSummary::subject)
                .filter(subject -> subject.setup().equals(findings.baseline()) && !compared.contains(subject))
                .map(subject -> subject.job() + (subject.settings().isEmpty() ? "" : " " + subject.settings()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> first(List<String> sides) {
        return sides.subList(0, Math.min(1, sides.size()));
    }

    private static List<String> rest(List<String> sides) {
        return sides.subList(Math.min(1, sides.size()), sides.size());
    }

    /** Of an option, or the one that stands by itself. */
    private List<ComparedSide> sides(String side, List<String> several, List<String> alone, CompareCommand command) {
        boolean byOptions = !command.baseline.isEmpty() || !command.contender.isEmpty();
        List<String> texts = byOptions ? several : alone;
        if (byOptions && !command.sides.isEmpty() && side.equals("BASE")) {
            problems.add(Problem.at(Location.COMMAND_LINE, "compare", "sides are named twice")
                    .withValue(String.join(" ", command.sides))
                    .withRemedy("name them by --baseline and --contender, or as BASE CONTENDER"));
        } else if (byOptions ? texts.isEmpty() : texts.size() != 1) {
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            "compare",
                            byOptions ? side + ": no campaign is named" : "needs two results, a base and a contender")
                    .withValue(byOptions || command.sides.isEmpty() ? "none" : String.join(" ", command.sides))
                    .withRemedy("write such as " + Invocation.of("compare", "results/before", "results/after")));
            return List.of();
        }
        List<ComparedSide> sides = new ArrayList<>();
        texts.forEach(
                text -> ComparedSide.parse(text, byOptions, wiring, problems).ifPresent(sides::add));
        return sides;
    }

    private Optional<ExitCode> undecided(CompareCommand command) {
        if (command.undecided == null) {
            return Optional.empty();
        }
        if (command.failIfSlower == null || !List.of("pass", "fail").contains(command.undecided)) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--undecided", "says how --fail-if-slower ends")
                    .withValue(command.undecided)
                    .withAllowed("pass or fail, beside --fail-if-slower"));
        }
        return Optional.of(command.undecided.equals("pass") ? ExitCode.ALL_VALID : ExitCode.SLOWER);
    }

    private OptionalDouble percent(String option, String text, double least) {
        return percent(option, text, least, problems);
    }

    /** A percentage as a share; empty, with a problem, where it is none. */
    static OptionalDouble percent(String option, String text, double least, Problems problems) {
        if (text == null) {
            return OptionalDouble.empty();
        }
        Optional<Double> percent = number(text).filter(value -> value >= least && value <= 1e6);
        if (percent.isEmpty()) {
            problems.add(Problem.at(Location.COMMAND_LINE, option, "not a percentage")
                    .withValue(text)
                    .withAllowed("a number from " + (least == 0 ? "0" : Double.toString(least)) + ", such as 5"));
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(percent.get() / 100);
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.valueOf(text.replaceFirst("%$", "")));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private int refuse() {
        err.println(problems.report(NOTHING));
        return ExitCode.WRONG_USAGE.code();
    }

    /**
     * What {@code compare} is told of how much campaigns differ.
     *
     * @param stated as a share
     * @param directory under which earlier campaigns are
     */
    record CampaignHistory(OptionalDouble stated, Optional<Path> directory) {
        /** The least percentage that may be stated: no cluster repeats itself better. */
        private static final double LEAST_PERCENT = 0.01;

        static CampaignHistory of(CompareCommand command, Wiring wiring, Problems problems) {
            OptionalDouble stated = CompareAction.percent("--between", command.between, LEAST_PERCENT, problems);
            Optional<Path> directory =
                    command.history == null ? Optional.empty() : wiring.path("--history", command.history, problems);
            directory
                    .filter(path -> !Files.isDirectory(path))
                    .ifPresent(path -> problems.add(Problem.at(Location.COMMAND_LINE, "--history", "no such directory")
                            .withValue(command.history)));
            if (command.between != null && command.history != null) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--history", "stands beside --between")
                        .withValue(command.history)
                        .withRemedy("leave one of the two out"));
            }
            return new CampaignHistory(stated, directory);
        }

        /** Of earlier campaigns those count that are none of the sides and have the base's setup, each as one visit. */
        CampaignSpread spread(List<ComparedSide> sides, Asked asked, Problems problems) {
            if (stated.isPresent()) {
                return CampaignSpread.stated(stated.getAsDouble());
            }
            if (directory.isEmpty()) {
                return CampaignSpread.UNKNOWN;
            }
            String setup = sides.get(0).setup().orElseThrow();
            Set<Path> compared =
                    sides.stream().map(side -> real(side.results())).collect(Collectors.toSet());
            List<Path> campaigns = campaigns(directory.get()).stream()
                    .filter(path -> !compared.contains(real(path)))
                    .toList();
            Results reader = Results.silent(asked.ignore());
            try (Stream<RunRecord> runs = campaigns.stream().flatMap(path -> reader.read(path)
                    .filter(asked.where())
                    .filter(run -> run.subject().setup().equals(setup))
                    .map(run -> run.labelled(
                                    "earlier", path + "/" + run.identity().campaign())
                            .inOneVisit()))) {
                Runs cells = Runs.of(runs, asked.by());
                int most = cells.cells().stream()
                        .filter(CellSummary::isMeasured)
                        .mapToInt(cell -> cell.sample().visits().size())
                        .max()
                        .orElse(0);
                if (most < Between.LEAST_CAMPAIGNS) {
                    problems.add(Problem.at(Location.COMMAND_LINE, "--history", "too few earlier campaigns")
                            .withValue(most + " of setup " + setup)
                            .withAllowed("at least " + Between.LEAST_CAMPAIGNS + " with the same job and settings")
                            .withRemedy("measure more, or state by how much campaigns differ (--between)"));
                }
                return CampaignSpread.ofEarlier(cells);
            }
        }

        /** Directories that hold runs, the one that is named among them. */
        private static List<Path> campaigns(Path directory) {
            try (Stream<Path> below = Files.list(directory)) {
                return Stream.concat(Stream.of(directory), below.sorted())
                        .filter(path -> Files.isDirectory(path.resolve("runs")))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Path real(Path path) {
            return path.toAbsolutePath().normalize();
        }
    }
}
