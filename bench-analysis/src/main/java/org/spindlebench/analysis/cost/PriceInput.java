package org.spindlebench.analysis.cost;

import java.util.Locale;
import java.util.Objects;

/**
 * A number of a price list that somebody may want to change.
 *
 * @param name as the keys of the list's file lead to it, such as {@code devices.ssd.price}
 * @param title what it is, for people
 * @param unit for people; empty for shares and factors
 * @param kind how it enters costs
 * @param value what the list states
 */
public record PriceInput(String name, String title, String unit, Kind kind, double value) {
    public PriceInput {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(kind, "kind");
    }

    /** How a number enters costs. */
    public enum Kind {
        /** A price of a thing, less the discount. */
        LISTED,
        /** What was paid for a whole cluster: no discount. */
        PAID,
        /** A price by the hour. */
        HOURLY,
        /** A price of energy or space. */
        RUNNING,
        /** An assumption. */
        TERM;

        /** A stable word for programs. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
