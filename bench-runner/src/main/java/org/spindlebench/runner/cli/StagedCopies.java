package org.spindlebench.runner.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.spindlebench.analysis.collector.CollectedEvidence;
import org.spindlebench.analysis.collector.EvidenceCopies;
import org.spindlebench.analysis.collector.Window;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.StagedFile;
import org.spindlebench.analysis.record.Evidence;
import org.spindlebench.analysis.record.RunRecord;

/** Copies of the records of one campaign, written aside until all are. */
final class StagedCopies implements Closeable {
    private final String campaign;
    private final StagedFile records;
    private long runs;
    private long watched;
    private long inPart;
    private long outside;
    private long untimed;

    StagedCopies(String campaign, Path target) throws IOException {
        this.campaign = campaign;
        this.records = StagedFile.of(target);
    }

    /** Writes a copy of a run, with the evidence of its window if there is any. */
    void write(RunRecord run, CollectedEvidence collected) throws IOException {
        Optional<Window> window = Window.of(run);
        Optional<Evidence> seen = window.flatMap(collected::of);
        runs++;
        untimed += window.isEmpty() ? 1 : 0;
        outside += window.isPresent() && seen.isEmpty() ? 1 : 0;
        watched += seen.isPresent() ? 1 : 0;
        inPart += seen.isPresent() && !seen.get().missing().isEmpty() ? 1 : 0;
        RunRecord copy = seen.isPresent() ? EvidenceCopies.with(run, seen.get()) : EvidenceCopies.without(run);
        records.out().write(JsonDocument.line(copy).getBytes(StandardCharsets.UTF_8));
        records.out().write('\n');
    }

    Path target() {
        return records.target();
    }

    /** Whether there are other records of that name. */
    boolean isTaken() throws IOException {
        return Files.exists(records.target()) && !records.equalsTarget();
    }

    void commit() throws IOException {
        records.commit();
    }

    EvidenceSummary.Campaign summary() {
        return new EvidenceSummary.Campaign(
                campaign, records.target().toString(), runs, watched, inPart, outside, untimed);
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
