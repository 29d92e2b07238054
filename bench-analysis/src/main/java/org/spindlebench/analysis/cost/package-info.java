/**
 * Computes the costs of measured durations.
 *
 * <p>In: a price list, and durations by setup and job. Out: costs with intervals, ranks and ties, and warnings as data.
 * The package knows neither records nor files; the caller groups the runs and reads the list. {@code docs/cost.md} has
 * every formula, and lists the costs that formulas leave out.
 */
package org.spindlebench.analysis.cost;
