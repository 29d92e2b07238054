/**
 * Work without input: splits that carry only an index and a share of the bytes to make. In: {@code spindle.maps},
 * {@code spindle.bytes}, {@code spindle.seed}. Out: for each map its share as marks to make data up to, and a file of
 * its own in the committer's work directory for those that write.
 */
package org.spindlebench.jobs.synthetic;
