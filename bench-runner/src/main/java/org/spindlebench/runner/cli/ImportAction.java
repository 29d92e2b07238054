package org.spindlebench.runner.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.collector.Collector;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.ImportFile;
import org.spindlebench.analysis.importer.UnreadableLine;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/** The command {@code import}: all files, or none of them. */
final class ImportAction {
    private final Wiring wiring;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    ImportAction(Wiring wiring, Problems problems, PrintStream out, PrintStream err) {
        this.wiring = wiring;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    int run(ImportCommand command) {
        Optional<Collector> collector = Collector.named(command.format);
        if (collector.isPresent()) {
            return new EvidenceAction(wiring, problems, out, err).run(command, collector.get());
        }
        Optional<ImportSummary> summary =
                new ImportReader(command, wiring, problems).read().flatMap(this::importAll);
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
}
