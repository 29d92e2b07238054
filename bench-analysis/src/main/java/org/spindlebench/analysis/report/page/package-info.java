/**
 * The report as a page: one file of HTML that needs no network. Java makes every figure on it and writes them as data; the scripts among the resources draw, sort and
 * filter them, and compute nothing but what follows from prices that a reader changes.
 */
package org.spindlebench.analysis.report.page;
