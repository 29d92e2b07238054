package org.spindlebench.analysis.report;

import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.HtmlFileWriter;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.analysis.report.page.Table;

/** Writes the findings as files and as text. */
public final class Reports {
    private Reports() {}

    /**
     * Writes {@code report.html}, {@code report.md}, {@code report.json} and {@code report-*.csv} into a directory,
     * replacing the files of an older report.
     *
     * @return the files, in the order in which they were written
     * @throws InvalidDocumentException if there are files with these names, but no HTML report that Spindle wrote
     * @throws IOException if a file could not be written
     */
    public static List<Path> write(Path directory, Findings findings) throws IOException {
        return write(directory, findings, RunEvidence.NONE);
    }

    /**
     * Writes the same files as {@link #write(Path, Findings)}. The HTML report also has charts of single runs and of
     * the devices' measured bandwidth.
     */
    public static List<Path> write(Path directory, Findings findings, RunEvidence evidence) throws IOException {
        return write(directory, findings, all(evidence));
    }

    /**
     * Writes only the HTML report, replacing an older one.
     *
     * @throws IOException if the file could not be written
     */
    public static void writePage(Path file, Findings findings, RunEvidence evidence) throws IOException {
        HtmlFileWriter.write(file, HtmlReportWriter.page(findings, evidence));
    }

