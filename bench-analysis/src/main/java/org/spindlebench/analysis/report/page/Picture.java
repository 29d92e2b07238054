package org.spindlebench.analysis.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A chart, its texts and its rows.
 *
 * @param id its id in the page's address; its specification is the resource {@code pictures/<id>.json}
 * @param title what it shows
 * @param says how to read it, in a sentence or two
 * @param alternative a description for readers who cannot see it: what is drawn, and what stands out
 * @param notes objections to it, or conditions on it
 * @param crowd which rows are drawn if there are too many; the page says so
 * @param most how many rows are drawn at most
 * @param rows the data that it draws and lists below
 * @param interest which setups are drawn if there are too many
 */
record Picture(
        String id,
        String title,
        String says,
        String alternative,
        List<String> notes,
        Crowd crowd,
        int most,
        Dataset rows,
        SetupSelection interest) {
    /** The most marks that a browser draws without delay. */
    public static final int MOST = 2000;

    /** What a chart does with more rows than it can show. */
    public enum Crowd {
        /** Draws the first rows, which are in order of interest. */
        FIRST,
        /** Draws every n-th row. */
        SAMPLE,
        /** Draws the first and the last rows of each job and settings. */
        ENDS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Creates a chart that draws all of its setups. */
    Picture(
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

    public Picture {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(says, "says");
        Objects.requireNonNull(alternative, "alternative");
        Objects.requireNonNull(rows, "rows");
        notes = List.copyOf(notes);
    }

    /** Returns the same chart limited to these setups if there are too many. */
    Picture limitedTo(SetupSelection setups) {
        return new Picture(id, title, says, alternative, notes, crowd, most, rows, setups);
    }
}
