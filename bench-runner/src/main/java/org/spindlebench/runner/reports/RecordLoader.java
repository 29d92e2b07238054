package org.spindlebench.runner.reports;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.StandardInput;
import org.spindlebench.runner.imports.FileOptions;

/** Reads results as the user names them: directories and files of records, and CSV files of other tools. */
public final class RecordLoader {
    /** The largest number of unreadable lines to show. */
    private static final int MOST_LINES = 20;
    /** The smallest number of equal runs that can hardly be chance. */
    private static final int LEAST_IN_COMMON = 3;

    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");

    private final CampaignNames campaigns = new CampaignNames();
    private final Set<String> ignored;
    private final FileOptions reading;
    private final Consumer<String> notes;
    private final Set<String> columnsTold = new HashSet<>();
    /** Files that were read already, so that their unreadable lines are not reported twice. */
    private final Set<Path> read = new HashSet<>();

    /** The ignored settings that no run has had. */
    private final Set<String> unused;

    /** The settings to round that no run has had. */
    private final Set<String> notRounded;

    /** The first file with a job, a setup, settings and a duration, by their hash. */
    private final Map<Integer, String> firstFiles = new HashMap<>();

    /** For each file, the number of runs that an earlier file has, too, and the number of all runs. */
    private final Map<String, int[]> inCommon = new TreeMap<>();

    /** The first unreadable lines. They are shown after all files are read, because an error may name them itself. */
    private final List<String> lines = new ArrayList<>();

    private long unreadable;

    /**
     * Creates a reader that removes the ignored settings.
     *
     * @param notes receives the first unreadable lines of files of other tools, and warnings about columns
     */
    RecordLoader(Set<String> ignored, FileOptions reading, Consumer<String> notes) {
        this.ignored = Set.copyOf(ignored);
        this.unused = new TreeSet<>(ignored);
        this.notRounded = new TreeSet<>(reading.rounding().keySet());
        this.reading = reading;
        this.notes = notes;
    }

    /** Returns the number of lines that could not be read. */
    long unreadable() {
        return unreadable;
    }

    /**
     * Shows unreadable lines, and warns of them, of probable copies, and of settings to ignore or round that no run has.
     *
     * @param allowed whether the user accepts unreadable lines
     */
    void warn(PrintStream err, boolean allowed) {
        lines.forEach(notes);
        lines.clear();
        if (unreadable > 0) {
            err.println("warning: " + unreadable + (unreadable == 1 ? " line was" : " lines were")
                    + " left out as unreadable; `import` lists all such lines"
                    + (allowed ? "" : ". The exit code is 1; --skip-unreadable makes it 0"));
        }
        inCommon.forEach((file, counts) -> {
            if (counts[0] >= LEAST_IN_COMMON && 2 * counts[0] > counts[1]) {
                err.println("warning: " + file + ": " + counts[0] + " of its " + counts[1]
                        + " runs have the job, setup, settings and duration of runs in the other files: if it is a copy"
                        + (counts[0] < counts[1] ? " of a part" : "")
                        + ", leave it out, because runs would be counted twice");
            }
        });
        if (!unused.isEmpty()) {
            err.println("warning: --ignore " + String.join(",", unused) + ": no run has this setting");
        }
        if (!notRounded.isEmpty()) {
            err.println("warning: --round " + String.join(",", notRounded) + ": no run has a number in this setting");
        }
    }

