/**
 * Groups the repeats of each measurement.
 *
 * <p>In: a stream of records. Out: a cell for every job, setup and choice of settings. A cell has its raw values in
 * base units, the runs that were left out and why, all warnings, and the conditions that do not distinguish cells.
 * Unknown values are {@code null}, never NaN.
 */
package org.spindlebench.analysis.cell;
