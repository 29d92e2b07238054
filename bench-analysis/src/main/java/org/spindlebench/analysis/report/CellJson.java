package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.stats.Sample;

/** Writes a cell of {@code summary.json} and {@code report.json}, a form that other programs rely on. */
final class CellJson {
    private CellJson() {}

    /** Returns a cell of the summary. It has no id, because no warning there refers to a cell. */
    static JsonObject of(CellSummary cell) {
        return of(null, cell.subject().settings(), cell);
    }

    /** Returns a cell of the report; settings always include the state of the caches. */
    static JsonObject of(String id, CellSummary cell) {
        return of(id, cell.comparable(), cell);
    }

    /** Returns a cell. The durations, from {@code mean} to {@code values}, and CPU are in seconds, sizes in bytes. */
    private static JsonObject of(String id, Map<String, String> settings, CellSummary cell) {
        JsonObject json = new JsonObject()
                .with("id", id)
                .with("job", cell.subject().job())
                .with("setup", cell.subject().setup())
                .with("settings", settings)
                .with("n", cell.counts().ok());
        Sample elapsed = cell.elapsed();
        if (elapsed == null) {
            json.with("values", List.of());
        } else {
            json.with("mean", elapsed.mean())
                    .with("sd", elapsed.sd())
                    .with("cv", elapsed.cv())
                    .with("median", elapsed.median())
                    .with("min", elapsed.min())
                    .with("max", elapsed.max())
                    .with("values", elapsed.values());
        }
        return json.with("metric", "duration")
                .with("unit", "s")
                .with("invalid", cell.counts().invalid())
                .with("failed", cell.counts().failed())
                .with("interrupted", cell.counts().interrupted())
                .with("untimed", cell.counts().untimed())
                .with("stated_cost", cell.cost() == null ? null : cell.cost().mean())
                .with("throughput_per_node", cell.throughputPerNode())
                .with("sizes", new JsonObject().all(cell.sizes(), "bytes", "localWritten", "peakContainers"))
                .with("relative_to_terasort", new JsonObject().all(cell.relative()))
                .with("devices", cell.devices() == null ? null : devices(cell.devices()))
                .with("cache", cell.cache().word())
                .with("cache_proofs", cell.cacheProofs().runs() == 0 ? null : new JsonObject().all(cell.cacheProofs()))
                .list("excluded", cell.excluded(), CellJson::excluded)
                .list("warnings", cell.warnings(), warning -> new JsonObject()
                        .with("code", warning.warning().code())
                        .with("message", warning.warning().message())
                        .with("runs", warning.runs()));
    }

    private static JsonObject devices(DeviceMeans means) {
        return new JsonObject()
                .with("runs", means.runs())
                .with("cpu_busy", means.cpuBusy())
                .with("hdfs", role(means.hdfs()))
                .with("shuffle", role(means.shuffle()))
                .with("intermediate", means.intermediate().isEmpty() ? null : means.intermediate())
                .with("reason", means.reason());
    }

    private static JsonObject role(DeviceMeans.RoleMean io) {
        return io == null
                ? null
                : new JsonObject()
                        .with("runs", io.runs())
                        .with("origin", io.origin().word())
                        .with("bytes_per_read", io.bytesPerRead())
                        .with("bytes_per_write", io.bytesPerWrite())
                        .with("busy", io.busy());
    }

    private static JsonObject excluded(ExcludedRun run) {
        return new JsonObject()
                .with("campaign", run.campaign())
                .with("run", run.run())
                .with("status", run.status())
                .with("reasons", run.reasons())
                .with("cache", run.cache().word())
                .with("repeated", run.repeated());
    }

    /**
     * Returns the numbers of the tasks in a cell's runs. Values are means over the runs whose records have task
     * attempts; failed and killed attempts and stragglers are summed over these runs.
     */
    static JsonObject tasks(String id, CellSummary cell) {
        TaskMeans means = cell.tasks();
        TaskMeans.Places places = means.locality();
        TaskMeans.Ends ends = means.ends();
        return CellJson.about(id, cell)
                .with("runs", means.runs())
                .with("maps", tasks(means.maps()))
                .with("reduces", tasks(means.reduces()))
                .with("seconds", new JsonObject().all(means.seconds()))
                .with("node_local", places == null ? null : places.node())
                .with("rack_local", places == null ? null : places.rack())
                .with("failed", ends == null ? null : ends.failed())
                .with("killed", ends == null ? null : ends.killed())
                .with("stragglers", means.stragglers())
                .with("worst", means.worst() == null ? null : worst(means.worst()));
    }

    /** Begins an object with what a cell is about, and its id. */
    static JsonObject about(String id, CellSummary cell) {
        return new JsonObject()
                .with("cell", id)
                .with("job", cell.subject().job())
                .with("setup", cell.subject().setup())
                .with("settings", cell.comparable());
    }

    private static JsonObject tasks(TaskMeans.Tasks tasks) {
        return new JsonObject()
                .with("tasks", tasks.count())
                .with("waves_by_peak", tasks.byPeak())
                .with("longest_chain", tasks.longestChain());
    }

    private static JsonObject worst(TaskMeans.Worst worst) {
        return new JsonObject().all(worst, "attempt").all(worst.attempt());
    }
}
