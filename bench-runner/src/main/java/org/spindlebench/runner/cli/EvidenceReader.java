package org.spindlebench.runner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/** Gives the arguments of {@code import iostat} and {@code import collectl} their types. */
final class EvidenceReader {
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
