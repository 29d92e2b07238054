package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.collector.CollectedEvidence;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.analysis.collector.Window;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/** The commands {@code import iostat} and {@code import collectl}: copies of records, with what a collector saw during the runs. */
final class EvidenceAction {
    private final Wiring wiring;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    EvidenceAction(Wiring wiring, Problems problems, PrintStream out, PrintStream err) {
        this.wiring = wiring;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    int run(ImportCommand command, Collector collector) {
        Optional<EvidenceSummary> summary =
                new EvidenceReader(command, collector, wiring, problems).read().flatMap(this::importAll);
        if (summary.isEmpty()) {
            err.println(problems.report("nothing was imported."));
            return ExitCode.WRONG_USAGE.code();
        }
        if (command.json) {
            out.print(JsonDocument.text(summary.get()));
        } else {
            summary.get().notes().forEach(out::println);
            summary.get().nodes().forEach(out::println);
            summary.get().campaigns().forEach(out::println);
        }
        return (summary.get().unreadable() == 0 ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }

    private Optional<EvidenceSummary> importAll(EvidenceRequest request) {
        Path list = request.out().resolve(request.collector().word() + ".unreadable.txt");
        try (EvidenceLog log = new EvidenceLog(list)) {
            return copy(request, log);
        } catch (UncheckedIOException e) {
            problem(request.out().toString(), "nothing can be imported: " + FileFailure.of(e.getCause()));
        } catch (InvalidDocumentException e) {
            problem(request, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            problem(request.out().toString(), "nothing can be imported: " + FileFailure.of(e));
        }
        return Optional.empty();
    }

    private Optional<EvidenceSummary> copy(EvidenceRequest request, EvidenceLog log) throws IOException {
        Set<Window> windows = windows(request.results());
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        CollectedEvidence collected =
                CollectedEvidence.read(request.collector(), request.files(), request.zone(), windows, log);
        log.print(err);
        if (windows.stream().noneMatch(window -> collected.of(window).isPresent())) {
            refuseOutside(request, collected.nodes().values(), windows);
            return Optional.empty();
        }
        try (StagedEvidence staged = new StagedEvidence(request.out());
                Stream<RunRecord> runs = Records.read(request.results())) {
            runs.forEachOrdered(run -> staged.write(run, collected));
            staged.refuseOther(problems);
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            staged.commit();
            log.commit();
            return Optional.of(
                    new EvidenceSummary(staged.summaries(), nodes(collected), log.notes(), log.unreadable()));
        }
    }

    private Set<Window> windows(Path results) throws IOException {
        Set<Window> windows = new LinkedHashSet<>();
        try (Stream<RunRecord> runs = Records.read(results)) {
            boolean none = true;
            for (RunRecord run : (Iterable<RunRecord>) runs::iterator) {
                none = false;
                Window.of(run).ifPresent(windows::add);
            }
            if (windows.isEmpty()) {
                problem(
                        results.toString(),
                        none
                                ? "holds no records"
                                : "no run has times.yarnStarted and times.yarnFinished, between which to look");
            }
        }
        return windows;
    }

    private void refuseOutside(EvidenceRequest request, Collection<Window> files, Set<Window> runs) {
        String seen = files.isEmpty() ? "no interval, as with a single report" : span(files);
        String remedy = request.collector() == Collector.COLLECTL
                ? "collectl's times name no zone; where the difference is of whole hours, name it by --time-zone"
                : "see whether these are the files of those runs, and whether the node's clock is right";
        problems.add(Problem.at(
                        Location.COMMAND_LINE,
                        request.collector().word(),
                        "no run lies in the files' time. Files: " + seen + "; runs: " + span(runs))
                .withRemedy(remedy));
    }

    private static String span(Collection<Window> windows) {
        Instant from = windows.stream()
                .map(Window::from)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant to =
                windows.stream().map(Window::to).max(Comparator.naturalOrder()).orElseThrow();
        return from + " to " + to;
    }

    private static List<EvidenceSummary.Node> nodes(CollectedEvidence collected) {
        return collected.nodes().entrySet().stream()
                .map(node -> new EvidenceSummary.Node(
                        node.getKey(), node.getValue().from(), node.getValue().to()))
                .toList();
    }

    // Messages begin with the file; a problem has it as its place.
    private void problem(EvidenceRequest request, String message) {
        String place = Stream.concat(request.files().stream(), Stream.of(request.results()))
                .map(Path::toString)
                .filter(path -> message.startsWith(path + ": "))
                .findFirst()
                .orElse("");
        problem(
                place.isEmpty() ? request.results().toString() : place,
                place.isEmpty() ? message : message.substring(place.length() + 2));
    }

    private void problem(String path, String reason) {
        problems.add(Problem.at(new Location(path, 0, 0), "", reason));
    }
}
