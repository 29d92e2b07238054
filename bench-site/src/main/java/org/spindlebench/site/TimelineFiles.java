package org.spindlebench.site;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.site.Timeline.LevelSeries;

/** Writes timelines for the page, and as CSV files for programs that find changes in longer series. */
final class TimelineFiles {
    private TimelineFiles() {}

    static void write(List<Timeline> timelines, Path directory) throws IOException {
        List<JsonObject> all = new ArrayList<>();
        for (Timeline timeline : timelines) {
            String file = "timeline-" + (all.size() + 1) + ".csv";
            writeCsv(timeline, directory.resolve(file));
            all.add(json(timeline, file));
        }
        Files.writeString(directory.resolve("timeline.js"), "site.timeline(" + JsonDocument.line(all) + ");\n");
    }

    private static JsonObject json(Timeline timeline, String file) {
        List<JsonObject> points = new ArrayList<>();
        SortedMap<String, String> before = new TreeMap<>();
        for (CampaignLevels point : timeline.points()) {
            SortedMap<String, String> changed = new TreeMap<>(point.versions());
            changed.entrySet().removeAll(before.entrySet());
            if (before.isEmpty()) {
                changed.clear();
            }
            points.add(new JsonObject()
                    .with("campaign", point.campaign())
                    .with("started", point.started().toEpochMilli())
                    .with("changed", changed.isEmpty() ? null : changed));
            before.putAll(point.versions());
        }
        return new JsonObject()
                .with("cluster", timeline.cluster())
                .with("setup", timeline.setup())
                .with("file", file)
                .with("finds", LevelChange.finds(timeline.points().size()))
                .with("points", points)
                .with("common", json(timeline, timeline.common()))
                .list("jobs", timeline.jobs(), job -> json(timeline, job));
    }

    private static JsonObject json(Timeline timeline, LevelSeries series) {
        return new JsonObject()
                .with("name", series.name())
                .with(
                        "values",
                        series.values().stream()
                                .map(value -> value.isNaN() ? null : (Double) Math.exp(value))
                                .toList())
                .list("marks", series.marks(), mark -> new JsonObject()
                        .with("first", mark.first())
                        .with("look", mark.look())
                        .with("says", HomeTables.sentence(timeline, mark)));
    }

    /** Writes a line for each campaign, with a column for each job: the geometric mean of its durations. */
    private static void writeCsv(Timeline timeline, Path file) throws IOException {
        List<String> heads = new ArrayList<>(List.of("time", "campaign"));
        timeline.jobs().forEach(job -> heads.add(job.name()));
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write(csv(heads));
            for (CampaignLevels point : timeline.points()) {
                List<String> line = new ArrayList<>(List.of(point.started().toString(), point.campaign()));
                for (LevelSeries job : timeline.jobs()) {
                    Map<String, Double> cells = point.jobs().getOrDefault(job.name(), new TreeMap<>());
                    line.add(
                            cells.isEmpty()
                                    ? ""
                                    : Double.toString(Math.exp(cells.values().stream()
                                            .mapToDouble(Double::doubleValue)
                                            .average()
                                            .orElseThrow())));
                }
                out.write(csv(line));
            }
        }
    }

    private static String csv(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.matches("[\\w.:-]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(",", "", "\n"));
    }
}
