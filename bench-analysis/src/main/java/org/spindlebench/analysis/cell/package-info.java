/**
 * Brings the repeats of one measurement together.
 *
 * <p>In: a stream of records. Out: a cell for every job, setup and choice of settings, with its raw values in base units, every run
 * that is not in the figures with the reason, every warning, and the conditions the runs had without being told apart by them.
 * Absent values are {@code null}, never NaN.
 */
package org.spindlebench.analysis.cell;
