package org.spindlebench.analysis.cost;

/**
 * The assumptions under which prices become costs. Where a list does not state one, {@link #DEFAULT} holds.
 *
 * @param years how long the cluster is used, above 0; 3 by default, as in the papers
 * @param utilisation the share of that time in which jobs run, above 0 and at most 1; null when it is not stated, and then
 *     there is no cost per job: SanDisk's figures silently assume 1
 * @param discount off every price of the list, from 0 to below 1; not off a setup's stated total
 * @param supportPerYear support and maintenance per year, as a share of the price paid; at least 0
 * @param storage how device capacity and endurance are used up
 */
public record Terms(double years, Double utilisation, double discount, double supportPerYear, StorageTerms storage) {
    /** Three years, no discount, no support, utilisation not stated. */
    public static final Terms DEFAULT = new Terms(3, null, 0, 0, StorageTerms.DEFAULT);

    /** Hours in a year of 365 days, as SanDisk counts (1,095 days are three years). */
    public static final double HOURS_PER_YEAR = 365 * 24;

    public Terms {
        Allowed.positive("years", years);
        Allowed.shareAboveZero("utilisation", utilisation);
        Allowed.shareBelowOne("discount", discount);
        Allowed.notNegative("support per year", supportPerYear);
        if (storage == null) {
            storage = StorageTerms.DEFAULT;
        }
    }

    /** The seconds in which the cluster exists. */
    public double seconds() {
        return years * HOURS_PER_YEAR * 3600;
    }

    /** What is paid for a price of the list: less the discount. */
    double paid(double price) {
        return price * (1 - discount);
    }
}
