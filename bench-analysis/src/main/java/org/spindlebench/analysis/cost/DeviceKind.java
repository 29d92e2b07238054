package org.spindlebench.analysis.cost;

/**
 * One kind of storage device. What is not stated is null, and what needs it is absent.
 *
 * @param price of one, by the list
 * @param capacity bytes
 * @param bandwidth sequential bytes per second
 * @param watts that one draws when it is busy
 * @param writeEndurance bytes that may be written to one (TBW), by its maker
 * @param hourly what one such device in every worker adds to the cluster's price per hour, as ALOJA states it
 */
public record DeviceKind(
        Double price, Double capacity, Double bandwidth, Double watts, Double writeEndurance, Double hourly) {
    public DeviceKind {
        Allowed.notNegative("price", price);
        Allowed.positive("capacity", capacity);
        Allowed.positive("bandwidth", bandwidth);
        Allowed.notNegative("watts", watts);
        Allowed.positive("write endurance", writeEndurance);
        Allowed.notNegative("hourly", hourly);
    }
}
