package org.spindlebench.analysis.record;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;
import org.spindlebench.analysis.document.Utf8Lines;

/**
 * Reads each record when the stream requests it, because a campaign's records may not fit into memory.
 *
 * <p>The streams must be closed. They throw {@link InvalidDocumentException}, naming file, line and column, at a record
 * that cannot be understood. They throw {@link UncheckedIOException} if reading fails.
 */
public final class Records {
    private static final String LINES = ".jsonl";
    private static final String DOCUMENT = ".json";
    private static final String COMPRESSED = DOCUMENT + JsonDocument.COMPRESSED;
    /** Documents in a results directory that are not records. */
    private static final Set<String> OTHER_DOCUMENTS =
            Set.of("plan.json", "environment.json", "estimate.json", "summary.json", "report.json", "devices.json");

    private Records() {}

    /**
     * Reads the records of a results directory ({@code runs/*.json}, {@code runs/*.json.gz}, {@code runs/*.jsonl}), of a
     * directory of such files, or of one file. Files are read in the order of their names. Hidden files are not records.
     *
     * @param results a directory, a {@code .json} or {@code .json.gz} document of one run, or a {@code .jsonl} file with
     *     one run per line
     * @return the records; an empty stream if the directory has none yet
     * @throws InvalidDocumentException if {@code results} is a {@code .csv} file
     * @throws NoSuchFileException if {@code results} does not exist
     * @throws IOException if the directory cannot be listed
     */
    public static Stream<RunRecord> read(Path results) throws IOException {
        if (!Files.exists(results)) {
            throw new NoSuchFileException(results.toString());
        }
        if (results.toString().endsWith(".csv") && !Files.isDirectory(results)) {
            throw new InvalidDocumentException(results + ": a CSV file has no records; Imports.read reads CSV");
        }
        List<Path> files = Files.isDirectory(results) ? files(results) : List.of(results);
        return stream(new RecordReader(files.iterator(), null, null));
    }

    /**
     * Reads JSON Lines.
     *
     * @param lines UTF-8 text, one record per line, closed with the stream
     * @param name the source's name, for messages
     */
    public static Stream<RunRecord> read(InputStream lines, String name) {
        return stream(new RecordReader(Collections.emptyIterator(), lines, name));
    }

    /**
     * Reads the document of one run.
     *
     * @throws InvalidDocumentException if the document is not a record of schema {@link RunRecord#SCHEMA}
     * @throws IOException if the file could not be read
     */
    public static RunRecord readOne(Path file) throws IOException {
        return JsonDocument.read(file, RunRecord.class, RunRecord.SCHEMA);
    }

    /** Returns the file with the record of a run, in a directory of such files; empty if there is none. */
    public static Optional<Path> find(Path directory, String run) {
        return Stream.of(DOCUMENT, COMPRESSED)
                .map(end -> directory.resolve(run + end))
                .filter(Files::exists)
                .findFirst();
    }

    /** Returns whether a file name is the name of a run's document: {@code .json} or {@code .json.gz}. */
    public static boolean isDocument(String name) {
        return name.endsWith(DOCUMENT) || name.endsWith(COMPRESSED);
    }

    /** Returns whether a file's name is that of a document in a results directory that is not a record. */
    public static boolean isOther(Path file) {
        return OTHER_DOCUMENTS.contains(String.valueOf(file.getFileName()));
    }

