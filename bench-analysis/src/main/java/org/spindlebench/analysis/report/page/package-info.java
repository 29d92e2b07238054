/**
 * The HTML report: one file that needs no network. Java computes every number and writes it as data. The scripts among
 * the resources draw, sort and filter these. They compute only what depends on prices that a reader changes.
 */
package org.spindlebench.analysis.report.page;
