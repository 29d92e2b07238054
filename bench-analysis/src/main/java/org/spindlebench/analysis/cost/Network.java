package org.spindlebench.analysis.cost;

/**
 * One kind of network. What is not stated is null, and what needs it is absent.
 *
 * @param nicPrice of the card in one worker, by the list
 * @param nicWatts that the card draws
 * @param hourly what this network adds to the cluster's price per hour
 * @param switches its switches; null for the parts list's own
 */
public record Network(Double nicPrice, Double nicWatts, Double hourly, Machines switches) {
    /** A card that is part of the worker's price, and the switches that every setup has. */
    public static final Network INCLUDED = new Network(0.0, 0.0, 0.0, null);

    public Network {
        Allowed.notNegative("NIC price", nicPrice);
        Allowed.notNegative("NIC watts", nicWatts);
        Allowed.notNegative("hourly", hourly);
    }
}
