package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.spindlebench.analysis.report.page.PictureSettings.Settings;

/**
 * The rows that a chart draws and that the table below it lists. They are stored and written in columns, with each text
 * once. Otherwise a page with 37,000 runs would consist mainly of names.
 */
public final class Dataset {
    private final List<DataColumn> columns;
    private final List<List<Object>> values = new ArrayList<>();
    private final List<Map<String, Integer>> words = new ArrayList<>();
    private int size;

    public Dataset(DataColumn... columns) {
        this.columns = List.of(columns);
        this.columns.forEach(column -> {
            values.add(new ArrayList<>());
            words.add(new LinkedHashMap<>());
        });
    }

    /**
     * Adds a row.
     *
     * @param row a value for every column: a text or a number. A value that does not exist is null or a non-finite
     *     number
     */
    public Dataset add(Object... row) {
        if (row.length != columns.size()) {
            throw new IllegalArgumentException(row.length + " values for " + columns.size() + " columns");
        }
        for (int at = 0; at < row.length; at++) {
            values.get(at).add(stored(at, row[at]));
        }
        size++;
        return this;
    }

    private Object stored(int at, Object value) {
        if (value == null || (value instanceof Double number && !Double.isFinite(number))) {
            return null;
        }
        if (!columns.get(at).kind().isText()) {
            if (!(value instanceof Number)) {
                throw new IllegalArgumentException(columns.get(at).name() + " must be a number, not " + value);
            }
            return value;
        }
        Map<String, Integer> known = words.get(at);
        return known.computeIfAbsent(value.toString(), word -> known.size());
    }

    /** Returns a copy with only these rows, in their order. */
    Dataset only(BitSet rows) {
        List<List<String>> texts =
                words.stream().map(known -> List.copyOf(known.keySet())).toList();
        Dataset some = new Dataset(columns.toArray(DataColumn[]::new));
        rows.stream().forEach(row -> {
            for (int at = 0; at < columns.size(); at++) {
                Object value = values.get(at).get(row);
                boolean isWord = value != null && columns.get(at).kind().isText();
                some.values.get(at).add(isWord ? some.stored(at, texts.get(at).get((Integer) value)) : value);
            }
            some.size++;
        });
        return some;
    }

    List<DataColumn> columns() {
        return columns;
    }

    /** Returns a column's numbers, or indexes of texts by first mention; null for missing values. */
    List<Object> values(int column) {
        return Collections.unmodifiableList(values.get(column));
    }

    /** Returns the index of a text in its column; -1 if no row has it. */
    int place(int column, String word) {
        return words.get(column).getOrDefault(word, -1);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /**
     * A column in the form that the page reads.
     *
     * @param words the texts that the values are indexes into; null if the values are numbers
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WrittenColumn(String name, String title, String kind, List<String> words, List<Object> values) {}

    /** Returns all columns in the form that the page reads. */
    List<WrittenColumn> written() {
        List<WrittenColumn> written = new ArrayList<>();
        for (int at = 0; at < columns.size(); at++) {
            DataColumn column = columns.get(at);
            written.add(new WrittenColumn(
                    column.name(),
                    column.title(),
                    column.kind().word(),
                    column.kind().isText() ? List.copyOf(words.get(at).keySet()) : null,
                    values.get(at)));
        }
        return written;
    }

    /**
     * A column of a chart's rows.
     *
     * @param name its name in the chart's specification, such as {@code speedup}; the page's filters use {@code job},
     *     {@code setup}, {@code compression} and {@code status}
     * @param title its title for people; empty if the table omits it
     */
    public record DataColumn(String name, String title, ColumnKind kind) {
        /** The forms in which people see values; the data themselves are in base units. */
        public enum ColumnKind {
            TEXT,
            COUNT,
            SECONDS,
            /** A multiple, such as 1.64x. */
            RATIO,
            /** A share from 0 to 1, written in per cent. */
            SHARE,
            BYTES,
            BYTES_PER_SECOND,
            MONEY,
            NUMBER,
            /** An instant, in milliseconds since 1970 in UTC. */
            INSTANT;

            String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }

            boolean isText() {
                return this == TEXT;
            }
        }

        public DataColumn {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(title, "title");
            Objects.requireNonNull(kind, "kind");
        }

        static DataColumn text(String name, String title) {
            return new DataColumn(name, title, ColumnKind.TEXT);
        }

        static DataColumn of(String name, String title, ColumnKind kind) {
            return new DataColumn(name, title, kind);
        }
    }

    /**
     * The rows of a chart in which each row is about one job on one setup. Rows begin with the job, the setup and the
     * settings, by which the page filters.
     */
    static final class CellRows {
        private final Dataset rows;

        /** Starts without rows; {@code columns} follow job, setup, compression and settings. */
        CellRows(DataColumn... columns) {
            Stream<DataColumn> whose = Stream.of(
                    DataColumn.text("job", "job"),
                    DataColumn.text("setup", "setup"),
                    DataColumn.text("compression", ""),
                    DataColumn.text("settings", "settings"));
            this.rows = new Dataset(Stream.concat(whose, Stream.of(columns)).toArray(DataColumn[]::new));
        }

        /**
         * Adds a row.
         *
         * @param settings all settings
         * @param shown the settings as the chart shows them
         * @param values the values of the other columns
         */
        void add(String job, String setup, Map<String, String> settings, String shown, Object... values) {
            Stream<Object> whose = Stream.of(job, setup, Settings.compression(settings), shown);
            rows.add(Stream.concat(whose, Stream.of(values)).toArray());
        }

        Dataset rows() {
            return rows;
        }
    }
}
