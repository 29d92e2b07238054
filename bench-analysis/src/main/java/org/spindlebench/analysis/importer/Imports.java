package org.spindlebench.analysis.importer;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Reads results of other tools as records, one at a time as the stream requests them.
 *
 * <p>The streams throw {@link InvalidDocumentException} if a file does not have its format or holds no readable run,
 * and {@link UncheckedIOException} if reading fails. The caller must close the streams.
 */
public final class Imports {
    private static final int SHOWN_REASONS = 3;

    private Imports() {}

    /**
     * Reads a {@code .csv} file. Its header decides whether it is read as an export of ALOJA or as CSV of any other
     * tool.
     *
     * @param unreadable receives every line that cannot be read. It is called while the stream is being read
     * @throws InvalidDocumentException if the file is no {@code .csv} or {@code .tsv} file, or its header cannot be
     *     understood
     * @throws NoSuchFileException if there is no such file
     * @throws IOException if the file could not be read
     */
    public static Stream<RunRecord> read(Path file, Consumer<UnreadableLine> unreadable) throws IOException {
        Importer importer = Importers.recognise(file)
                .orElseThrow(() -> new InvalidDocumentException(file
                        + ": neither a .csv nor a .tsv file; only these can be read directly, so import others first"));
        return read(importer, ImportFile.of(file), unreadable);
    }

    /**
     * Reads a file of a given format.
     *
     * @param unreadable receives every line that cannot be read. It is called while the stream is being read
     * @throws InvalidDocumentException if the file does not have that format
     * @throws NoSuchFileException if there is no such file
     * @throws IOException if the file could not be read
     */
    public static Stream<RunRecord> read(Importer importer, ImportFile file, Consumer<UnreadableLine> unreadable)
            throws IOException {
        NotEmpty runs = new NotEmpty(importer, file, unreadable);
        Map<String, Integer> rounding = file.form().rounding();
        return Records.stream(runs.open()).map(run -> run.rounding(rounding));
    }

    /** A source that fails if it ends before it has returned a run. */
    private static final class NotEmpty implements RunSource {
        private final Importer importer;
        private final ImportFile file;
        private final Consumer<UnreadableLine> unreadable;
        private final List<UnreadableLine> first = new ArrayList<>();
        private RunSource source;
        private long runs;
        private long lines;

        NotEmpty(Importer importer, ImportFile file, Consumer<UnreadableLine> unreadable) {
            this.importer = importer;
            this.file = file;
            this.unreadable = unreadable;
        }

        NotEmpty open() throws IOException {
            try {
                source = importer.open(file, this::note);
            } catch (InvalidDocumentException e) {
                throw new InvalidDocumentException(e.getMessage() + Importers.likely(importer, file), e);
            } catch (EOFException | ZipException e) {
                throw new InvalidDocumentException(file.path() + ImportText.CUT_OFF, e);
            }
            return this;
        }

        @Override
        public RunRecord next() throws IOException {
            RunRecord run;
            try {
                run = source.next();
            } catch (EOFException | ZipException e) {
                throw new InvalidDocumentException(file.path() + ImportText.CUT_OFF, e);
            }
            if (run != null) {
                runs++;
            } else if (runs == 0) {
                throw new InvalidDocumentException(nothing());
            }
            return run;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }

        private void note(UnreadableLine line) {
            lines++;
            if (first.size() < SHOWN_REASONS) {
                first.add(line);
            }
            unreadable.accept(line);
        }

        private String nothing() {
            String reasons = first.stream()
                    .map(line -> "; line " + line.line() + ": " + line.reason())
                    .collect(Collectors.joining());
            String more = lines > first.size() ? "; and " + (lines - first.size()) + " more" : "";
            return file.path() + ": no run could be read; expected: " + importer.summary() + reasons + more
                    + Importers.likely(importer, file);
        }
    }

    /**
     * Names the campaign of each imported file after the file. Files of the same name in several directories are
     * separate campaigns.
     */
    public static final class CampaignNames {
        private final Map<Path, String> names = new HashMap<>();

        /**
         * Returns the file's name, with a number if another file has it already. A file that is read again keeps its
         * name.
         */
        public String of(Path file) {
            String name = names.get(file);
            if (name == null) {
                String own = SafeName.ofFile(file);
                name = own;
                for (int number = 2; names.containsValue(name); number++) {
                    name = own + "-" + number;
                }
                names.put(file, name);
            }
            return name;
        }
    }

