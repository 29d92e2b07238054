/**
 * Stock TestDFSIO, guarded. In: a direction, TestDFSIO's base directory, the file for its figures; {@code spindle.maps},
 * {@code spindle.bytes}, {@code spindle.buffer.bytes}. Out: {@code io_data/test_io_N}, equal files of zero bytes, and the
 * figures; nothing else stays.
 */
package org.spindlebench.jobs.stockdfsio;
