package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.collector.CollectedEvidence;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.analysis.collector.Collector.ReadingLog;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Wiring;
import org.spindlebench.runner.imports.ImportCommand.ImportPaths;
import org.spindlebench.runner.imports.StagedEvidence.EvidenceSummary;
import org.spindlebench.runner.reports.Results;

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
        Set<TimeWindow> windows = windows(request.results());
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

    private Set<TimeWindow> windows(Path results) throws IOException {
        Set<TimeWindow> windows = new LinkedHashSet<>();
        try (Stream<RunRecord> runs = Records.read(results)) {
            boolean none = true;
            for (RunRecord run : (Iterable<RunRecord>) runs::iterator) {
                none = false;
                TimeWindow.of(run).ifPresent(windows::add);
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

    private void refuseOutside(EvidenceRequest request, Collection<TimeWindow> files, Set<TimeWindow> runs) {
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

    private static String span(Collection<TimeWindow> windows) {
        Instant from = windows.stream()
                .map(TimeWindow::from)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant to = windows.stream()
                .map(TimeWindow::to)
                .max(Comparator.naturalOrder())
                .orElseThrow();
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

    /** What is said of a collector's files: notes, the first lines that cannot be read, and a file with all of those. */
    static final class EvidenceLog implements ReadingLog, Closeable {
        private final Path listFile;
        private final List<String> notes = new ArrayList<>();
        private final List<UnreadableLine> first = new ArrayList<>();
        private StagedFile list;
        private long unreadable;

        EvidenceLog(Path listFile) {
            this.listFile = listFile;
        }

        @Override
        public void unreadable(UnreadableLine line) {
            unreadable++;
            if (first.size() < StagedImport.SHOWN) {
                first.add(line);
            }
            try {
                if (list == null) {
                    list = StagedFile.of(listFile);
                }
                list.out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void note(String file, String text) {
            notes.add(file + ": " + text);
        }

        List<String> notes() {
            return notes;
        }

        long unreadable() {
            return unreadable;
        }

        /** Gives the file its name, or removes that of an import before. */
        void commit() throws IOException {
            if (list == null) {
                Files.deleteIfExists(listFile);
            } else {
                list.commit();
            }
        }

        void print(PrintStream err) {
            first.forEach(err::println);
            long more = unreadable - first.size();
            if (more > 0) {
                err.println("and " + more + " more: see " + listFile);
            }
        }

        @Override
        public void close() throws IOException {
            if (list != null) {
                list.close();
            }
        }
    }

    /** Gives the arguments of {@code import iostat} and {@code import collectl} their types. */
    static final class EvidenceReader {
        private final ImportCommand command;
        private final Collector collector;
        private final Wiring wiring;
        private final Problems problems;

        EvidenceReader(ImportCommand command, Collector collector, Wiring wiring, Problems problems) {
            this.command = command;
            this.collector = collector;
            this.wiring = wiring;
            this.problems = problems;
        }

        /** What to do; empty, with problems, where that is not understood. */
        Optional<EvidenceRequest> read() {
            ImportPaths paths = new ImportPaths(command, wiring, problems);
            if (command.setup != null) {
                add("--setup", command.setup, "the records of --runs name the setup of every run themselves");
            }
            List<Path> files = paths.files();
            Optional<Path> results = results();
            Optional<ZoneId> zone = zone();
            Optional<Path> out = paths.out();
            if (results.isPresent() && out.isPresent() && isOriginals(results.get(), out.get())) {
                problems.add(Problem.at(
                                Location.COMMAND_LINE,
                                "--out",
                                "the records of --runs lie there: every run would count twice")
                        .withValue(command.out)
                        .withRemedy("name another directory"));
            }
            return problems.isEmpty()
                    ? Optional.of(new EvidenceRequest(collector, files, results.orElseThrow(), zone, out.orElseThrow()))
                    : Optional.empty();
        }

        private Optional<Path> results() {
            if (command.runs == null || command.runs.isBlank()) {
                problems.add(Problem.at(
                                Location.COMMAND_LINE,
                                "--runs",
                                "missing: which runs are to get what " + collector.word() + " saw?")
                        .withRemedy("add such as `--runs results/2026-03-01-hdd`"));
                return Optional.empty();
            }
            Optional<Path> results = wiring.path("--runs", command.runs, problems);
            String reason = results.map(EvidenceReader::refusal).orElse("");
            if (!reason.isEmpty()) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--runs", reason).withValue(command.runs));
            }
            return results.filter(path -> reason.isEmpty());
        }

        private static String refusal(Path results) {
            if (results.toString().endsWith(".csv")) {
                return "a .csv file has no times of YARN; name records";
            }
            return Results.refusal(results).orElse("");
        }

        private Optional<ZoneId> zone() {
            if (command.timeZone == null) {
                return Optional.empty();
            }
            if (collector == Collector.IOSTAT) {
                add("--time-zone", command.timeZone, "iostat's times name their zone, with S_TIME_FORMAT=ISO");
                return Optional.empty();
            }
            try {
                return Optional.of(ZoneId.of(command.timeZone.strip()));
            } catch (DateTimeException e) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--time-zone", "no time zone")
                        .withValue(command.timeZone)
                        .withAllowed("such as Europe/Berlin, UTC, +02:00"));
                return Optional.empty();
            }
        }

        private void add(String option, String value, String reason) {
            problems.add(Problem.at(Location.COMMAND_LINE, option, reason)
                    .withValue(value)
                    .withRemedy("leave it out"));
        }

        private static boolean isOriginals(Path results, Path out) {
            return out.equals(Files.isDirectory(results) ? results : results.getParent())
                    || out.equals(results.resolve("runs"));
        }
    }

    /**
     * Which records are to get what a collector saw.
     *
     * @param collector the collector
     * @param files its files
     * @param results the records
     * @param zone of the files' times; empty where they name it, or it is this machine's
     * @param out the directory for the copies
     */
    record EvidenceRequest(Collector collector, List<Path> files, Path results, Optional<ZoneId> zone, Path out) {
        EvidenceRequest {
            files = List.copyOf(files);
        }
    }
}
