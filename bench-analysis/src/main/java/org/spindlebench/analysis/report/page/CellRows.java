package org.spindlebench.analysis.report.page;

import java.util.Map;
import java.util.stream.Stream;

/** Rows of a picture that are each about one job on one setup: they begin with both and their settings, by which the page filters. */
final class CellRows {
    private final Dataset rows;

    /** @param columns those behind job, setup, compression and settings */
    CellRows(Column... columns) {
        Stream<Column> whose = Stream.of(
                Column.text("job", "job"),
                Column.text("setup", "setup"),
                Column.text("compression", ""),
                Column.text("settings", "settings"));
        this.rows = new Dataset(Stream.concat(whose, Stream.of(columns)).toArray(Column[]::new));
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
