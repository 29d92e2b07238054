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
 * The rows that a picture draws and that the table under it lists. Kept and written in columns, texts once each: of 37,000 runs, names are what
 * a page would be full of.
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
     * @param row a value for every column, a text or a number; null, and a number that is not finite, for what does not exist
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
                throw new IllegalArgumentException(columns.get(at).name() + " is a number, and not " + value);
            }
            return value;
        }
        Map<String, Integer> known = words.get(at);
        return known.computeIfAbsent(value.toString(), word -> known.size());
    }

    /** These rows alone, in their order. */
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

    /** What a column holds: numbers, or texts as the places of their first mention; null for what does not exist. */
    List<Object> values(int column) {
        return Collections.unmodifiableList(values.get(column));
    }

    /** The place of a text of a column; -1 where no row has it. */
    int place(int column, String word) {
        return words.get(column).getOrDefault(word, -1);
    }

    /** How many rows there are. */
    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /**
     * A column as the page reads it.
     *
     * @param words what the values are indexes of; null where they are the numbers themselves
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WrittenColumn(String name, String title, String kind, List<String> words, List<Object> values) {}

    /** All columns as the page reads them. */
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
     * A column of the rows behind a picture.
     *
     * @param name how the picture's specification calls it, such as {@code speedup}; {@code job}, {@code setup}, {@code compression} and {@code status}
     *     are those that the page's filters look at
     * @param title how people read it; empty where the table leaves it out
     * @param kind how its values are written
     */
    public record DataColumn(String name, String title, ColumnKind kind) {
        /** How values are written for people; the data themselves are in base units. */
        public enum ColumnKind {
            TEXT,
            COUNT,
            SECONDS,
            /** How many times as fast or as much. */
            RATIO,
            /** 0 to 1, read as per cent. */
            SHARE,
            BYTES,
            BYTES_PER_SECOND,
            MONEY,
            NUMBER,
            /** Milliseconds since 1970 in UTC. */
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

    /** Rows of a picture that are each about one job on one setup: they begin with both and their settings, by which the page filters. */
    static final class CellRows {
        private final Dataset rows;

        /** @param columns those behind job, setup, compression and settings */
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
         * @param settings all of them
         * @param shown what the picture says of them
         * @param values for the columns behind these
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
