package org.spindlebench.runner.reports;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings.UnknownSetupException;
import org.spindlebench.analysis.cost.PriceList.NothingPricedException;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.importer.Imports.CampaignNames;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.StandardInput;

/** Reads results as the user names them: directories and files of records, and CSV files of other tools. */
public final class RecordLoader {
    /** The largest number of unreadable lines to show. */
    private static final int MOST_LINES = 20;

    private final CampaignNames campaigns = new CampaignNames();
    private final Set<String> ignored;
    private final Consumer<UnreadableLine> shown;
    /** Files that were read already, so that their unreadable lines are not reported twice. */
    private final Set<Path> read = new HashSet<>();

    /** The ignored settings that no run has had. */
    private final Set<String> unused;

    private long unreadable;

    private RecordLoader(Set<String> ignored, Consumer<UnreadableLine> shown) {
        this.ignored = Set.copyOf(ignored);
        this.unused = new TreeSet<>(ignored);
        this.shown = shown;
    }

    /** Returns a reader that shows the first unreadable lines of CSV files, and removes the ignored settings. */
    static RecordLoader showingUnreadable(PrintStream err, Set<String> ignored) {
        return new RecordLoader(ignored, line -> err.println("warning: " + line));
    }

    /** Returns a reader that does not report lines that cannot be read. */
    static RecordLoader silent(Set<String> ignored) {
        return new RecordLoader(ignored, line -> {});
    }

    /** Returns the number of lines that could not be read. */
    long unreadable() {
        return unreadable;
    }

    /**
     * Warns of lines that were left out, and of ignored settings that no run has.
     *
     * @param allowed whether the user accepts unreadable lines
     */
    void warn(PrintStream err, boolean allowed) {
        if (unreadable > 0) {
            err.println("warning: " + unreadable + (unreadable == 1 ? " line was" : " lines were")
                    + " left out as unreadable; `import` lists all such lines"
                    + (allowed ? "" : ". The exit code is 1; --skip-unreadable makes it 0"));
        }
        if (!unused.isEmpty()) {
            err.println("warning: --ignore " + String.join(",", unused) + ": no run has this setting");
        }
    }

    private void note(UnreadableLine line) {
        unreadable++;
        if (unreadable <= MOST_LINES) {
            shown.accept(line);
        }
    }

    /** Returns why results cannot be read; empty if they can. */
    public static Optional<String> refusal(Path results) {
        if (!Files.exists(results)) {
            return Optional.of("no such file or directory");
        }
        if (!Files.isReadable(results)) {
            return Optional.of("no permission to read it");
        }
        String name = results.toString().toLowerCase(Locale.ROOT);
        boolean known = Files.isDirectory(results) || name.matches(".*\\.(json|jsonl|csv)");
        if (!known) {
            return Optional.of("neither a directory nor a .json, .jsonl or .csv file");
        }
        return Records.isOther(results)
                ? Optional.of("holds no run: name the directory that it is in")
                : Optional.empty();
    }

    /** Returns the runs as a stream that reads one at a time. The caller must close it. */
    Stream<RunRecord> read(Path results) {
        return all(results).map(this::withoutIgnored);
    }

    private RunRecord withoutIgnored(RunRecord run) {
        unused.removeAll(run.subject().settings().keySet());
        return run.ignoring(ignored);
    }

    private Stream<RunRecord> all(Path results) {
        try {
            Consumer<UnreadableLine> told = read.add(results) ? this::note : line -> {};
            Optional<Importer> importer = Files.isDirectory(results) ? Optional.empty() : Importers.recognise(results);
            return importer.isPresent()
                    ? Imports.read(importer.get(), ImportFile.of(results, campaigns.of(results)), told)
                    : Records.read(results);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An action on results. */
    interface Action {
        int run() throws IOException;
    }

    /**
     * Runs an action. If it fails because of results that the user named, prints a sentence without a stack trace, and
     * returns an exit code.
     */
    static int guarded(PrintStream err, String consequence, Action action) {
        String message;
        try {
            return action.run();
        } catch (InvalidDocumentException
                | UnknownSetupException
                | NothingPricedException
                | IllegalArgumentException e) {
            message = e.getMessage();
        } catch (UncheckedIOException e) {
            message = FileFailure.of(e.getCause());
        } catch (IOException e) {
            message = FileFailure.of(e);
        }
        err.println(
                "error: " + StandardInput.named(message) + System.lineSeparator() + Problems.counted(1, consequence));
        return ExitCode.WRONG_USAGE.code();
    }
}
