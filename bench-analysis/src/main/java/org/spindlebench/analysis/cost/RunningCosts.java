package org.spindlebench.analysis.cost;

/**
 * What is paid for time rather than for things. What is null is not stated, and not part of any cost.
 *
 * @param hourlyBase price per hour of a cluster without devices and network, where prices are stated by the hour
 * @param rackUnitPerYear price of one rack unit for a year
 * @param pricePerKwh price of a kilowatt hour
 * @param powerUsageEffectiveness what the building draws for each watt of the machines (PUE), at least 1
 */
public record RunningCosts(
        Double hourlyBase, Double rackUnitPerYear, Double pricePerKwh, double powerUsageEffectiveness) {
    public static final RunningCosts NONE = new RunningCosts(null, null, null, 1);

    public RunningCosts {
        Allowed.notNegative("hourly base", hourlyBase);
        Allowed.notNegative("price of a rack unit", rackUnitPerYear);
        Allowed.notNegative("price per kWh", pricePerKwh);
        if (!(powerUsageEffectiveness >= 1) || Double.isInfinite(powerUsageEffectiveness)) {
            throw new IllegalArgumentException("PUE must be a number of at least 1: " + powerUsageEffectiveness);
        }
    }
}
