package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.report.page.ChartSettings.Settings;
import org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind;
import org.spindlebench.analysis.stats.Interval;

/**
 * The rows that a chart draws and that the table below it lists. They are stored and written in columns, with each text
 * once. Otherwise an HTML report with 37,000 runs would consist mainly of names.
 */
final class Dataset {
    private final List<DataColumn> columns;
    private final List<ColumnValues> values = new ArrayList<>();
    private final List<Map<String, Integer>> words = new ArrayList<>();
    private int size;

    /** The values of a column, as primitive numbers, because a chart may have a row for each of a million runs. */
    private static final class ColumnValues extends AbstractList<Object> implements RandomAccess {
        private double[] numbers = new double[16];
        private int size;
        /**
         * If any value is a double, all values are read as doubles. Otherwise, if any value is a long, all are read as
         * longs.
         */
        private boolean hasDoubles;

        private boolean hasLongs;

        @Override
        public boolean add(Object value) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * size);
            }
            hasDoubles |= value instanceof Double;
            hasLongs |= value instanceof Long;
            numbers[size++] = value == null ? Double.NaN : ((Number) value).doubleValue();
            return true;
        }

        @Override
        public Object get(int row) {
            double number = numbers[Objects.checkIndex(row, size)];
            if (Double.isNaN(number)) {
                return null;
            }
            return hasDoubles ? (Object) number : hasLongs ? (Object) (long) number : (Object) (int) number;
        }

        @Override
        public int size() {
            return size;
        }
    }

    Dataset(DataColumn... columns) {
        this.columns = List.of(columns);
        this.columns.forEach(column -> {
            values.add(new ColumnValues());
            words.add(new LinkedHashMap<>());
        });
    }

    /**
     * Adds a row.
     *
     * @param row a value for every column: a text or a number. A value that does not exist is null or a non-finite
     *     number
     */
    Dataset add(Object... row) {
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
        String word = value.toString();
        known.putIfAbsent(word, known.size());
        return known.get(word);
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

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns every text of the rows once for each column that has it. */
    Stream<String> words() {
        return words.stream().flatMap(known -> known.keySet().stream());
    }

    /**
     * A column in the form that the HTML report reads.
     *
     * @param words the texts into which the values are indexes; null if the values are numbers
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WrittenColumn(String name, String title, String kind, List<String> words, List<Object> values) {}

    /** Returns all columns in the form that the HTML report reads. */
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
     * @param name its name in the chart's specification, such as {@code speedup}; the HTML report's filters use {@code
     *     job}, {@code setup}, {@code compression} and {@code status}
     * @param title its title for people; empty if the table omits it
     */
    record DataColumn(String name, String title, ColumnKind kind) {
        /** The forms in which readers see values; the data itself is in base units. */
        enum ColumnKind {
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

        DataColumn {
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

    /** The subject of a row that belongs to a group, such as a step of a run. */
    record Within<G, T>(G group, T one) {
        static <G, T> Stream<Within<G, T>> all(G group, Collection<T> members) {
            return members.stream().map(one -> new Within<>(group, one));
        }
    }

    /**
     * The columns of a chart. Each column takes its value from the subject of a row. A method that adds a column is
     * named for the column's {@link ColumnKind}.
     *
     * @param <T> the subject of a row, such as a run
     */
    static final class Columns<T> {
        private final List<DataColumn> columns = new ArrayList<>();
        private final List<BiConsumer<T, List<Object>>> values = new ArrayList<>();

        private Columns<T> with(DataColumn column, Function<T, ?> value) {
            columns.add(column);
            values.add((about, row) -> row.add(value.apply(about)));
            return this;
        }

        Columns<T> text(String name, String title, Function<T, String> value) {
            return with(DataColumn.text(name, title), value);
        }

        Columns<T> count(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.COUNT), value);
        }

        Columns<T> seconds(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.SECONDS), value);
        }

        Columns<T> ratio(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.RATIO), value);
        }

        Columns<T> share(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.SHARE), value);
        }

        Columns<T> bytes(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.BYTES), value);
        }

        Columns<T> money(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.MONEY), value);
        }

        Columns<T> number(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.NUMBER), value);
        }

        Columns<T> instant(String name, String title, Function<T, Number> value) {
            return with(DataColumn.of(name, title, ColumnKind.INSTANT), value);
        }

        /** Adds a column of bytes a second, rounded to whole numbers. */
        Columns<T> rate(String name, String title, Function<T, Double> value) {
            return with(DataColumn.of(name, title, ColumnKind.BYTES_PER_SECOND), about -> {
                Double rate = value.apply(about);
                return rate == null ? null : (Long) Math.round(rate);
            });
        }

        /** Adds the columns {@code low} and {@code high} of an interval, which may be null. */
        Columns<T> bounds(ColumnKind kind, Function<T, Interval> interval) {
            String unit = kind == ColumnKind.SECONDS ? " [s]" : "";
            columns.add(DataColumn.of("low", "low" + unit, kind));
            columns.add(DataColumn.of("high", "high" + unit, kind));
            values.add((about, row) -> {
                Interval bounds = interval.apply(about);
                row.add(bounds == null ? null : bounds.low());
                row.add(bounds == null ? null : bounds.high());
            });
            return this;
        }

        /** Adds the column of the compression, by which the HTML report filters. */
        Columns<T> compression(Function<T, ? extends Map<String, String>> settings) {
            return text("compression", "", about -> Settings.compression(settings.apply(about)));
        }

        /**
         * Adds the columns of the job, the setup and the settings, by which the HTML report filters.
         *
         * @param settings all settings
         * @param shown the settings as the chart shows them
         */
        Columns<T> whose(
                Function<T, String> job,
                Function<T, String> setup,
                Function<T, ? extends Map<String, String>> settings,
                Function<T, String> shown) {
            return text("job", "job", job)
                    .text("setup", "setup", setup)
                    .compression(settings)
                    .text("settings", "settings", shown);
        }

        /** Adds the same columns as {@link #whose}, for a cell. */
        Columns<T> ofCell(Function<T, CellSummary> cell, Function<T, String> shown) {
            return whose(
                    about -> cell.apply(about).subject().job(),
                    about -> cell.apply(about).subject().setup(),
                    about -> cell.apply(about).comparable(),
                    shown);
        }

        /** Returns the rows about these subjects, in their order. */
        Dataset rows(Stream<T> all) {
            Dataset rows = new Dataset(columns.toArray(DataColumn[]::new));
            all.forEach(about -> {
                List<Object> row = new ArrayList<>(rows.columns.size());
                values.forEach(value -> value.accept(about, row));
                rows.add(row.toArray());
            });
            return rows;
        }
    }
}