    /** Writes these reports, replacing their older files. */
    static List<Path> write(Path directory, Findings findings, List<ReportWriter> reports) throws IOException {
        requireOwn(directory, reports);
        JsonObject document = ReportJson.of(findings);
        // Otherwise several writers would fail at once, and some of them even after this method has ended.
        Files.createDirectories(directory);
        try {
            return reports.parallelStream()
                    .flatMap(report -> write(report, directory, findings, document).stream())
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void requireOwn(Path directory, List<ReportWriter> reports) throws IOException {
        if (!Files.isDirectory(directory) || HtmlFileWriter.isOwn(directory.resolve("report.html"))) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            Optional<Path> others = files.filter(file -> reports.stream()
                            .anyMatch(report -> report.owns(file.getFileName().toString())))
                    .sorted()
                    .findFirst();
            if (others.isPresent()) {
                throw new InvalidDocumentException(others.get()
                        + " was not written by Spindle, and a report would replace it: move it away, or name another"
                        + " directory with --out");
            }
        }
    }

    /** Returns every report in the order of writing. */
    static List<ReportWriter> all(RunEvidence evidence) {
        return List.of(new HtmlReportWriter(evidence), new MarkdownReport(), new JsonReport(), new CsvReport());
    }

    private static List<Path> write(ReportWriter report, Path directory, Findings findings, JsonObject document) {
        try {
            return report.write(directory, findings, document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the answer in one sentence, and another sentence if it is about memory more than about storage. */
    public static String headline(Findings findings) {
        return HumanText.visible(StorageReach.headline(findings, Answers.of(findings)));
    }

    /**
     * Returns the tables of the best settings of each job, and of the effect of each setting.
     *
     * @param most the largest number of rows of each table
     */
    public static List<Table> settings(Findings findings, int most) {
        return SettingTables.of(findings, most);
    }

    /** Returns the content of {@code report.json}. */
    public static String json(Findings findings) {
        return ReportJson.Compact.text(ReportJson.of(findings));
    }

    /** Returns the content of {@code report.md}. */
    public static String markdown(Findings findings) {
        return MarkdownReport.text(findings);
    }

    /** Returns the answer as a table for a terminal, with the notes to which it refers. */
    public static String text(Findings findings) {
        return text(findings, false);
    }

    /**
     * Returns the same as {@link #text(Findings)}.
     *
     * @param colours whether verdicts have a terminal's colours
     */
    public static String text(Findings findings, boolean colours) {
        return AnswerText.text(findings, colours);
    }

    /** Returns the answer as a table with every note, to be used without a written report. */
    public static String textWithAllNotes(Findings findings) {
        return textWithAllNotes(findings, false);
    }

    /**
     * Returns the same as {@link #textWithAllNotes(Findings)}.
     *
     * @param colours whether verdicts have a terminal's colours
     */
    public static String textWithAllNotes(Findings findings, boolean colours) {
        return AnswerText.textWithAllNotes(findings, colours);
    }

    /** Returns the answer's tables in Markdown, with every note. */
    public static String answerMarkdown(Findings findings) {
        return AnswerText.markdown(findings);
    }

    /** Returns the rows of the answer as CSV in base units, with a column for each setting that distinguishes rows. */
    public static String answerCsv(Findings findings) {
        return CsvReport.text(AnswerTable.json(findings, Answers.of(findings)));
    }

    /** Writes the findings for programs, in base units. */
    static final class JsonReport implements ReportWriter {
        @Override
        public boolean owns(String name) {
            return name.equals("report.json");
        }

        @Override
        public List<Path> write(Path directory, Findings findings, JsonObject document) throws IOException {
            Path file = directory.resolve("report.json");
            ReportJson.Compact.write(file, document);
            return List.of(file);
        }
    }

    /**
     * Writes every list of {@code report.json} as a CSV table with a column for each key. The column of a nested key is
     * named like {@code settings.compression}. Items of nested lists are joined by semicolons. A cell is empty if its
     * key is omitted. An empty list has no file.
     */
    static final class CsvReport implements ReportWriter {
        /** The lists that {@code report.json} has only if they are not empty. */
        private static final List<String> OPTIONAL =
                List.of("claims", "matched", "interactions", "programs", "workloads", "hypotheses", "references");

        private static final CsvMapper MAPPER = new CsvMapper();
        /** The first characters of formulas. */
        private static final String FORMULA = "=+@\t\r-";

        @Override
        public boolean owns(String name) {
            return name.startsWith("report-") && name.endsWith(".csv");
        }

        @Override
        public List<Path> write(Path directory, Findings findings, JsonObject document) throws IOException {
            // Files are independent, so they are written in parallel; their order is kept.
            List<Path> files = document.entries().keySet().stream()
                    .filter(key -> document.entries().get(key) instanceof List<?> && !key.equals("campaigns"))
                    .toList()
                    .parallelStream()
                    .flatMap(key ->
                            write(directory, key, (List<?>) document.entries().get(key)).stream())
                    .toList();
            for (String section : OPTIONAL) {
                Path older = directory.resolve("report-" + section + ".csv");
                if (!files.contains(older)) {
                    Files.deleteIfExists(older);
                }
            }
            return files;
        }

        /** Returns the file; empty if the list is empty. */
        private static Optional<Path> write(Path directory, String section, List<?> list) {
            Path file = directory.resolve("report-" + section + ".csv");
            try {
                if (list.isEmpty()) {
                    // Deletes the file of an older report, because the list is empty now.
                    Files.deleteIfExists(file);
                    return Optional.empty();
                }
                write(file, rows(list));
                return Optional.of(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static List<Map<String, String>> rows(List<?> objects) {
            // Rows are independent, so they are made in parallel; their order is kept.
            Columns columns = new Columns();
            return objects.parallelStream().map(columns::row).toList();
        }

        private static void write(Path file, List<Map<String, String>> rows) throws IOException {
            try (StagedFile staged = StagedFile.of(file)) {
                staged.out().write(bytes(rows));
                staged.commit();
            }
        }

        /** Returns objects as a table. */
        static String text(List<JsonObject> objects) {
            try {
                return new String(bytes(rows(objects)), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static byte[] bytes(List<Map<String, String>> rows) throws IOException {
            Set<String> all = new LinkedHashSet<>();
            rows.forEach(row -> all.addAll(row.keySet()));
            CsvSchema.Builder schema = CsvSchema.builder();
            all.forEach(schema::addColumn);
            String[] columns = all.toArray(String[]::new);
            String[] values = new String[columns.length];
            ObjectWriter writer = MAPPER.writer(schema.build().withHeader());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (SequenceWriter lines = writer.writeValues(bytes)) {
                // Jackson writes arrays faster than maps, whose columns it looks up by name.
                for (Map<String, String> row : rows) {
                    for (int at = 0; at < values.length; at++) {
                        values[at] = row.getOrDefault(columns[at], "");
                    }
                    lines.write(values);
                }
            }
            return bytes.toByteArray();
        }

        private static boolean isPlain(Object value) {
            return value instanceof String || value instanceof Number || value instanceof Boolean;
        }

        private static String item(Object value) {
            return isPlain(value) ? text(value) : JsonDocument.line(value);
        }

        /** Writes numbers as in report.json; an apostrophe precedes text that is a formula to spreadsheets. */
        static String text(Object value) {
            if (value instanceof String text && !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0) {
                return "'" + HumanText.visible(text);
            }
            return value instanceof Double number
                    ? NumberOutput.toString(number, true)
                    : HumanText.visible(value.toString());
        }

        /** The columns of one table. Each column's name is made once, for all rows. */
        private static final class Columns {
            /** The name of a nested key's column, by the name of its object's column and the key. */
            private final Map<String, Map<String, String>> names = new ConcurrentHashMap<>();

            Map<String, String> row(Object entry) {
                Map<String, String> row = new LinkedHashMap<>();
                flatten("", entry, row);
                return row;
            }

            private void flatten(String name, Object value, Map<String, String> row) {
                if (isPlain(value)) {
                    row.put(name, text(value));
                } else if (value instanceof JsonObject object) {
                    flattenAll(name, object.entries(), row);
                } else if (value instanceof Map<?, ?> map) {
                    flattenAll(name, map instanceof SortedMap<?, ?> ? map : new TreeMap<>(map), row);
                } else if (value instanceof Collection<?> list) {
                    row.put(name, list.stream().map(CsvReport::item).collect(Collectors.joining(";")));
                } else if (JsonDocument.plain(value) instanceof Map<?, ?> components) {
                    flattenAll(name, components, row);
                } else {
                    row.put(name, item(JsonDocument.plain(value)));
                }
            }

            private void flattenAll(String name, Map<?, ?> map, Map<String, String> row) {
                Map<String, String> nested = names.computeIfAbsent(name, any -> new ConcurrentHashMap<>());
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    String key = entry.getKey().toString();
                    String column = nested.get(key);
                    if (column == null) {
                        column = HumanText.visible(name.isEmpty() ? key : name + "." + key);
                        nested.put(key, column);
                    }
                    flatten(column, entry.getValue(), row);
                }
            }
        }
    }
}
