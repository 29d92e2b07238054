package org.spindlebench.runner.check;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Progress;

/** Compares the time and space that a campaign took, according to its records, with its estimate. */
public final class EstimateCheck {
    private double seconds;
    private Long stored;

    private EstimateCheck() {}

    /** Completes {@code estimate.json} and prints the error of the estimate. Does nothing if there is no estimate. */
    public static void noteError(CampaignDirectory directory, Progress progress) throws IOException {
        if (!Files.exists(directory.estimate())) {
            return;
        }
        try {
            measure(directory, progress);
        } catch (InvalidDocumentException damaged) {
            progress.note("warning: cannot compare the estimate with the campaign: " + damaged.getMessage());
        }
    }

    private static void measure(CampaignDirectory directory, Progress progress) throws IOException {
        EstimateCheck check = new EstimateCheck();
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            records.forEach(check::add);
        }
        Estimate estimate = JsonDocument.read(directory.estimate(), Estimate.class, Estimate.SCHEMA)
                .measured(new Estimate.Measured(check.seconds, check.stored));
        JsonDocument.write(directory.estimate(), estimate);
        progress.note(estimate.error());
    }

    private void add(RunRecord run) {
        if (run.steps() != null) {
            seconds += run.steps().total();
        }
        Long now = run.sizes() == null ? null : run.sizes().stored();
        if (now != null && (stored == null || now > stored)) {
            stored = now;
        }
    }
}
