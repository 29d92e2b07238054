package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.CampaignSpread;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

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
        Set<Path> compared = sides.stream().map(side -> real(side.results())).collect(Collectors.toSet());
        List<Path> campaigns = campaigns(directory.get()).stream()
                .filter(path -> !compared.contains(real(path)))
                .toList();
        Results reader = Results.silent(asked.ignore());
        try (Stream<RunRecord> runs = campaigns.stream().flatMap(path -> reader.read(path)
                .filter(asked.where())
                .filter(run -> run.subject().setup().equals(setup))
                .map(run -> run.labelled("earlier", path + "/" + run.identity().campaign())
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
