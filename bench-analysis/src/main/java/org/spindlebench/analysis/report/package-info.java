/**
 * Writes reports for people and programs.
 *
 * <p>In: {@link org.spindlebench.analysis.compare.Findings}, which {@link org.spindlebench.analysis.report.Reports}
 * writes, or a campaign's summary, which {@link org.spindlebench.analysis.report.SummaryReports} writes. Out: text and
 * files. Findings are in base units; reports scale and round them, in the same way under every locale.
 */
package org.spindlebench.analysis.report;
