/**
 * Sets cells beside one another: {@link org.spindlebench.analysis.compare.Findings} compares setups and settings, {@link
 * org.spindlebench.analysis.compare.CampaignSummary} only lists what was measured.
 *
 * <p>In: {@link org.spindlebench.analysis.cell.Runs}, and what is asked of them as {@link
 * org.spindlebench.analysis.compare.ComparisonOptions}. Out: immutable findings in base units, with every run that is not in the figures
 * and every doubt about one that is. Absent values are {@code null}, never NaN. The formulas stand where the figures are made, in
 * {@link org.spindlebench.analysis.stats}.
 */
package org.spindlebench.analysis.compare;
