package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;

/** The records of one campaign. They are in a temporary file until the whole import has been written. */
final class RecordsFile implements Closeable {
    private final StagedFile records;

    RecordsFile(Path target) throws IOException {
        this.records = StagedFile.of(target);
    }

    Path target() {
        return records.target();
    }

    void write(RunRecord run) {
        line(records, JsonDocument.line(run));
    }

    /**
     * Adds a problem if a file with the final name contains other records, which would be lost. Importing the same
     * records again is allowed.
     *
     * @param others the source of the new records, such as {@code " than a.csv"}; may be empty
     */
    void refuseOther(String others, Problems problems) {
        Location target = new Location(target().toString(), 0, 0);
        try {
            if (Files.exists(target()) && !records.equalsTarget()) {
                problems.add(Problem.at(target, "", "exists already, with other records" + others)
                        .withRemedy("name another directory with --out, or remove the file"));
            }
        } catch (IOException e) {
            problems.add(Problem.at(target, "", "cannot be read: " + FileFailure.of(e)));
        }
    }

    void commit() throws IOException {
        records.commit();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private static void line(StagedFile file, String text) {
        try {
            file.out().write((text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines that could not be read. The first ones are shown, and a file lists all. */
    static final class UnreadableLines implements Closeable {
        private static final int MOST_SHOWN = 20;

        private final Path file;
        private final List<UnreadableLine> first = new ArrayList<>();
        private StagedFile list;
        private long count;

        UnreadableLines(Path file) {
            this.file = file;
        }

        void add(UnreadableLine line) {
            count++;
            if (first.size() < MOST_SHOWN) {
                first.add(line);
            }
            try {
                list = list == null ? StagedFile.of(file) : list;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            line(list, line.toString());
        }

        long count() {
            return count;
        }

        /** Returns the file that lists all unreadable lines; null if there are none. */
        String listed() {
            return list == null ? null : file.toString();
        }

        void print(PrintStream err) {
            first.forEach(err::println);
            if (count > first.size()) {
                err.println("and " + (count - first.size()) + " more: see " + file);
            }
        }

        /** Gives the file its final name. If there are no unreadable lines, removes the file of an earlier import. */
        void commit() throws IOException {
            if (list == null) {
                Files.deleteIfExists(file);
            } else {
                list.commit();
            }
        }

        @Override
        public void close() throws IOException {
            if (list != null) {
                list.close();
            }
        }
    }
}
