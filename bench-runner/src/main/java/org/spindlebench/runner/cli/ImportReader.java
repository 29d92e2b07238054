package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.analysis.importer.ImportFile;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importers;
import org.spindlebench.analysis.importer.SetupName;
import org.spindlebench.runner.collect.JobHistoryImporter;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.NotUnderstoodException;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Words;

/** Gives the arguments of {@code import} their types. Reading goes on after a mistake, so that one report shows all of them. */
final class ImportReader {
    private final ImportCommand command;
    private final Problems problems;
    private final ImportPaths paths;

    ImportReader(ImportCommand command, Wiring wiring, Problems problems) {
        this.command = command;
        this.problems = problems;
        this.paths = new ImportPaths(command, wiring, problems);
    }

    /** What to do; empty, with problems, where that is not understood. */
    Optional<ImportRequest> read() {
        Optional<Importer> importer = importer();
        Optional<String> setup = setup(importer);
        List<ImportFile> files = files(setup);
        Optional<Path> out = paths.out();
        refuse("--runs", command.runs);
        refuse("--time-zone", command.timeZone);
        return problems.isEmpty()
                ? Optional.of(new ImportRequest(importer.orElseThrow(), files, out.orElseThrow()))
                : Optional.empty();
    }

    private static List<Importer> importers() {
        List<Importer> all = new ArrayList<>(Importers.ALL);
        all.add(new JobHistoryImporter());
        return all;
    }

    private Optional<Importer> importer() {
        List<Importer> all = importers();
        List<String> names = Stream.concat(all.stream().map(Importer::name), collectors().stream())
                .sorted()
                .toList();
        if (command.format == null) {
            problems.add(Problem.at(Location.COMMAND_LINE, "import", "of which format is missing")
                    .withAllowed(String.join(", ", names))
                    .withRemedy("write such as "
                            + Invocation.of("import", "csv", "runs.csv", "--out", "results/imported")));
            return Optional.empty();
        }
        Optional<Importer> named =
                all.stream().filter(one -> one.name().equals(command.format)).findFirst();
        if (named.isEmpty()) {
            problems.add(
                    Words.unknown("format", command.format, names).at(Location.COMMAND_LINE, "import", command.format));
        }
        return named;
    }

    private Optional<String> setup(Optional<Importer> importer) {
        if (command.setup == null) {
            return Optional.empty();
        }
        if (importer.isPresent() && importer.get().setupName() == SetupName.IN_FILE) {
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            "--setup",
                            "files of format " + importer.get().name() + " name the setup of every run themselves")
                    .withValue(command.setup)
                    .withRemedy("leave it out"));
        }
        try {
            return Optional.of(FileSafeName.parse(command.setup));
        } catch (NotUnderstoodException e) {
            problems.add(e.at(Location.COMMAND_LINE, "--setup", command.setup));
            return Optional.empty();
        }
    }

    private List<ImportFile> files(Optional<String> setup) {
        CampaignNames names = new CampaignNames();
        return paths.files().stream()
                .map(path -> new ImportFile(path, names.of(path), setup))
                .toList();
    }

    private void refuse(String option, String value) {
        if (value != null) {
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            option,
                            "only for " + String.join(" and ", collectors()) + ", which are added to records")
                    .withValue(value)
                    .withRemedy("leave it out"));
        }
    }

    private static List<String> collectors() {
        return Arrays.stream(Collector.values()).map(Collector::word).toList();
    }
}
