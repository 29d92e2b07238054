/**
 * Brings runs together: repeats into cells, cells into tables, and cells beside one another.
 *
 * <p>In: a stream of records. Out: immutable summaries in base units, with every run that is not in the figures and every
 * doubt about one that is. Absent values are {@code null}, never NaN.
 */
package org.spindlebench.analysis.compare;
