/**
 * What measured durations cost.
 *
 * <p>In: a price list and durations per setup and job. Out: figures with intervals, ranks and ties, and warnings as data.
 * Knows neither records nor files: who calls it groups the runs and reads the list. Every formula and what it leaves out is
 * in {@code docs/cost.md}.
 */
package org.spindlebench.analysis.cost;
