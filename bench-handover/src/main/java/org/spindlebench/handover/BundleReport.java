package org.spindlebench.handover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.reports.SavedStudy;

/** Computes the numbers of a bundle as {@code report} does without options, from the bundle alone. */
final class BundleReport {
    private BundleReport() {}

    /**
     * Computes the figures.
     *
     * @throws InvalidDocumentException if there is no record, or if a record cannot be parsed
     */
    static Findings of(Path root) throws IOException {
        SavedStudy study = SavedStudy.of(List.of(root), root, new Problems());
        try (Stream<RunRecord> runs = Records.read(root)) {
            Runs cells = Runs.of(runs);
            if (cells.cells().isEmpty()) {
                throw new InvalidDocumentException("there is no record of a run");
            }
            return Findings.of(
                    cells, ComparisonOptions.standard().with(study.study()).against(study.baseline(cells)));
        }
    }
}
