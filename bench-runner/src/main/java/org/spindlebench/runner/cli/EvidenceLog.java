package org.spindlebench.runner.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.collector.ReadingLog;
import org.spindlebench.analysis.document.StagedFile;
import org.spindlebench.analysis.importer.UnreadableLine;

/** What is said of a collector's files: notes, the first lines that cannot be read, and a file with all of those. */
final class EvidenceLog implements ReadingLog, Closeable {
    private final Path listFile;
    private final List<String> notes = new ArrayList<>();
    private final List<UnreadableLine> first = new ArrayList<>();
    private StagedFile list;
    private long unreadable;

    EvidenceLog(Path listFile) {
        this.listFile = listFile;
    }

    @Override
    public void unreadable(UnreadableLine line) {
        unreadable++;
        if (first.size() < StagedImport.SHOWN) {
            first.add(line);
        }
        try {
            if (list == null) {
                list = StagedFile.of(listFile);
            }
            list.out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void note(String file, String text) {
        notes.add(file + ": " + text);
    }

    List<String> notes() {
        return notes;
    }

    long unreadable() {
        return unreadable;
    }

    /** Gives the file its name, or removes that of an import before. */
    void commit() throws IOException {
        if (list == null) {
            Files.deleteIfExists(listFile);
        } else {
            list.commit();
        }
    }

    void print(PrintStream err) {
        first.forEach(err::println);
        long more = unreadable - first.size();
        if (more > 0) {
            err.println("and " + more + " more: see " + listFile);
        }
    }

    @Override
    public void close() throws IOException {
        if (list != null) {
            list.close();
        }
    }
}
