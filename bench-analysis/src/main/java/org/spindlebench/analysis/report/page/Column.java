package org.spindlebench.analysis.report.page;

import java.util.Locale;
import java.util.Objects;

/**
 * A column of the rows behind a picture.
 *
 * @param name how the picture's specification calls it, such as {@code speedup}; {@code job}, {@code setup}, {@code compression} and {@code status}
 *     are those that the page's filters look at
 * @param title how people read it; empty where the table leaves it out
 * @param kind how its values are written
 */
public record Column(String name, String title, Kind kind) {
    /** How values are written for people; the data themselves are in base units. */
    public enum Kind {
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

    public Column {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(kind, "kind");
    }

    static Column text(String name, String title) {
        return new Column(name, title, Kind.TEXT);
    }

    static Column of(String name, String title, Kind kind) {
        return new Column(name, title, kind);
    }
}
