package org.spindlebench.analysis.cost;

/**
 * Machines of one kind: masters, switches, or one worker without its devices and its network card.
 *
 * @param count how many, at least 0
 * @param price of one, by the list; null when it is not stated
 * @param watts that one draws; null when it is not known
 * @param rackUnits that one takes; null when it is not known
 */
public record Machines(int count, Double price, Double watts, Double rackUnits) {
    /** No machine, which costs nothing. */
    public static final Machines NONE = new Machines(0, 0.0, 0.0, 0.0);

    public Machines {
        Allowed.atLeast(0, "count", count);
        Allowed.notNegative("price", price);
        Allowed.notNegative("watts", watts);
        Allowed.notNegative("rack units", rackUnits);
    }
}
