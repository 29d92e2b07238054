package org.spindlebench.analysis.report;

import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.StagedFile;

/**
 * Every list of {@code report.json} as a table: a column for each key, {@code settings.compression} for a key within a key, lists
 * joined by semicolons. A cell is empty where the key is absent.
 */
final class CsvReport implements Report {
    private static final CsvMapper MAPPER = new CsvMapper();
    private static final Pattern FORMULA = Pattern.compile("[=+@\\t\\r-]");

    @Override
    public List<Path> write(Path directory, Findings findings, ReportDocument document) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, JsonNode> section : JsonDocument.tree(document).properties()) {
            if (section.getValue().isArray() && !section.getKey().equals("campaigns")) {
                Path file = directory.resolve("report-" + section.getKey() + ".csv");
                write(file, rows(section.getValue()));
                files.add(file);
            }
        }
        return files;
    }

    private static List<Map<String, String>> rows(JsonNode section) {
        return StreamSupport.stream(section.spliterator(), false)
                .map(CsvReport::row)
                .toList();
    }

    private static void write(Path file, List<Map<String, String>> rows) throws IOException {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.keySet()));
        CsvSchema.Builder schema = CsvSchema.builder();
        columns.forEach(schema::addColumn);
        ObjectWriter writer = MAPPER.writer(schema.build().withHeader());
        try (StagedFile staged = StagedFile.of(file)) {
            if (!columns.isEmpty()) {
                staged.out().write(text(writer, rows));
            }
            staged.commit();
        }
    }

    private static byte[] text(ObjectWriter writer, List<Map<String, String>> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SequenceWriter lines = writer.writeValues(bytes)) {
            for (Map<String, String> row : rows) {
                lines.write(row);
            }
        }
        return bytes.toByteArray();
    }

    private static Map<String, String> row(JsonNode entry) {
        Map<String, String> row = new LinkedHashMap<>();
        flatten("", entry, row);
        return row;
    }

    private static void flatten(String name, JsonNode node, Map<String, String> row) {
        if (node.isObject()) {
            node.properties()
                    .forEach(key ->
                            flatten(name.isEmpty() ? key.getKey() : name + "." + key.getKey(), key.getValue(), row));
        } else if (node.isArray()) {
            row.put(
                    name,
                    StreamSupport.stream(node.spliterator(), false)
                            .map(value -> value.isContainerNode() ? value.toString() : text(value))
                            .collect(Collectors.joining(";")));
        } else {
            row.put(name, text(node));
        }
    }

    /** Figures as report.json writes them. Text that a spreadsheet would take for a formula begins with an apostrophe. */
    private static String text(JsonNode value) {
        if (value.isTextual() && FORMULA.matcher(value.asText()).lookingAt()) {
            return "'" + value.asText();
        }
        return value.isDouble() ? NumberOutput.toString(value.doubleValue(), true) : value.asText();
    }
}
