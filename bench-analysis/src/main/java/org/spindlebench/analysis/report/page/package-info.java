/**
 * Writes the HTML report. In: findings and the evidence of runs. Out: one file that needs no network. Java computes
 * every number and writes it as data. The scripts among the resources draw, sort and filter the data. They compute
 * only the numbers that depend on prices that a reader changes.
 */
package org.spindlebench.analysis.report.page;
