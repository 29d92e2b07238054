package org.spindlebench.runner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    /** Formats of a later version. */
    private static final List<String> LATER = List.of("iostat", "collectl");

    private final ImportCommand command;
    private final Wiring wiring;
    private final Problems problems;

    ImportReader(ImportCommand command, Wiring wiring, Problems problems) {
        this.command = command;
        this.wiring = wiring;
        this.problems = problems;
    }

    /** What to do; empty, with problems, where that is not understood. */
    Optional<ImportRequest> read() {
        Optional<Importer> importer = importer();
        Optional<String> setup = setup(importer);
        List<ImportFile> files = files(setup);
        Optional<Path> out = out();
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
        List<String> names = all.stream().map(Importer::name).sorted().toList();
        if (command.format == null) {
            problems.add(Problem.at(Location.COMMAND_LINE, "import", "of which format is missing")
                    .withAllowed(String.join(", ", names))
                    .withRemedy("write such as `import csv runs.csv --out results/imported`"));
            return Optional.empty();
        }
        Optional<Importer> named =
                all.stream().filter(one -> one.name().equals(command.format)).findFirst();
        if (named.isEmpty()) {
            NotUnderstoodException refusal = LATER.contains(command.format)
                    ? new NotUnderstoodException(
                            "`" + command.format + "` is not available in this version", String.join(", ", names), "")
                    : Words.unknown("format", command.format, names);
            problems.add(refusal.at(Location.COMMAND_LINE, "import", command.format));
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
        if (command.format != null && command.files.isEmpty()) {
            problems.add(Problem.at(Location.COMMAND_LINE, "import", "no file to read")
                    .withRemedy("name one or more files after the format"));
        }
        List<ImportFile> files = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        CampaignNames names = new CampaignNames();
        for (String text : command.files) {
            Optional<Path> path = wiring.path(text, text, problems);
            if (path.isPresent() && isReadable(text, path.get(), seen)) {
                files.add(new ImportFile(path.get(), names.of(path.get()), setup));
            }
        }
        return files;
    }

    private boolean isReadable(String text, Path path, Set<Path> seen) {
        String reason = "";
        if (Files.isDirectory(path)) {
            reason = "a directory: name the files in it";
        } else if (!Files.isRegularFile(path)) {
            reason = "no such file";
        } else if (!Files.isReadable(path)) {
            reason = "this user may not read it";
        } else if (!seen.add(path)) {
            reason = "given twice: its runs would count twice";
        }
        if (!reason.isEmpty()) {
            problems.add(Problem.at(Location.COMMAND_LINE, text, reason));
        }
        return reason.isEmpty();
    }

    private Optional<Path> out() {
        if (command.out == null || command.out.isBlank()) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--out", "missing: where are the records to be written?")
                    .withRemedy("add such as `--out results/imported`"));
            return Optional.empty();
        }
        Optional<Path> out = wiring.path("--out", command.out, problems);
        if (out.isPresent() && Files.exists(out.get()) && !Files.isDirectory(out.get())) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--out", "not a directory")
                    .withValue(command.out));
        }
        return out;
    }
}
