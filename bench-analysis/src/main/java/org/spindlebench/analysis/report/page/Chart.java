package org.spindlebench.analysis.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A chart, its texts and its rows.
 *
 * @param id the chart's id in the HTML report's address; its specification is the resource {@code pictures/<id>.json}
 * @param title the title, which names the content of the chart
 * @param says how to read the chart, in a sentence or two
 * @param alternative a description for readers who cannot see the chart: its content and its most striking feature
 * @param notes remarks on the limits and conditions of the chart; empty remarks are dropped
 * @param crowd which rows are drawn if there are too many; the HTML report says so
 * @param most the largest number of rows that are drawn
 * @param rows the rows that the chart draws and that the table below it lists
 * @param interest which setups are drawn if there are too many
 */
record Chart(
        String id,
        String title,
        String says,
        String alternative,
        List<String> notes,
        Crowd crowd,
        int most,
        Dataset rows,
        SetupSelection interest) {
    /** The largest number of marks that a browser draws without delay. */
    static final int MOST = 2000;

    /** The ways in which a chart selects from more rows than it can show. */
    enum Crowd {
        /** Draws the first rows. The rows are in order of interest. */
        FIRST,
        /** Draws every n-th row. */
        SAMPLE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Creates a chart that draws all its setups. */
    Chart(
            String id,
            String title,
            String says,
            String alternative,
            List<String> notes,
            Crowd crowd,
            int most,
            Dataset rows) {
        this(id, title, says, alternative, notes, crowd, most, rows, SetupSelection.NONE);
    }

    Chart {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(says, "says");
        Objects.requireNonNull(alternative, "alternative");
        Objects.requireNonNull(rows, "rows");
        notes = notes.stream().filter(note -> !note.isEmpty()).toList();
    }

    /** Returns a copy that draws only the selected setups if there are too many. */
    Chart limitedTo(SetupSelection setups) {
        return new Chart(id, title, says, alternative, notes, crowd, most, rows, setups);
    }
}
