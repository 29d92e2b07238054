package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.record.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
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

    void write(RunRecord runRecord) throws IOException {
        RecordWriter.write(runs(), runRecord);
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