    /**
     * Returns a source's records as a stream, which reads each record only when it is requested.
     *
     * @param source the source, closed with the stream
     */
    // This does not use Stream.flatMap, because flatMap buffers an inner stream that is consumed through an iterator.
    public static Stream<RunRecord> stream(RunSource source) {
        int characteristics = Spliterator.ORDERED | Spliterator.NONNULL;
        Spliterator<RunRecord> runs = new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, characteristics) {
            @Override
            public boolean tryAdvance(Consumer<? super RunRecord> action) {
                RunRecord run = next(source);
                if (run != null) {
                    action.accept(run);
                }
                return run != null;
            }
        };
        return StreamSupport.stream(runs, false).onClose(() -> close(source));
    }

    private static RunRecord next(RunSource source) {
        try {
            return source.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static void close(RunSource source) {
        try {
            source.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        Path runs = directory.resolve("runs");
        try (Stream<Path> entries = Files.list(Files.isDirectory(runs) ? runs : directory)) {
            return entries.filter(Records::isRecord).sorted().toList();
        }
    }

    private static boolean isRecord(Path file) {
        String name = file.getFileName().toString();
        boolean named = isDocument(name) || name.endsWith(LINES);
        return named && !name.startsWith(".") && !isOther(file) && Files.isRegularFile(file);
    }

    /**
     * Reads documents of one run and JSON Lines, from files opened one after another. Skips blank lines. Several
     * threads each parse some lines of a file; records and errors still come in the order of the lines.
     */
    private static final class RecordReader implements RunSource {
        /**
         * The largest number of bytes in a line. A record with every counter and several hundred thousand tasks is
         * shorter.
         */
        private static final int LONGEST = 1 << 26;

        /** The number of characters of a file's lines after which a part ends. */
        private static final int TOGETHER = 1 << 15;

        /** The reader begins no further part once it has read at least this many characters ahead. */
        private static final int MOST_AHEAD = 1 << 19;

        private record Line(String text, TextOrigin origin) {
            Parsed parsed() {
                try {
                    return new Parsed(JsonDocument.parse(text, RunRecord.class, RunRecord.SCHEMA, origin), null);
                } catch (InvalidDocumentException e) {
                    return new Parsed(null, e);
                }
            }
        }

        /** A record, or the error in its line. */
        private record Parsed(RunRecord record, InvalidDocumentException problem) {
            RunRecord orThrow() {
                if (problem != null) {
                    throw problem;
                }
                return record;
            }
        }

        /** Lines that are parsed together, by the first thread that has time. */
        private static final class LineBatch implements Runnable {
            private final int length;
            /** Null after the end, to free the records, because the pool may keep a part for longer. */
            private volatile FutureTask<List<Parsed>> records;

            LineBatch(List<Line> lines, int length) {
                this.length = length;
                this.records =
                        new FutureTask<>(() -> lines.stream().map(Line::parsed).toList());
            }

            /** Parses the lines, unless another thread has begun to. */
            @Override
            public void run() {
                FutureTask<List<Parsed>> task = records;
                if (task != null) {
                    task.run();
                }
            }

            boolean isDone() {
                return records.isDone();
            }

            List<Parsed> records() throws InterruptedIOException {
                try {
                    return records.get();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while reading records");
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof Error error) {
                        throw error;
                    }
                    throw new IllegalStateException("parsing a record never fails in this way", e);
                }
            }

            void end() {
                records = null;
            }
        }

        private final Iterator<Path> files;
        private final Deque<Parsed> parsed = new ArrayDeque<>();
        /** The number of characters that are parsed together; 0 for a stream, whose next line may not be there yet. */
        private final int together;

        private String name;
        private Utf8Lines lines;
        /** The lines that other threads parse while the records before them are used. */
        private final Deque<LineBatch> ahead = new ArrayDeque<>();

        private long charactersAhead;
        /**
         * The reason why the last requested line could not be read; thrown after the records of the lines before it.
         */
        private Exception unread;

        /** @param in the JSON Lines to read before the files; null if there are none */
        RecordReader(Iterator<Path> files, InputStream in, String name) {
            this.files = files;
            this.together = in == null ? TOGETHER : 0;
            open(in, name);
        }

        @Override
        public RunRecord next() throws IOException {
            while (true) {
                if (parsed.isEmpty() && lines != null) {
                    parseMore();
                }
                if (!parsed.isEmpty()) {
                    return parsed.remove().orThrow();
                }
                close();
                if (!files.hasNext()) {
                    return null;
                }
                Path file = files.next();
                if (!file.getFileName().toString().endsWith(LINES)) {
                    return readOne(file);
                }
                open(Files.newInputStream(file), file.toString());
            }
        }

        private void parseMore() throws IOException {
            boolean more = true;
            while (more && (ahead.isEmpty() || (together > 0 && charactersAhead < MOST_AHEAD))) {
                more = parseAhead();
            }
            if (!ahead.isEmpty()) {
                parsed.addAll(firstRecords());
            } else if (unread instanceof IOException failed) {
                throw failed;
            } else if (unread instanceof InvalidDocumentException invalid) {
                unread = null;
                throw invalid;
            }
        }

        /** Removes the first part and returns its records. Parses later parts while another thread parses the first. */
        private List<Parsed> firstRecords() throws IOException {
            LineBatch first = ahead.element();
            first.run();
            Iterator<LineBatch> later = ahead.iterator();
            while (!first.isDone() && later.hasNext()) {
                later.next().run();
            }
            List<Parsed> records = first.records();
            first.end();
            charactersAhead -= first.length;
            ahead.remove();
            return records;
        }

        /** Reads the next part, which any thread may parse. Returns false if no line could be read. */
        private boolean parseAhead() {
            List<Line> batch = new ArrayList<>();
            int length = 0;
            try {
                while (unread == null && (batch.isEmpty() || length < together) && lines.advance()) {
                    if (!lines.isBlank()) {
                        batch.add(new Line(lines.text(), new TextOrigin(name, lines.number())));
                        length += batch.get(batch.size() - 1).text().length();
                    }
                }
            } catch (IOException | InvalidDocumentException e) {
                unread = e;
            }
            if (batch.isEmpty()) {
                return false;
            }
            LineBatch part = new LineBatch(batch, length);
            ahead.add(part);
            charactersAhead += length;
            if (together > 0) {
                ForkJoinPool.commonPool().execute(part);
            }
            return true;
        }

        private void open(InputStream in, String source) {
            lines = in == null ? null : new Utf8Lines(in, source, LONGEST);
            name = source;
        }

        @Override
        public void close() throws IOException {
            ahead.forEach(LineBatch::end);
            ahead.clear();
            charactersAhead = 0;
            if (lines != null) {
                lines.close();
                lines = null;
            }
        }
    }

    /** A source of records, one after another. {@link Records#stream} turns it into a stream. */
    public interface RunSource extends Closeable {
        /**
         * Returns the next record, or null at the end.
         *
         * @throws InvalidDocumentException if the next record cannot be understood
         * @throws IOException if the source could not be read
         */
        RunRecord next() throws IOException;
    }

    /** Writes the records of a campaign. A run is finished once a record has its name. */
    public static final class RecordWriter {
        /** The largest number of characters of an uncompressed record: records of most clusters stay readable. */
        static final int MOST_PLAIN = 4_000_000;

        private RecordWriter() {}

        /**
         * Writes {@code <run>.json}, or {@code <run>.json.gz} if the text is long, either completely or not at all. An
         * earlier record of the same run is never lost. If that run was interrupted, its record is kept under the name
         * {@code
         * <run>.interrupted-N}; otherwise the new record is refused.
         *
         * @param runsDir the campaign's {@code runs} directory; created if necessary
         * @return the file
         * @throws FileAlreadyExistsException if the run already has a record that is not interrupted
         * @throws IOException if the record could not be written
         */
        public static Path write(Path runsDir, RunRecord record) throws IOException {
            String run = name(record);
            Optional<Path> earlier = find(runsDir, run);
            if (earlier.isPresent()) {
                keepInterrupted(earlier.get(), run);
            }
            String text = JsonDocument.text(record);
            Path file = runsDir.resolve(run + (text.length() > MOST_PLAIN ? COMPRESSED : DOCUMENT));
            JsonDocument.writeText(file, text);
            return file;
        }

        private static String name(RunRecord record) {
            String name = record.identity().run();
            if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._+-]*")) {
                throw new IllegalArgumentException("a run's name must be usable as a file name: '" + name + "'");
            }
            if (record.schema() != RunRecord.SCHEMA) {
                throw new IllegalArgumentException(
                        name + ": schema must be " + RunRecord.SCHEMA + ", not " + record.schema());
            }
            return name;
        }

        private static void keepInterrupted(Path file, String run) throws IOException {
            if (Records.readOne(file).status() != Status.INTERRUPTED) {
                throw new FileAlreadyExistsException(file.toString(), null, "this run is finished and is not repeated");
            }
            Path directory = file.toAbsolutePath().getParent();
            int number = 1;
            while (find(directory, run + ".interrupted-" + number).isPresent()) {
                number++;
            }
            String end = file.getFileName().toString().substring(run.length());
            Files.move(file, file.resolveSibling(run + ".interrupted-" + number + end));
        }
    }
}
