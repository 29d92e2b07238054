package org.spindlebench.analysis.importer;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The columns of a generic CSV file that have a meaning. All others are settings. */
enum CsvColumn {
    JOB(Presence.NEEDED),
    SETUP(Presence.NEEDED),
    DURATION_S(Presence.NEEDED),
    STATUS(Presence.OPTIONAL),
    STARTED_AT(Presence.OPTIONAL),
    COST_USD(Presence.OPTIONAL),
    VISIT(Presence.OPTIONAL),
    BLOCK(Presence.OPTIONAL);

    /** Whether a header must have a column. */
    enum Presence {
        NEEDED,
        OPTIONAL
    }

    private final Presence presence;

    CsvColumn(Presence presence) {
        this.presence = presence;
    }

    Presence presence() {
        return presence;
    }

    /** Its name in a header. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(CsvColumn::label).toList();
    }

    static List<String> needed() {
        return Arrays.stream(values())
                .filter(column -> column.presence == Presence.NEEDED)
                .map(CsvColumn::label)
                .toList();
    }
}
