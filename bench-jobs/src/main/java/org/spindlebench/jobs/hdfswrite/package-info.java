/**
 * HDFS write alone, and its check. In: {@code spindle.maps}, {@code spindle.bytes}, {@code spindle.seed}, a directory.
 * Out: one file of random bytes for each map; or, on read-back, the number of bytes that are not what the seed gives.
 */
package org.spindlebench.jobs.hdfswrite;