    /** All importers of this library. */
    public static final class Importers {
        public static final List<Importer> ALL = List.of(
                new AlojaImporter(),
                new TestDfsioImporter(),
                new CsvImporter(),
                new ConsoleImporter(),
                new HibenchImporter(),
                new HistoryServerImporter(),
                new FioImporter(),
                new HyperfineImporter(),
                new JmhImporter());

        private static final Pattern SPINDLES = Pattern.compile("\\s*\\{\\s*\"schema\"");
        private static final Pattern TABLE = Pattern.compile(".*\\.[ct]sv(\\.gz)?");

        /** What files of no format look like, and what to do with them. */
        private static final Map<Pattern, String> OTHERS = new LinkedHashMap<>();

        static {
            OTHERS.put(
                    Pattern.compile("avg-cpu:|(?m)^Device:?\\s+.*r/s"),
                    "iostat's text output: Spindle reads no logs of devices, so let it sample the nodes with `run --probe`");
            OTHERS.put(Pattern.compile("^Avro-(Json|Binary)"), "a job history: read it with `import jobhistory`");
            OTHERS.put(
                    Pattern.compile("Starting Job = job_"),
                    "output of Hive, which does not say how long each job took: save its jobs from the JobHistoryServer,"
                            + " and read them with `import historyserver`");
            OTHERS.put(
                    Pattern.compile("Application report for application_|SparkContext"),
                    "output of Spark: write the durations of its applications as CSV, and read them with `import csv`");
            OTHERS.put(
                    Pattern.compile("^diff --git"),
                    "a comparison by git, with lines of two files: name the file itself");
            OTHERS.put(
                    Pattern.compile("^Meta VERSION=\"1\""),
                    "a job history of Hadoop 1: write its durations as CSV, and read them with `import csv`");
        }

        private Importers() {}

        /**
         * Returns what a file looks like that is read with another command, as the end of a message; empty if unknown.
         */
        public static String likely(Path file) {
            String start = ImportText.start(file);
            String noText = ImportText.noText(file);
            return !noText.isEmpty() ? noText : SPINDLES.matcher(start).lookingAt() ? "" : likely("", start);
        }

        /** Returns what a file of another format looks like, as the end of a message; empty if unknown. */
        static String likely(Importer importer, ImportFile file) {
            return likely(importer.name(), ImportText.start(file.path()));
        }

        private static String likely(String name, String start) {
            return Stream.concat(
                            OTHERS.entrySet().stream()
                                    .filter(other -> !other.getValue().endsWith("`import " + name + "`")),
                            ALL.stream()
                                    .filter(other -> !other.name().equals(name))
                                    .flatMap(other -> other.mark().stream()
                                            .map(mark -> Map.entry(
                                                    mark,
                                                    other.summary() + "; read it with `import " + other.name() + "`"))))
                    .filter(format -> format.getKey().matcher(start).find())
                    .map(format -> ". It looks like " + format.getValue())
                    .findFirst()
                    .orElse("");
        }

        /** Checks whether a file's name says that it is a table, and not records. */
        public static boolean isTable(Path file) {
            String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            return TABLE.matcher(name).matches() && !Files.isDirectory(file);
        }

        /** Returns the importer of a format; empty if there is none. */
        public static Optional<Importer> named(String format) {
            return ALL.stream()
                    .filter(importer -> importer.name().equals(format))
                    .findFirst();
        }

        /**
         * Returns the columns of a CSV file that are probably meant by required names that its header lacks, as {@code
         * NAME=COLUMN}. Empty if the header needs no guess, or permits none.
         */
        public static List<String> guessedColumns(ImportFile file) {
            try {
                return recognise(file.path())
                                .filter(importer -> importer instanceof CsvImporter)
                                .isEmpty()
                        ? List.of()
                        : CsvLines.guess(file);
            } catch (IOException | UnreadableException | InvalidDocumentException e) {
                // Reading the file reports the error.
                return List.of();
            }
        }

        /**
         * Returns the importer for a {@code .csv} or {@code .tsv} file, which may be compressed. If the header is ALOJA's, this is ALOJA's importer; otherwise
         * it is the importer for any CSV file, which reports missing columns. Empty if the file's name says
         * that it is another file.
         *
         * @throws IOException if the file could not be read
         */
        public static Optional<Importer> recognise(Path file) throws IOException {
            if (!isTable(file)) {
                return Optional.empty();
            }
            boolean aloja;
            try {
                aloja = CsvLines.firstLine(file).map(AlojaImporter::isHeader).orElse(false);
            } catch (EOFException | ZipException e) {
                throw new InvalidDocumentException(file + ImportText.CUT_OFF, e);
            }
            return named(aloja ? AlojaImporter.NAME : CsvImporter.NAME);
        }
    }
}
