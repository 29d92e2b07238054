/**
 * Tests only the shuffle. Maps make records in memory, reduces discard them, and nothing is written to HDFS.
 *
 * <p>In: {@code spindle.maps}, {@code spindle.bytes}, {@code spindle.seed} and {@code spindle.data}. Out: counters of
 * both sides, which must agree. They include a checksum of all records that does not depend on their order.
 */
package org.spindlebench.jobs.shuffle;
