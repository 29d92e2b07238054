/**
 * Reports for people and programs.
 *
 * <p>In: {@link org.spindlebench.analysis.compare.Findings}, written by {@link
 * org.spindlebench.analysis.report.Reports}, or a campaign's summary, by {@link
 * org.spindlebench.analysis.report.SummaryReports}. Out: text and files. All scaling and rounding happens here, the
 * same under every locale.
 */
package org.spindlebench.analysis.report;
