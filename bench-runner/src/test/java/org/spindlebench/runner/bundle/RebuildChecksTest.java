package org.spindlebench.runner.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.Origin;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.cli.MadeRecords;

/** Alters the figures of a damaged run, as a forger would, and sees that {@code verify} notices. */
class RebuildChecksTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private ObjectNode run;

    @BeforeEach
    void make() throws IOException {
        MadeRecords made = new MadeRecords(directory, "made", 1).damaged("hdd", 20);
        run = (ObjectNode)
                JSON.readTree(made.file("001-dfsio-write-damaged.json").toFile());
        run.put("status", "ok");
        run.withObject("/rebuild")
                .put("stopped", "2026-03-01T10:00:00Z")
                .put("dead", "2026-03-01T10:00:30Z")
                .put("recovered", "2026-03-01T10:00:35Z")
                .put("started", "2026-03-01T10:00:40Z")
                .put("detection", 30.0)
                .remove("overlap");
    }

    private List<String> found() {
        List<String> found = new ArrayList<>();
        RunRecord parsed = JsonDocument.parse(
                run.toString(), RunRecord.class, RunRecord.SCHEMA, new Origin("001-dfsio-write-damaged.json", 1));
        new RecordChecks("runs/001-dfsio-write-damaged.json", parsed, found::add).check();
        return found.stream().filter(one -> one.contains("rebuild.")).toList();
    }

    @Test
    void theRunThatThisTestAltersIsSound() {
        assertThat(found()).isEmpty();
    }

    @Test
    void timesOfARebuildFollowFromItsMoments() {
        run.withObject("/rebuild").put("recovery", 4.0).put("detection", 20.0);
        assertThat(found())
                .hasSize(2)
                .anyMatch(one -> one.contains("rebuild.recovery is 4.0, but its times give 5.0"))
                .anyMatch(one -> one.contains("rebuild.detection is 20.0, but its times give 30.0"));
    }

    @Test
    void anOverlapThatTheJobDidNotHaveIsFound() {
        run.withObject("/rebuild").put("overlap", 1.0);
        assertThat(found()).singleElement().asString().contains("rebuild.overlap is 1.0, but the times of the job");
    }

    @Test
    void aValidRunHasRecoveredBeforeItsDataNodeIsStarted() {
        run.withObject("/rebuild").put("started", "2026-03-01T10:00:32Z");
        assertThat(found()).singleElement().asString().contains("rebuild.recovered is 2026-03-01T10:00:35Z");
        run.withObject("/rebuild").remove(List.of("recovered", "recovery", "started"));
        assertThat(found()).singleElement().asString().contains("rebuild.recovery is missing");
    }
}
