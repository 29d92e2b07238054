package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.CellWarning;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.VarianceComponents;

/**
 * Writes {@code report.json}. Other programs rely on its format, so it is separate from the findings' types. Values
 * that do not exist are omitted.
 */
final class ReportJson {
    static final int SCHEMA = 1;

    private final Findings findings;
    private final Map<Subject, String> ids = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    private ReportJson(Findings findings) {
        this.findings = findings;
    }

    static JsonObject of(Findings findings) {
        return new ReportJson(findings).report();
    }

    private JsonObject report() {
        String figure = findings.options().study().figure();
        JsonObject json = new JsonObject()
                .with("schema", SCHEMA)
                .with("confidence", findings.options().confidence())
                .with("baseline", findings.baseline())
                .with("campaigns", findings.campaigns())
                .with("cells", cells());
        if (!findings.matched().isEmpty()) {
            json.list("matched", findings.matched(), FindingsJson::answer);
        }
        json.with(
                        "comparisons",
                        findings.comparisons().toList().parallelStream()
                                .map(FindingsJson::comparison)
                                .toList())
                .list("suite", findings.suites(), FindingsJson::suite)
                .list("mix", findings.mixes(), FindingsJson::mix)
                .list("sweeps", findings.sweeps(), FindingsJson::sweep)
                .list(
                        "best",
                        findings.best(),
                        one -> SettingTables.json(one, findings.options().confidence()));
        if (!findings.options().interactions().isEmpty()) {
            json.list("interactions", findings.interactions(), FindingsJson::interaction);
        }
        json.list("marginals", findings.marginals(), FindingsJson::marginal)
                .list("drift", findings.drifts(), FindingsJson::drift)
                .with(
                        "variation",
                        findings.variation().map(ReportJson::variation).orElse(null))
                .with("tasks", tasks())
                .with("io", CellTables.ioJson(findings, this::id))
                .with("throughput", CellTables.throughputJson(findings, this::id))
                .with("measures", CellTables.measuresJson(findings, this::id));
        putOfSomeRuns(json);
        return conclusions(json)
                .with("headline", StorageReach.headline(findings, Answers.of(findings)))
                .with("figure", figure.isEmpty() ? null : figure)
                .with("warnings", warnings());
    }

    /** Returns the cells. Ids are assigned in the cells' order; the other parts of each cell are made in parallel. */
    private List<JsonObject> cells() {
        List<CellSummary> cells = findings.allCells().toList();
        List<String> names = cells.stream().map(cell -> id(cell.subject())).toList();
        return IntStream.range(0, cells.size())
                .parallel()
                .mapToObj(i -> CellJson.of(names.get(i), cells.get(i)))
                .toList();
    }

    /** Adds costs, the hypotheses' judgements and the printed results of other authors. */
    private JsonObject conclusions(JsonObject json) {
        if (findings.cost() == null) {
            json.with("cost", List.of()).with("quadrants", List.of()).with("equal_cost", List.of());
        } else {
            FindingsJson.put(findings.cost(), json);
        }
        if (!findings.judgements().isEmpty()) {
            json.list("hypotheses", findings.judgements(), FindingsJson::hypothesis);
        }
        List<JsonObject> printed = PrintedText.json(findings);
        if (!printed.isEmpty()) {
            json.with("references", printed);
        }
        return json;
    }

    /** Adds the lists about kinds of runs that few campaigns have. */
    private void putOfSomeRuns(JsonObject json) {
        if (!findings.disks().isEmpty()) {
            json.list("disks", findings.disks(), one -> JsonObject.of(one, "slow")
                    .list("slow", one.slow(), JsonObject::of));
        }
        List<JsonObject> claims = ClaimText.json(findings);
        if (!claims.isEmpty()) {
            json.with("claims", claims);
        }
        List<JsonObject> streams = CellTables.streamsJson(findings, this::id);
        if (!streams.isEmpty()) {
            json.with("streams", streams);
        }
        if (findings.cells().stream().anyMatch(cell -> cell.programs() != null)) {
            json.with("programs", CellTables.programsJson(findings, this::id));
        }
    }

    /** Returns the coefficients of variation between visits and within them. */
    private static JsonObject variation(VarianceComponents parts) {
        return new JsonObject()
                .with("between_visits", Math.sqrt(parts.between()))
                .with("within_visits", Math.sqrt(parts.within()))
                .with("share_between", parts.shareBetween())
                .with("most_share_between", parts.mostShareBetween())
                .with("visit_df", parts.visitDf())
                .with("run_df", parts.runDf());
    }

    private List<JsonObject> tasks() {
        return findings.cells().stream()
                .filter(cell -> cell.tasks() != null)
                .map(cell -> CellJson.tasks(id(cell.subject()), cell))
                .toList();
    }

