package org.spindlebench.analysis.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A picture, the words around it, and its rows.
 *
 * @param id how the page's address calls it; its specification is the resource {@code pictures/<id>.json}
 * @param title what it shows
 * @param says in a sentence or two, how to read it
 * @param alternative what those are told who cannot see it: what is drawn, and what stands out
 * @param notes what speaks against it, or must be known with it
 * @param crowd which rows are drawn where there are too many; the page says so
 * @param most how many rows are drawn at most
 * @param rows what is drawn, and listed under it
 * @param interest which setups are drawn where there are more than it draws
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
    /** Marks that a browser draws without anybody waiting for it. */
    public static final int MOST = 2000;

    /** What a picture does with more rows than it can show. */
    public enum Crowd {
        /** It draws the first ones: its rows are in an order of interest. */
        FIRST,
        /** It draws every so manieth. */
        SAMPLE,
        /** Of each job and settings it draws the first and the last ones. */
        ENDS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One that draws all setups that it has rows of. */
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

    /** The same, of these setups where there are too many. */
    Picture limitedTo(SetupSelection setups) {
        return new Picture(id, title, says, alternative, notes, crowd, most, rows, setups);
    }
}
