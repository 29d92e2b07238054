/**
 * What a report claims, whatever it is about.
 *
 * <p>In: ratios with their intervals and p. Out: the same with p corrected over the claim's family, and a verdict. The
 * package knows neither runs nor setups: the findings that claim something are made in {@code compare} and {@code
 * hypothesis}. The rules are in {@code docs/statistics.md}.
 */
package org.spindlebench.analysis.claim;
