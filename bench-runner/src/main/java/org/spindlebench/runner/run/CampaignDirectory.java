package org.spindlebench.runner.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.record.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.throughput.ThroughputSeries;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;

/**
 * {@code results/<campaign>/} on this machine.
 *
 * @param root the directory
 */
public record CampaignDirectory(Path root) {
    public Path plan() {
        return root.resolve(PlanFile.NAME);
    }

    public Path environment() {
        return root.resolve("environment.json");
    }

    public Path estimate() {
        return root.resolve("estimate.json");
    }

    /** A copy of the setup's file, where the campaign has one. */
    public Path setup() {
        return root.resolve("setup.yaml");
    }

    public Path log() {
        return root.resolve("hadoop.log");
    }

    public Path runs() {
        return root.resolve("runs");
    }

    /**
     * Makes it, with the plan in it, before the first run.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a campaign of that name
     */
    public void create(Plan plan) throws IOException {
        Files.createDirectories(root.toAbsolutePath().getParent());
        Files.createDirectory(root);
        Files.createDirectory(runs());
        AtomicFile.write(plan(), PlanFile.json(plan));
    }

    /** A run is finished when its record has been renamed into place. */
    public boolean finished(RunSpec run) {
        return Files.exists(runs().resolve(run.id() + ".json"));
    }

    /** The name of the file with a run's throughput over time. */
    static String samples(String run) {
        return run + ".samples.gz";
    }

    /** The name of the file with what nodes did during a run. */
    static String nodes(String run) {
        return run + ".nodes.gz";
    }

    /**
     * Writes a record, and before it the files of samples that it names.
     *
     * @param series throughput over time; may be null when the record names no such file
     * @param evidence what nodes did; may be null when the record names no such file
     */
    void write(RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence) throws IOException {
        if (runRecord.throughput() != null && runRecord.throughput().samples() != null) {
            AtomicFile.write(runs().resolve(runRecord.throughput().samples()), compressed(series.csv()));
        }
        if (runRecord.evidence() != null && runRecord.evidence().samples() != null) {
            Files.move(
                    evidence.samples(),
                    runs().resolve(runRecord.evidence().samples()),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } else if (evidence != null && evidence.samples() != null) {
            Files.deleteIfExists(evidence.samples());
        }
        RecordWriter.write(runs(), runRecord);
    }

    private static byte[] compressed(Stream<String> text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer lines = new OutputStreamWriter(new GZIPOutputStream(bytes), StandardCharsets.UTF_8)) {
            for (String line : (Iterable<String>) text::iterator) {
                lines.write(line + "\n");
            }
        }
        return bytes.toByteArray();
    }

    /** A name for the record of an interrupted try: the run's own name stays free for the next one. */
    String interruptedName(RunSpec run) {
        int attempt = 1;
        while (Files.exists(runs().resolve(run.id() + ".interrupted-" + attempt + ".json"))) {
            attempt++;
        }
        return run.id() + ".interrupted-" + attempt;
    }
}
