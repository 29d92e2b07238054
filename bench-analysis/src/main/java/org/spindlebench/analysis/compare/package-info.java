/**
 * Compares cells: {@link org.spindlebench.analysis.compare.Findings} compares setups and settings, {@link
 * org.spindlebench.analysis.compare.CampaignSummary} only lists the measurements.
 *
 * <p>In: {@link org.spindlebench.analysis.cell.Runs}, and the user's choices as {@link
 * org.spindlebench.analysis.compare.ComparisonOptions}. Out: immutable findings in base units, with every run that is
 * left out of the statistics, and every warning about the other runs. Unknown values are {@code null}, never NaN. The
 * formulas are in {@link org.spindlebench.analysis.stats}, next to the code that computes them.
 */
package org.spindlebench.analysis.compare;
