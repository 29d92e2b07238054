/**
 * The claims of a report, with any subject.
 *
 * <p>In: ratios with their intervals and p. Out: the same ratios with p corrected over the claim's family, and a
 * verdict. The package knows neither runs nor setups: {@code compare} and {@code hypothesis} make the findings that
 * claim something. The rules are in {@code docs/statistics.md}.
 */
package org.spindlebench.analysis.claim;
