/**
 * Runs Hadoop's Sort on random text, and makes its input. In: {@code spindle.maps}, {@code spindle.bytes},
 * {@code spindle.seed}, a directory. Out: the shuffle's records in SequenceFiles, one per map; then the same records,
 * sorted within each reduce. Counters on both sides, among them an order-free checksum of all records, must agree.
 */
package org.spindlebench.jobs.sort;
