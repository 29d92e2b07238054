/**
 * Runs Hadoop's Sort on random text, and makes its input. In: {@code spindle.maps}, {@code spindle.bytes},
 * {@code spindle.seed}, a directory. Out: the shuffle's records in SequenceFiles, one per map; then the same records,
 * sorted within each reduce. Counters on both sides must agree, including a checksum of all records that does not
 * depend on their order.
 */
package org.spindlebench.jobs.sort;
