/**
 * HDFS write alone, and its check. In: {@code spindle.maps}, {@code spindle.bytes}, {@code spindle.seed}, {@code spindle.data},
 * {@code spindle.sync}, a directory. Out: one file for each map; or, on read-back, the number of bytes that are not what the seed gives.
 */
package org.spindlebench.jobs.hdfswrite;
