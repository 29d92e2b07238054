/**
 * Runs stock TestDFSIO, guarded. In: a direction, TestDFSIO's base directory, the file for its numbers;
 * {@code spindle.maps}, {@code spindle.bytes}, {@code spindle.buffer.bytes}. Out: {@code io_data/test_io_N},
 * zero-filled files of equal length, and the numbers; nothing else remains.
 */
package org.spindlebench.jobs.stockdfsio;
