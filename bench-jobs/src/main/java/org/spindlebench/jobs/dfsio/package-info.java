/**
 * Streams to and from HDFS, one file per map and one map per file, as TestDFSIO has them, with data that nothing can shrink
 * and with their course over time. In: {@code spindle.maps}, {@code spindle.bytes}, {@code spindle.seed}, and what of
 * {@code spindle.data}, {@code spindle.sync}, {@code spindle.buffer.bytes}, {@code spindle.sample.ms},
 * {@code spindle.storage.policy}, {@code spindle.erasure.coding} is given; directories. Out: a file for each map; counters of
 * files, bytes and a checksum; and for each map a small file {@code _samples-m-NNNNN} beside the output.
 */
package org.spindlebench.jobs.dfsio;
