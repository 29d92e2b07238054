package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.cell.LimitMedians;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.stats.Sample;

/** Writes a cell of {@code summary.json} and {@code report.json}, a form on which other programs rely. */
final class CellJson {
    private CellJson() {}

    /** Returns a cell of the summary. The cell has no id, because no warning of the summary refers to one. */
    static JsonObject of(CellSummary cell) {
        return of(null, cell.subject().settings(), cell);
    }

    /** Returns a cell of the report; settings always include the state of the caches. */
    static JsonObject of(String id, CellSummary cell) {
        return of(id, cell.comparable(), cell);
    }

    /** Returns a cell. The durations, from {@code mean} to {@code values}, and CPU are in seconds, sizes in bytes. */
    private static JsonObject of(String id, Map<String, String> settings, CellSummary cell) {
        Optional<Sample> elapsed = Optional.ofNullable(cell.elapsed());
        return new JsonObject()
                .with("id", id)
                .with("job", cell.subject().job())
                .with("setup", cell.subject().setup())
                .with("settings", settings)
                .with("n", cell.counts().ok())
                .with("mean", elapsed.map(Sample::mean))
                .with("sd", elapsed.map(Sample::sd))
                .with("cv", elapsed.map(Sample::cv))
                .with("median", elapsed.map(Sample::median))
                .with("min", elapsed.map(Sample::min))
                .with("max", elapsed.map(Sample::max))
                .with("values", elapsed.map(Sample::values).orElse(List.of()))
                .with("metric", cell.quantity().word())
                .with("unit", cell.quantity().unit())
                .all(cell.counts(), "ok", "untimed")
                .with("untimed", cell.counts().untimed())
                .with("stated_cost", cell.cost() == null ? null : cell.cost().mean())
                .with("throughput_per_node", cell.throughputPerNode())
                .with("sizes", JsonObject.of(cell.sizes(), "bytes", "localWritten", "peakContainers"))
                .with("relative_to_terasort", JsonObject.of(cell.relative()))
                .with("devices", cell.devices() == null ? null : devices(cell.devices()))
                .with("cache", cell.cache().word())
                .with("cache_proofs", cell.cacheProofs().runs() == 0 ? null : JsonObject.of(cell.cacheProofs()))
                .list("excluded", cell.excluded(), run -> JsonObject.of(run, "started", "seconds", "cache", "repeated")
                        .with("cache", run.cache().word())
                        .with("repeated", run.repeated()))
                .list("warnings", cell.warnings(), warning -> JsonObject.of(warning.warning())
                        .with("runs", warning.runs()));
    }

    private static JsonObject devices(DeviceMeans means) {
        return new JsonObject()
                .with("runs", means.runs())
                .with("cpu_busy", means.cpuBusy())
                .with("hdfs", role(means.hdfs()))
                .with("shuffle", role(means.shuffle()))
                .with("intermediate", means.intermediate().isEmpty() ? null : means.intermediate())
                .with("shuffle_reads", means.shuffleReads())
                .with("directories", means.directories().isEmpty() ? null : means.directories())
                .with("reason", means.reason())
                .with("limits", means.limits() == null ? null : limits(means.limits()));
    }

    private static JsonObject limits(LimitMedians limits) {
        JsonObject shares = new JsonObject();
        limits.shares().forEach((limiter, share) -> shares.with(limiter.word(), share));
        return new JsonObject()
                .with("runs", limits.runs())
                .with("all_storage", limits.storage())
                .with("shares", shares)
                .with(
                        "unknown",
                        limits.unknown().isEmpty()
                                ? null
                                : limits.unknown().stream().map(Limiter::word).toList());
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

    /**
     * Returns the numbers of the tasks in a cell's runs. Values are means over the runs whose records have task
     * attempts; failed and killed attempts and stragglers are summed over these runs.
     */
    static JsonObject tasks(String id, CellSummary cell) {
        TaskMeans means = cell.tasks();
        Optional<TaskMeans.DataLocality> places = Optional.ofNullable(means.locality());
        TaskMeans.Worst worst = means.worst();
        return CellJson.about(id, cell)
                .with("runs", means.runs())
                .with("maps", JsonObject.of(means.maps()))
                .with("reduces", JsonObject.of(means.reduces()))
                .with("seconds", JsonObject.of(means.seconds()))
                .with("spills", means.spills() == null ? null : JsonObject.of(means.spills()))
                .with("node_local", places.map(TaskMeans.DataLocality::node))
                .with("rack_local", places.map(TaskMeans.DataLocality::rack))
                .all(means.ends())
                .with("stragglers", means.stragglers())
                .with(
                        "worst",
                        worst == null ? null : JsonObject.of(worst, "attempt").all(worst.attempt()));
    }

    /** Begins an object with the subject of a cell, and its id. */
    static JsonObject about(String id, CellSummary cell) {
        return new JsonObject()
                .with("cell", id)
                .with("job", cell.subject().job())
                .with("setup", cell.subject().setup())
                .with("settings", cell.comparable());
    }
}
