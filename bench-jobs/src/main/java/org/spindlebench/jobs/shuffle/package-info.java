/**
 * Tests the shuffle alone. In: {@code spindle.maps}, {@code spindle.bytes}, {@code spindle.seed}, {@code spindle.data}.
 * Maps make records in memory, reducers drain them, nothing is written to HDFS. Out: counters on both sides, among them
 * an order-free checksum of all records, which must agree.
 */
package org.spindlebench.jobs.shuffle;
