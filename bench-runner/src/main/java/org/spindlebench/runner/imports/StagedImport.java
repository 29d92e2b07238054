package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;

/** The records of one file, written aside until all files are read. */
final class StagedImport implements Closeable {
    /** So many lines that can't be read are shown; the list of all lies beside the records. */
    static final int SHOWN = 20;

    private final ImportFile file;
    private final StagedFile records;
    private final Path listFile;
    private final Map<Status, Long> counts = new EnumMap<>(Status.class);
    private final List<UnreadableLine> first = new ArrayList<>();
    private StagedFile list;
    private long unreadable;

    private StagedImport(ImportFile file, Path out) throws IOException {
        this.file = file;
        this.records = StagedFile.of(out.resolve(file.campaign() + ".jsonl"));
        this.listFile = out.resolve(file.campaign() + ".unreadable.txt");
    }

    /**
     * Reads a file and stages its records.
     *
     * @throws InvalidDocumentException if nothing in it can be read
     * @throws IOException if it can't be read, or nothing be written
     */
    static StagedImport of(Importer importer, ImportFile file, Path out) throws IOException {
        StagedImport staged = new StagedImport(file, out);
        try {
            staged.read(importer);
            return staged;
        } catch (UncheckedIOException e) {
            staged.close();
            throw e.getCause();
        } catch (InvalidDocumentException | IOException e) {
            staged.close();
            throw e;
        }
    }

    /** Whether a campaign of that name is there, and is another. */
    boolean isTaken() throws IOException {
        return Files.exists(records.target()) && !records.equalsTarget();
    }

    /** Gives the files their names. */
    void commit() throws IOException {
        if (list == null) {
            Files.deleteIfExists(listFile);
        } else {
            list.commit();
        }
        records.commit();
    }

    ImportSummary.Imported summary() {
        return new ImportSummary.Imported(
                file.path().toString(),
                file.campaign(),
                records.target().toString(),
                counts.values().stream().mapToLong(Long::longValue).sum(),
                count(Status.OK),
                count(Status.INVALID),
                count(Status.FAILED),
                count(Status.INTERRUPTED),
                unreadable,
                list == null ? null : listFile.toString());
    }

    /** The target of the records. */
    Path target() {
        return records.target();
    }

    /** The first lines that could not be read. */
    List<UnreadableLine> first() {
        return first;
    }

    @Override
    public void close() throws IOException {
        records.close();
        if (list != null) {
            list.close();
        }
    }

    private void read(Importer importer) throws IOException {
        try (Stream<RunRecord> runs = Imports.read(importer, file, this::note)) {
            runs.forEachOrdered(this::write);
        }
    }

    private void write(RunRecord run) {
        counts.merge(run.status(), 1L, Long::sum);
        line(records.out(), JsonDocument.line(run));
    }

    private void note(UnreadableLine line) {
        unreadable++;
        if (first.size() < SHOWN) {
            first.add(line);
        }
        if (list == null) {
            list = open(listFile);
        }
        line(list.out(), line.toString());
    }

    private long count(Status status) {
        return counts.getOrDefault(status, 0L);
    }

    private static StagedFile open(Path file) {
        try {
            return StagedFile.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void line(OutputStream out, String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What was imported, as {@code --json} prints it.
     *
     * @param imported by file
     */
    record ImportSummary(List<Imported> imported) {
        /**
         * One file.
         *
         * @param file what was read
         * @param campaign what its runs' campaign is called
         * @param records where its records lie
         * @param runs its runs
         * @param ok those that are ok
         * @param invalid those that are invalid
         * @param failed those that failed
         * @param interrupted those that were interrupted
         * @param unreadable its lines that could not be read
         * @param unreadableList where all of them are listed; null where there is none
         */
        record Imported(
                String file,
                String campaign,
                String records,
                long runs,
                long ok,
                long invalid,
                long failed,
                long interrupted,
                long unreadable,
                String unreadableList) {
            @Override
            public String toString() {
                String statuses = Stream.of(
                                counted(ok, "ok"),
                                counted(invalid, "invalid"),
                                counted(failed, "failed"),
                                counted(interrupted, "interrupted"))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", "));
                String lines = unreadable == 0 ? "" : "; lines that could not be read: " + unreadable;
                return file + ": " + runs + (runs == 1 ? " run (" : " runs (") + statuses + ") -> " + records + lines;
            }

            private static String counted(long count, String what) {
                return count == 0 ? "" : count + " " + what;
            }
        }

        long unreadable() {
            return imported.stream().mapToLong(Imported::unreadable).sum();
        }
    }
}
