/**
 * Runs stock TestDFSIO with corrected settings.
 *
 * <p>In: a direction, TestDFSIO's base directory, the file for its numbers, {@code spindle.maps}, {@code spindle.bytes}
 * and {@code spindle.buffer.bytes}. Out: zero-filled files of equal length, {@code io_data/test_io_N}, and the numbers.
 * Nothing else remains.
 */
package org.spindlebench.jobs.stockdfsio;
