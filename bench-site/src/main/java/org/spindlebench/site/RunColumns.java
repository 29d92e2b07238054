package org.spindlebench.site;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.document.JsonDocument;

/** All runs of the site as columns. A column holds each value once, and for each run the place of its value. */
final class RunColumns {
    /** Columns with more different numbers than this are written as numbers, because places would be as long. */
    private static final int MOST_NUMBERS = 5000;

    /** The column of the campaigns' folders, whose name no setting has. */
    private static final String FOLDER = "/folder";

    private final Map<String, RunColumn> columns = new LinkedHashMap<>();
    private int size;

    /** The document of a campaign's runs: for each run, its values by the names of the columns. */
    record RunRows(List<Map<String, Object>> rows) {
        static final String BEFORE = "{\"rows\":[\n";

        /** Reads the runs of a campaign's folder, each with its cluster. */
        static List<Map<String, Object>> of(CampaignPiece piece, Path folder) throws IOException {
            List<Map<String, Object>> rows = JsonDocument.read(folder.resolve(CampaignPiece.ROWS), RunRows.class)
                    .rows();
            rows.forEach(row -> row.putIfAbsent(CampaignPiece.CLUSTER, piece.own()));
            return rows;
        }
    }

    /** The values of one column. */
    private static final class RunColumn {
        private final Map<Object, Integer> places = new LinkedHashMap<>();
        private int[] at = new int[64];
        private int size;

        void set(int run, Object value) {
            while (at.length <= run) {
                at = Arrays.copyOf(at, 2 * at.length);
            }
            if (size < run) {
                Arrays.fill(at, size, run, -1);
            }
            at[run] = places.computeIfAbsent(value, none -> places.size());
            size = run + 1;
        }

        boolean isNumeric() {
            return places.keySet().stream().allMatch(Number.class::isInstance);
        }

        void write(String name, int runs, Writer out) throws IOException {
            at = Arrays.copyOf(at, Math.max(runs, 1));
            Arrays.fill(at, size, runs, -1);
            List<Object> values = new ArrayList<>(places.keySet());
            out.write("{\"name\":" + JsonDocument.line(name) + ",\"number\":" + isNumeric());
            if (isNumeric() && values.size() > MOST_NUMBERS) {
                out.write(",\"values\":[");
                for (int run = 0; run < runs; run++) {
                    out.write((run == 0 ? "" : ",") + (at[run] < 0 ? "null" : JsonDocument.line(values.get(at[run]))));
                }
            } else {
                out.write(",\"words\":" + JsonDocument.line(values) + ",\"places\":[");
                for (int run = 0; run < runs; run++) {
                    out.write((run == 0 ? "" : ",") + at[run]);
                }
            }
            out.write("]}");
        }
    }

    /** Adds the runs of a campaign's folder. */
    void add(CampaignPiece piece, Path folder) throws IOException {
        for (Map<String, Object> row : RunRows.of(piece, folder)) {
            row.forEach(this::put);
            put(FOLDER, folder.getFileName().toString());
            size++;
        }
    }

    private void put(String name, Object value) {
        columns.computeIfAbsent(name, none -> new RunColumn()).set(size, value);
    }

    int size() {
        return size;
    }

    /** Writes the script that hands the columns to the page. */
    void write(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("site.runs({\"size\":" + size + ",\"columns\":[\n");
            boolean isFirst = true;
            for (Map.Entry<String, RunColumn> column : columns.entrySet()) {
                out.write(isFirst ? "" : ",\n");
                column.getValue().write(column.getKey(), size, out);
                isFirst = false;
            }
            out.write("\n]});\n");
        }
    }
}