    /** Returns each warning once, with the ids of all cells that the warning is about. */
    private List<JsonObject> warnings() {
        Map<Warning, Set<String>> cells = new LinkedHashMap<>();
        for (CellWarning doubt : findings.doubts()) {
            Set<String> about = cells.computeIfAbsent(doubt.warning(), warning -> new LinkedHashSet<>());
            doubt.cells().forEach(subject -> about.add(id(subject)));
        }
        findings.comparisons().forEach(comparison -> comparison.warnings().forEach(warning -> {
            Set<String> about = cells.computeIfAbsent(warning, key -> new LinkedHashSet<>());
            about.add(id(comparison.baseline().subject()));
            about.add(id(comparison.contender().subject()));
        }));
        if (findings.cost() != null) {
            findings.cost().warnings().forEach(warning -> cells.computeIfAbsent(warning, key -> new LinkedHashSet<>()));
        }
        return cells.entrySet().stream()
                .map(entry -> JsonObject.of(entry.getKey()).with("cells", entry.getValue()))
                .toList();
    }

    /** Returns a cell's short name: job and setup, and a number if an earlier cell has the same name. */
    private String id(Subject subject) {
        return ids.computeIfAbsent(subject, key -> {
            String name = key.job() + "@" + key.setup();
            int count = counts.merge(name, 1, Integer::sum);
            return count == 1 ? name : name + "#" + count;
        });
    }

    /**
     * Writes a report of very many cells in less space, as schema {@value #SCHEMA}. A list with more than {@value #FEW}
     * objects becomes a table:
     *
     * <ul>
     *   <li>{@code same}: the keys that all objects have, with the same value
     *   <li>{@code columns}: the other keys
     *   <li>{@code rows}: for each object the values in the order of the columns; null for a key that the object lacks,
     *       and nothing after the last key that it has
     * </ul>
     *
     * In tables, {@code settings} is a place in the list {@code settings} of the document, and each of a comparison's
     * {@code warnings} is a place in the document's {@code warnings}; both are counted from 0. Nothing is left out.
     */
    static final class Compact {
        /** The version of this form. */
        static final int SCHEMA = 2;

        /** The largest number of cells of a report in the form of schema {@value ReportJson#SCHEMA}. */
        static final int MOST_CELLS = 5000;

        /** The largest number of objects of a list that stays a list. */
        static final int FEW = 100;

        private static final String SETTINGS = "settings";
        private static final String WARNINGS = "warnings";
        private static final String CELLS = "cells";

        private final Map<Object, Integer> settings = new LinkedHashMap<>();
        /** The places of cells by their ids. */
        private final Map<Object, Integer> cells = new HashMap<>();

        private final Map<List<Object>, Integer> warnings = new HashMap<>();
        private final StringBuilder out = new StringBuilder();

        private Compact() {}

        /** Returns the text of a report, in this form if it has many cells. */
        static String text(JsonObject report) {
            return isLarge(report) ? compact(report) : JsonDocument.text(report);
        }

        /** Returns the text of a report in this form, regardless of its size. */
        static String compact(JsonObject report) {
            return new Compact().compact(report.entries());
        }

        /** Writes a report, in this form if it has many cells. */
        static void write(Path file, JsonObject report) throws IOException {
            if (isLarge(report)) {
                JsonDocument.writeText(file, compact(report));
            } else {
                JsonDocument.write(file, report);
            }
        }

        private static boolean isLarge(JsonObject report) {
            return report.entries().get("cells") instanceof List<?> cells && cells.size() > MOST_CELLS;
        }

        private String compact(Map<String, Object> report) {
            for (Object warning : (List<?>) report.getOrDefault(WARNINGS, List.of())) {
                warnings.put(key((JsonObject) warning), warnings.size());
            }
            for (Object cell : (List<?>) report.getOrDefault(CELLS, List.of())) {
                cells.put(((JsonObject) cell).entries().get("id"), cells.size());
            }
            out.append("{\n\"schema\": ").append(SCHEMA);
            report.forEach((key, value) -> {
                if (!key.equals("schema")) {
                    out.append(",\n").append(JsonDocument.line(key)).append(": ");
                    append(key, value);
                }
            });
            out.append(",\n\"").append(SETTINGS).append("\": ");
            append(SETTINGS, settings.keySet().stream().map(Compact::object).toList());
            return out.append("\n}\n").toString();
        }

        private static JsonObject object(Object settings) {
            if (settings instanceof JsonObject known) {
                return known;
            }
            JsonObject object = new JsonObject();
            ((Map<?, ?>) settings).forEach((name, value) -> object.with((String) name, value));
            return object;
        }

        private static List<Object> key(JsonObject warning) {
            return List.of(warning.entries().get("code"), warning.entries().get("message"));
        }

