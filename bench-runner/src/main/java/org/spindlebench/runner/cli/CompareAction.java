package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
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
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.hypothesis.Study;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/** The command {@code compare}. */
final class CompareAction {
    private static final String NOTHING = "nothing was compared.";

    private final Wiring wiring;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    CompareAction(Wiring wiring, Problems problems, PrintStream out, PrintStream err) {
        this.wiring = wiring;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    int run(CompareCommand command) {
        List<ComparedSide> sides = sides(command);
        OptionalDouble limit = limit(command);
        Optional<Path> page = command.out == null ? Optional.empty() : wiring.path("--out", command.out, problems);
        Asked asked = new ComparisonReader(command.comparison, wiring, problems).read();
        if (!problems.isEmpty()) {
            return refuse();
        }
        return ResultsFailure.guarded(err, NOTHING, () -> {
            Results reader = Results.showingUnreadable(err, asked.ignore());
            List<ComparedSide> named = new ArrayList<>();
            for (ComparedSide side : sides) {
                side.withSetup(reader, asked.where(), problems).ifPresent(named::add);
            }
            asked.where().requireKnownFields();
            reader.left(asked.skipUnreadable()).ifPresent(left -> err.println("warning: " + left));
            if (named.size() == 2 && named.get(0).isSameAs(named.get(1))) {
                problems.add(Problem.at(Location.COMMAND_LINE, "compare", "base and contender are the same runs")
                        .withValue(String.join(" ", command.sides)));
            }
            if (!problems.isEmpty()) {
                return refuse();
            }
            List<ComparedSide> labelled = ComparedSide.labelled(named.get(0), named.get(1));
            Findings findings = findings(labelled, asked);
            if (page.isPresent() && !findings.families().isEmpty()) {
                write(page.get(), findings, ShownEvidence.of(labelled, asked.where(), findings, err));
            }
            ExitCode ended = conclude(findings, limit, command.comparison.json);
            return (ended == ExitCode.ALL_VALID ? asked.ended(reader.unreadable()) : ended).code();
        });
    }

    private void write(Path directory, Findings findings, RunEvidence evidence) throws IOException {
        List<Path> files = Reports.write(directory, findings, evidence);
        err.println(
                "Written: " + ClusterActions.shown(files.get(0)) + " and " + (files.size() - 1) + " files beside it.");
    }

    private static Findings findings(List<ComparedSide> sides, Asked asked) {
        Results reader = Results.silent(asked.ignore());
        try (Stream<RunRecord> runs = sides.stream().flatMap(side -> side.read(reader, asked.where()))) {
            Runs cells = ComparedSide.withWholeCampaigns(Runs.of(runs, asked.by()), sides);
            ReportAction.requireKnown("--across", asked.options().across(), cells);
            Set<String> endedEarly =
                    sides.stream().flatMap(side -> side.endedEarly().stream()).collect(Collectors.toSet());
            Study study = new Study("", List.of(), endedEarly);
            return Findings.of(
                    cells, asked.options().with(study).against(sides.get(0).label()));
        }
    }

    private ExitCode conclude(Findings findings, OptionalDouble limit, boolean json) {
        if (findings.families().isEmpty()) {
            err.print(Reports.textWithAllNotes(findings));
            err.println(NOTHING);
            return ExitCode.WRONG_USAGE;
        }
        out.print(json ? Reports.json(findings) : Reports.textWithAllNotes(findings));
        return limit.isEmpty() ? ExitCode.ALL_VALID : verdict(findings, limit.getAsDouble());
    }

    private ExitCode verdict(Findings findings, double share) {
        List<Comparison> slower =
                findings.comparisons().filter(one -> one.isSlowerBy(share)).toList();
        slower.forEach(one -> err.println(String.format(
                Locale.ROOT,
                "slower: %s takes %.3f times as long, at least %.3f times, more than %.3f",
                one.job(),
                one.speedUp().normalised(),
                1 / one.speedUp().interval().orElseThrow().high(),
                1 + share)));
        if (!slower.isEmpty()) {
            return ExitCode.SLOWER;
        }
        Set<String> missing = uncompared(findings);
        if (!missing.isEmpty()) {
            err.println("not compared: " + String.join(", ", missing)
                    + "; the baseline has valid runs of it, and the contender none with the same settings");
            return ExitCode.RUN_FAILED;
        }
        return ExitCode.ALL_VALID;
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

    private List<ComparedSide> sides(CompareCommand command) {
        if (command.sides.size() != 2) {
            problems.add(Problem.at(Location.COMMAND_LINE, "compare", "needs two results, a base and a contender")
                    .withValue(command.sides.isEmpty() ? "none" : String.join(" ", command.sides))
                    .withRemedy("write such as " + Invocation.of("compare", "results/before", "results/after")));
            return List.of();
        }
        List<ComparedSide> sides = new ArrayList<>();
        command.sides.forEach(text -> ComparedSide.parse(text, wiring, problems).ifPresent(sides::add));
        return sides;
    }

    private OptionalDouble limit(CompareCommand command) {
        if (command.failIfSlower == null) {
            return OptionalDouble.empty();
        }
        Optional<Double> percent = number(command.failIfSlower).filter(value -> value >= 0 && value <= 1e6);
        if (percent.isEmpty()) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--fail-if-slower", "not a percentage")
                    .withValue(command.failIfSlower)
                    .withAllowed("a number from 0, such as 5"));
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
}