    private void note(UnreadableLine line) {
        unreadable++;
        if (unreadable <= MOST_LINES) {
            lines.add(line.toString());
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
        boolean known = Files.isDirectory(results) || name.matches(".*\\.(json|jsonl|[ct]sv|[ct]sv\\.gz)");
        if (!known) {
            String likely = Importers.likely(results);
            return Optional.of("neither a directory nor a .json, .jsonl, .csv or .tsv file"
                    + (likely.isEmpty() ? "; `import` reads other formats" : likely));
        }
        if (Records.isOther(results)) {
            return Optional.of("holds no run: name the directory of this file");
        }
        return Optional.of(name)
                .filter(json -> json.endsWith(".json"))
                .map(json -> Importers.likely(results))
                .filter(likely -> !likely.isEmpty())
                .map(likely -> "holds no run of Spindle" + likely);
    }

    /**
     * Returns the runs as a stream that reads one at a time. The caller must close it. If files are damaged, the stream
     * reads the others and throws at its end, so that one report names all damaged files.
     */
    Stream<RunRecord> read(Path results) {
        return read(List.of(results), place -> {});
    }

    /**
     * Returns the runs of several results, as {@link #read(Path)} does.
     *
     * @param found receives the place of each run
     */
    Stream<RunRecord> read(List<Path> results, Consumer<Path> found) {
        Set<String> damaged = new LinkedHashSet<>();
        Stream<RunRecord> sound = results.stream()
                .flatMap(
                        place -> sound(place, damaged).map(this::withoutIgnored).peek(run -> found.accept(place)));
        return Stream.concat(sound, Stream.of(damaged).flatMap(RecordLoader::refused));
    }

    /** Throws an exception that says why files were not read. Returns no run if all files were read. */
    private static Stream<RunRecord> refused(Set<String> damaged) {
        List<String> all = new ArrayList<>(damaged);
        if (all.size() >= MOST_LINES) {
            all.add("Spindle read no further after " + MOST_LINES + " damaged files or lines, so there may be more");
        }
        require(all);
        return Stream.empty();
    }

    /** Shows each warning about the columns of a file once. */
    private RunRecord withColumnsTold(RunRecord run) {
        run.warnings().stream()
                .filter(warning -> warning.code().startsWith("column-"))
                .filter(warning -> ignored.stream().noneMatch(name -> isAbout(warning, name)))
                .filter(warning -> columnsTold.add(run.source().file() + ": " + warning.message()))
                .forEach(warning -> notes.accept(run.source().file() + ": " + warning.message()));
        return run;
    }

    /** Counts the runs without a time that a file shares with an earlier file: the file may repeat a part of it. */
    private void count(RunRecord run) {
        Times times = run.times();
        if (times != null
                && times.elapsed() != null
                && times.yarnStarted() == null
                && times.yarnFinished() == null
                && run.source().localStart() == null) {
            String file = run.identity().campaign();
            String first = firstFiles.putIfAbsent(Objects.hash(run.subject(), times.elapsed()), file);
            int[] counts = inCommon.computeIfAbsent(file, any -> new int[2]);
            counts[0] += first != null && !first.equals(file) ? 1 : 0;
            counts[1]++;
        }
    }

    private static boolean isAbout(Warning warning, String column) {
        return Pattern.compile("(?<!\\w)" + Pattern.quote(column) + "(?!\\w)")
                .matcher(warning.message())
                .find();
    }

    private RunRecord withoutIgnored(RunRecord run) {
        unused.removeAll(run.subject().settings().keySet());
        notRounded.removeIf(name ->
                NUMBER.matcher(run.subject().settings().getOrDefault(name, "")).matches());
        return run.ignoring(ignored);
    }

    private Stream<RunRecord> sound(Path results, Set<String> damaged) {
        try {
            boolean isFirst = read.add(results);
            Consumer<UnreadableLine> told = isFirst ? this::note : line -> {};
            Optional<Importer> importer = Files.isDirectory(results) ? Optional.empty() : Importers.recognise(results);
            if (importer.isEmpty()) {
                return sound(Records.read(results), true, damaged).map(run -> run.rounding(reading.rounding()));
            }
            ImportFile file = reading.file(results, campaigns.of(results), Optional.empty());
            Stream<RunRecord> runs = sound(Imports.read(importer.get(), file, told), false, damaged)
                    .map(this::withColumnsTold);
            return isFirst ? runs.peek(this::count) : runs;
        } catch (InvalidDocumentException e) {
            damaged.add(e.getMessage());
        } catch (IOException e) {
            damaged.add(FileFailure.of(e));
        }
        return Stream.empty();
    }

    /**
     * Returns the runs that can be read, and adds to {@code damaged} why others cannot be read.
     *
     * @param readsOn whether the source has further runs after a damaged one
     */
    private static Stream<RunRecord> sound(Stream<RunRecord> runs, boolean readsOn, Set<String> damaged) {
        Spliterator<RunRecord> source = runs.spliterator();
        Spliterator<RunRecord> sound =
                new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL) {
                    private RunRecord next;

                    @Override
                    public boolean tryAdvance(Consumer<? super RunRecord> action) {
                        next = null;
                        boolean more = true;
                        while (more && next == null && damaged.size() < MOST_LINES) {
                            try {
                                more = source.tryAdvance(run -> next = run);
                            } catch (InvalidDocumentException e) {
                                more = damaged.add(e.getMessage()) && readsOn;
                            } catch (UncheckedIOException e) {
                                more = damaged.add(FileFailure.of(e.getCause())) && readsOn;
                            }
                        }
                        if (next == null) {
                            return false;
                        }
                        action.accept(next);
                        return true;
                    }
                };
        return StreamSupport.stream(sound, false).onClose(runs::close);
    }

    /**
     * Refuses what the user named.
     *
     * @param problems one line each
     * @throws InvalidDocumentException if there are any
     */
    static void require(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new InvalidDocumentException(String.join("\n", problems));
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
        List<String> all = String.valueOf(message).lines().toList();
        all.forEach(one -> err.println("error: " + StandardInput.named(one)));
        err.println(Problems.counted(all.size(), consequence));
        return ExitCode.WRONG_USAGE.code();
    }
}
