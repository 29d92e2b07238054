package org.spindlebench.analysis.report.page;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.series.WatchedRun;
import org.spindlebench.analysis.throughput.StreamTrace;
import org.spindlebench.analysis.throughput.ThroughputSeries;

/** A results directory for tests: records as campaigns write them, with samples next to them. */
final class EvidenceRuns {
    private final Path results;

    EvidenceRuns(Path results) {
        this.results = results;
        try {
            Files.createDirectories(runs());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path results() {
        return results;
    }

    Path runs() {
        return results.resolve("runs");
    }

    EvidenceRuns add(RunRecord run) {
        try {
            RecordWriter.write(runs(), run);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes samples of a node under the name that {@link WatchedRun} gives them. The shuffle's device is busy at
     * first, and HDFS's at the end.
     */
    NodeMetrics watched() {
        WatchedRun watched = new WatchedRun(runs()).plain("worker-1").flushed(14_000);
        for (int second = -1; second <= 16; second++) {
            Map<String, Long> counters = new LinkedHashMap<>();
            counters.putAll(WatchedRun.disk("sda", 0, 0, 0, 0));
            counters.putAll(WatchedRun.disk("sdb", 0, 100L * second * second, 30L * second, 0));
            counters.putAll(WatchedRun.disk("sdc", 700L * second, 50L * second, 900L * second, 0));
            counters.putAll(
                    Map.of("cpu.threads", 4L, "cpu.user", 3_000L + 120L * second, "cpu.idle", 9_000L + 280L * second));
            watched.sample("worker-1", 1_000L * second, counters);
        }
        return watched.made().evidence();
    }

    /** Writes the slots of two streams. */
    Throughput streamed(String name) {
        List<StreamTrace> traces = new ArrayList<>();
        long begin = java.time.Instant.parse("2026-03-01T10:00:03.310Z").toEpochMilli();
        traces.add(new StreamTrace(
                "a",
                List.of(
                        new StreamTrace.TracePoint(begin, 0),
                        new StreamTrace.TracePoint(begin + 2_000, 5_000_000),
                        new StreamTrace.TracePoint(begin + 7_500, 9_000_000))));
        traces.add(new StreamTrace(
                "b",
                List.of(
                        new StreamTrace.TracePoint(begin + 900, 0),
                        new StreamTrace.TracePoint(begin + 6_000, 9_000_000))));
        ThroughputSeries series = ThroughputSeries.of(traces, 1000);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(runs().resolve(name)))) {
            out.write(series.csv().collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Throughput(18_000_000L, null, null, 7.5, 2, 2, null, null, null, null, name);
    }

    Findings findings() {
        return findings(List.of(results));
    }

    static Findings findings(List<Path> results) {
        try (Stream<RunRecord> runs = results.stream().flatMap(EvidenceRuns::read)) {
            return Findings.of(Runs.of(runs), ComparisonOptions.standard());
        }
    }

    private static Stream<RunRecord> read(Path results) {
        try {
            return Records.read(results);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RunEvidence read() {
        return RunEvidence.read(List.of(results), findings());
    }

    /** Returns a chart's rows, with each value under the name of its column. */
    static List<Map<String, Object>> rows(Chart picture) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int at = 0; at < picture.rows().size(); at++) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (Dataset.WrittenColumn column : picture.rows().written()) {
                Object value = column.values().get(at);
                row.put(
                        column.name(),
                        value == null || column.words() == null
                                ? value
                                : column.words().get((Integer) value));
            }
            rows.add(row);
        }
        return rows;
    }

    static Chart picture(String id, Findings findings, RunEvidence evidence) {
        return Charts.of(findings, evidence).stream()
                .filter(picture -> picture.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
