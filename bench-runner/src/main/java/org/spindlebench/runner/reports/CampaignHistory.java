package org.spindlebench.runner.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions.CampaignSpread;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.CampaignDeviation;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import picocli.CommandLine.Option;

/**
 * The options of {@code compare} for the differences between campaigns: earlier campaigns, or a coefficient of
 * variation.
 */
final class CampaignHistory {
    /** The smallest percentage that the user may give, because no cluster repeats its results more closely. */
    private static final double LEAST_PERCENT = 0.01;

    @Heading(Heading.COMPARING)
    @Option(
            names = "--history",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Read from this directory how much campaigns differ. It needs at least four earlier ones"
                    + " of the base's setup, with the same job and settings. Counts if a side is a single"
                    + " campaign.")
    private Path history;

    @Heading(Heading.COMPARING)
    @Option(
            names = "--between",
            paramLabel = "PERCENT",
            converter = DeviationPercent.class,
            description =
                    "State how much campaigns of one setup differ, as a coefficient of variation, if you" + " know it.")
    private Double between;

    /** Checks whether the user states how much campaigns differ, or names the campaigns that show it. */
    boolean isGiven() {
        return history != null || between != null;
    }

    /** Adds a problem if the directory does not exist, or if the user gives both options. */
    void check(Problems problems) {
        if (history != null && !Files.isDirectory(history)) {
            problems.add(Problem.ofOption("--history", "no such directory").withValue(CommandText.shown(history)));
        }
        if (history != null && (between != null || problems.areOf("--between"))) {
            problems.add(Problem.ofOption("--history", "cannot be combined with --between")
                    .withValue(CommandText.shown(history))
                    .withRemedy("leave one of the two out"));
        }
    }

    /**
     * Returns the spread between earlier campaigns. Each campaign with the base's setup counts as one visit, except the
     * compared campaigns.
     */
    CampaignSpread spread(List<ComparedSide> sides, ComparisonQuery query, Problems problems) {
        if (between != null) {
            return CampaignSpread.stated(between);
        }
        if (history == null) {
            return CampaignSpread.UNKNOWN;
        }
        String setup = sides.get(0).setup().orElseThrow();
        Set<Path> compared = sides.stream().map(side -> real(side.results())).collect(Collectors.toSet());
        List<Path> campaigns = campaigns(history).stream()
                .filter(path -> !compared.contains(real(path)))
                .toList();
        RecordLoader reader = query.silentReader();
        try (Stream<RunRecord> runs = campaigns.stream().flatMap(path -> reader.read(path)
                .filter(query.where())
                .filter(run -> run.subject().setup().equals(setup))
                .map(run -> run.labelled("earlier", path + "/" + run.identity().campaign())
                        .inOneVisit()))) {
            Runs cells = Runs.of(runs, query.by());
            int most = cells.cells().stream()
                    .filter(CellSummary::isMeasured)
                    .mapToInt(cell -> cell.sample().visits().size())
                    .max()
                    .orElse(0);
            if (most < CampaignDeviation.LEAST_CAMPAIGNS) {
                problems.add(Problem.ofOption("--history", "too few earlier campaigns")
                        .withValue(most + " of setup " + setup)
                        .withAllowed(
                                "at least " + CampaignDeviation.LEAST_CAMPAIGNS + " with the same job and settings")
                        .withRemedy("run more campaigns, or state how much they differ (--between)"));
            }
            return CampaignSpread.ofEarlier(cells);
        }
    }

    /** Returns the directories with runs: those in a directory, and the directory itself if it has any. */
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

    private static final class DeviationPercent extends Percent {
        private DeviationPercent() {
            super(LEAST_PERCENT);
        }
    }

    /** Converts a percentage to a share. */
    abstract static class Percent extends OptionConverter<Double> {
        /** @param least smallest percentage allowed */
        Percent(double least) {
            this(least, 1e6);
        }

        /** @param most greatest percentage allowed */
        Percent(double least, double most) {
            super(text -> {
                try {
                    double percent = Double.parseDouble(text.replaceFirst("%$", ""));
                    if (percent >= least && percent <= most) {
                        return percent / 100;
                    }
                } catch (NumberFormatException notANumber) {
                    // Reported below, in the same way as a number out of range.
                }
                throw NotUnderstoodException.allowing(
                        "not a percentage",
                        "a number from " + (least == 0 ? "0" : Double.toString(least)) + " to "
                                + String.format(Locale.ROOT, "%.0f", most) + ", such as 5");
            });
        }
    }
}