        private void append(String key, Object value) {
            if (value instanceof List<?> list && list.size() > FEW && list.get(0) instanceof JsonObject) {
                appendTable(
                        key,
                        list.stream().map(one -> ((JsonObject) one).entries()).toList());
            } else if (value instanceof List<?> list) {
                appendLines(list);
            } else {
                out.append(JsonDocument.line(value));
            }
        }

        private void appendLines(List<?> values) {
            out.append('[');
            String separator = "\n";
            for (Object value : values) {
                out.append(separator).append(JsonDocument.line(value));
                separator = ",\n";
            }
            out.append(']');
        }

        private void appendTable(String section, List<Map<String, Object>> objects) {
            Map<String, Integer> present = new LinkedHashMap<>();
            objects.forEach(one -> one.keySet().forEach(key -> present.merge(key, 1, Integer::sum)));
            Map<String, Object> same = new LinkedHashMap<>(objects.get(0));
            objects.forEach(
                    one -> same.entrySet().removeIf(entry -> !isSame(entry.getValue(), one.get(entry.getKey()))));
            List<String> columns = present.keySet().stream()
                    .filter(key -> !same.containsKey(key))
                    .sorted(Comparator.comparingInt(key -> -present.get(key)))
                    .toList();
            Map<String, List<String>> nested = nested(objects, columns);
            out.append("{\"same\": ").append(JsonDocument.line(same));
            out.append(",\n\"columns\": ").append(JsonDocument.line(columns));
            if (!nested.isEmpty()) {
                out.append(",\n\"nested\": ").append(JsonDocument.line(nested));
            }
            out.append(",\n\"rows\": ");
            appendLines(objects.stream()
                    .map(one -> row(section, one, columns, nested))
                    .toList());
            out.append('}');
        }

        /** Returns the keys of objects in lists, by the lists' columns. Warnings of comparisons become indexes. */
        private static Map<String, List<String>> nested(List<Map<String, Object>> objects, List<String> columns) {
            Map<String, List<String>> nested = new LinkedHashMap<>();
            for (String column : columns) {
                Map<String, Integer> present = new LinkedHashMap<>();
                boolean areObjects = !column.equals(WARNINGS)
                        && objects.stream()
                                .map(one -> one.get(column))
                                .allMatch(value -> value == null
                                        || (value instanceof List<?> list
                                                && list.stream().allMatch(JsonObject.class::isInstance)));
                if (areObjects) {
                    objects.stream()
                            .flatMap(one -> ((List<?>) Objects.requireNonNullElse(one.get(column), List.of())).stream())
                            .forEach(one -> ((JsonObject) one)
                                    .entries()
                                    .keySet()
                                    .forEach(key -> present.merge(key, 1, Integer::sum)));
                }
                if (!present.isEmpty()) {
                    nested.put(
                            column,
                            present.keySet().stream()
                                    .sorted(Comparator.comparingInt(key -> -present.get(key)))
                                    .toList());
                }
            }
            return nested;
        }

        /** Checks whether two values are equal. Lists and objects are marked only if they are empty. */
        private static boolean isSame(Object one, Object other) {
            if (one instanceof JsonObject object) {
                return object.entries().isEmpty()
                        && other instanceof JsonObject that
                        && that.entries().isEmpty();
            }
            return one instanceof Collection<?> list
                    ? list.isEmpty() && other instanceof Collection<?> that && that.isEmpty()
                    : one.equals(other);
        }

        private List<Object> row(
                String key, Map<String, Object> object, List<String> columns, Map<String, List<String>> nested) {
            List<Object> row = new ArrayList<>(columns.size());
            for (String column : columns) {
                Object value = object.get(column);
                if (column.equals(SETTINGS) && !key.equals(SETTINGS) && value != null) {
                    settings.putIfAbsent(value, settings.size());
                    value = settings.get(value);
                } else if (key.equals("comparisons") && column.equals(WARNINGS) && value instanceof List<?> doubts) {
                    value = doubts.stream()
                            .map(doubt -> warnings.get(key((JsonObject) doubt)))
                            .toList();
                }
                if (nested.containsKey(column) && value instanceof List<?> inner) {
                    value = inner.stream()
                            .map(one -> trimmed(nested.get(column).stream()
                                    .map(((JsonObject) one).entries()::get)
                                    .collect(Collectors.toCollection(ArrayList::new))))
                            .toList();
                } else if (key.equals(WARNINGS) && column.equals(CELLS) && value instanceof Collection<?> names) {
                    value = names.stream()
                            .map(name -> cells.containsKey(name) ? (Object) cells.get(name) : name)
                            .toList();
                }
                row.add(value);
            }
            return trimmed(row);
        }

        private static List<Object> trimmed(List<Object> row) {
            while (!row.isEmpty() && row.get(row.size() - 1) == null) {
                row.remove(row.size() - 1);
            }
            return row;
        }
    }
}
