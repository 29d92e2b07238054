/**
 * Runs a job of given sizes, such as those of a trace. In: files of seeded data, {@code spindle.input.bytes},
 * {@code spindle.shuffle.bytes}, {@code spindle.output.bytes}, {@code spindle.maps}, {@code spindle.seed},
 * {@code spindle.data}. Out: files of seeded data of that size, and counters of the bytes read, shuffled and written.
 */
package org.spindlebench.jobs.scaled;
