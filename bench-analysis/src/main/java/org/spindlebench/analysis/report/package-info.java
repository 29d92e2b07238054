/**
 * Reports: what people and programs read.
 *
 * <p>In: {@link org.spindlebench.analysis.compare.Findings}, written by {@link org.spindlebench.analysis.report.Reports}, or a campaign's
 * summary, by {@link org.spindlebench.analysis.report.SummaryReports}. Out: text and files. Scaling and rounding happen here and nowhere else, the same under every locale.
 */
package org.spindlebench.analysis.report;
