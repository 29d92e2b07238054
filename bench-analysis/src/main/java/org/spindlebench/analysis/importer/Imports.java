package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SafeName;
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
     * @throws InvalidDocumentException if the file's name does not end in {@code .csv}, or its header cannot be
     *     understood
     * @throws NoSuchFileException if there is no such file
     * @throws IOException if the file could not be read
     */
    public static Stream<RunRecord> read(Path file, Consumer<UnreadableLine> unreadable) throws IOException {
        Importer importer = Importers.recognise(file)
                .orElseThrow(() -> new InvalidDocumentException(
                        file + ": not a .csv file; only these can be read directly, so import others first"));
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
        return Records.stream(runs.open());
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
            source = importer.open(file, this::note);
            return this;
        }

        @Override
        public RunRecord next() throws IOException {
            RunRecord run = source.next();
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
            return file.path() + ": no run could be read; expected: " + importer.summary() + reasons + more;
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
        public static final List<Importer> ALL =
                List.of(new AlojaImporter(), new TestDfsioImporter(), new CsvImporter());

        private Importers() {}

        /** Returns the importer of a format; empty if there is none. */
        public static Optional<Importer> named(String format) {
            return ALL.stream()
                    .filter(importer -> importer.name().equals(format))
                    .findFirst();
        }

        /**
         * Returns the importer for a {@code .csv} file. If the header is ALOJA's, this is ALOJA's importer; otherwise
         * it is the importer for any CSV file, which reports missing columns. Empty if the file's name does not end in
         * {@code .csv}.
         *
         * @throws IOException if the file could not be read
         */
        public static Optional<Importer> recognise(Path file) throws IOException {
            String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            if (!name.endsWith(".csv")) {
                return Optional.empty();
            }
            boolean aloja =
                    CsvLines.firstLine(file).map(AlojaImporter::isHeader).orElse(false);
            return named(aloja ? AlojaImporter.NAME : CsvImporter.NAME);
        }
    }
}
