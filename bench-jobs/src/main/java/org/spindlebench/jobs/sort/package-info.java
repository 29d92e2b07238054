/**
 * Runs Hadoop's Sort on random text, and makes its input.
 *
 * <p>In: {@code spindle.maps}, {@code spindle.bytes}, {@code spindle.seed} and a directory. Out: the shuffle's records
 * in SequenceFiles, one per map, and then the same records sorted within each reduce. The counters of both jobs must
 * agree. They include a checksum of all records that does not depend on their order.
 */
package org.spindlebench.jobs.sort;
