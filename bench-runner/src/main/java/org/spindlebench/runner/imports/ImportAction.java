package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.runner.collect.JobHistoryImporter;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.imports.ImportCommand.ImportPaths;
import org.spindlebench.runner.imports.StagedImport.ImportSummary;
import org.spindlebench.runner.reports.Results.CampaignNames;

/** The command {@code import}: all files, or none of them. */
public final class ImportAction {
    private final CliContext context;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    public ImportAction(CliContext context, Problems problems, PrintStream out, PrintStream err) {
        this.context = context;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    public int run(ImportCommand command) {
        Optional<Collector> collector = Collector.named(command.format);
        if (collector.isPresent()) {
            return new EvidenceAction(context, problems, out, err).run(command, collector.get());
        }
        Optional<ImportSummary> summary =
                new ImportReader(command, context, problems).read().flatMap(this::importAll);
        if (summary.isEmpty()) {
            err.println(problems.report("nothing was imported."));
            return ExitCode.WRONG_USAGE.code();
        }
        if (command.json) {
            out.print(JsonDocument.text(summary.get()));
        } else {
            summary.get().imported().forEach(out::println);
        }
        return (summary.get().unreadable() == 0 ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }

    private Optional<ImportSummary> importAll(ImportRequest request) {
        List<StagedImport> staged = new ArrayList<>();
        try {
            request.files().forEach(file -> stage(request, file).ifPresent(staged::add));
            staged.forEach(this::refuseOther);
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            for (StagedImport one : staged) {
                one.commit();
                printUnreadable(one);
            }
            return Optional.of(
                    new ImportSummary(staged.stream().map(StagedImport::summary).toList()));
        } catch (IOException e) {
            problem(request.out().toString(), "cannot be written: " + FileFailure.of(e));
            return Optional.empty();
        } finally {
            staged.forEach(ImportAction::close);
        }
    }

    private Optional<StagedImport> stage(ImportRequest request, ImportFile file) {
        String path = file.path().toString();
        try {
            return Optional.of(StagedImport.of(request.importer(), file, request.out()));
        } catch (InvalidDocumentException e) {
            String message = String.valueOf(e.getMessage());
            problem(path, message.startsWith(path + ": ") ? message.substring(path.length() + 2) : message);
        } catch (IOException e) {
            problem(path, "cannot be imported: " + FileFailure.of(e));
        }
        return Optional.empty();
    }

    // Again the same is no mistake; another campaign of that name would be lost.
    private void refuseOther(StagedImport staged) {
        try {
            if (staged.isTaken()) {
                problems.add(Problem.at(
                                new Location(staged.target().toString(), 0, 0),
                                "",
                                "is there already, and holds other records than "
                                        + staged.summary().file())
                        .withRemedy("name another directory by --out, or remove it"));
            }
        } catch (IOException e) {
            problem(staged.target().toString(), "cannot be read: " + FileFailure.of(e));
        }
    }

    private void printUnreadable(StagedImport staged) {
        for (UnreadableLine line : staged.first()) {
            err.println(line);
        }
        long more = staged.summary().unreadable() - staged.first().size();
        if (more > 0) {
            err.println("and " + more + " more: see " + staged.summary().unreadableList());
        }
    }

    private void problem(String path, String reason) {
        problems.add(Problem.at(new Location(path, 0, 0), "", reason));
    }

    private static void close(Closeable staged) {
        try {
            staged.close();
        } catch (IOException leftBehind) {
            // A temporary file more, under a name that says so.
            return;
        }
    }

    /** Gives the arguments of {@code import} their types. Reading goes on after a mistake, so that one report shows all of them. */
    static final class ImportReader {
        private final ImportCommand command;
        private final Problems problems;
        private final ImportPaths paths;

        ImportReader(ImportCommand command, CliContext context, Problems problems) {
            this.command = command;
            this.problems = problems;
            this.paths = new ImportPaths(command, context, problems);
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
            Optional<Importer> named = all.stream()
                    .filter(one -> one.name().equals(command.format))
                    .findFirst();
            if (named.isEmpty()) {
                problems.add(Words.unknown("format", command.format, names)
                        .at(Location.COMMAND_LINE, "import", command.format));
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

    /**
     * What is to be imported.
     *
     * @param importer by which importer
     * @param files which files, with campaigns of different names
     * @param out the directory for the records
     */
    record ImportRequest(Importer importer, List<ImportFile> files, Path out) {
        ImportRequest {
            files = List.copyOf(files);
        }
    }
}
