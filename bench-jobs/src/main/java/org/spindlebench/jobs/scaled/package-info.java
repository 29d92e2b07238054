/**
 * Runs a job of given sizes, such as the sizes in a trace.
 *
 * <p>In: files of seeded data, {@code spindle.input.bytes}, {@code spindle.shuffle.bytes}, {@code
 * spindle.output.bytes}, {@code spindle.maps}, {@code spindle.seed}, {@code spindle.data} and {@code
 * spindle.input.offset}. Out: files of seeded data with the requested output size, and counters of the bytes read,
 * shuffled and written.
 */
package org.spindlebench.jobs.scaled;
