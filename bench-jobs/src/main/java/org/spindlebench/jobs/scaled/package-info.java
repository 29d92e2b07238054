/**
 * A job of given sizes, such as a trace names them. In: files of seeded data, {@code spindle.input.bytes}, {@code spindle.shuffle.bytes},
 * {@code spindle.output.bytes}, {@code spindle.maps}, {@code spindle.seed}, {@code spindle.data}. Out: files of so many bytes of seeded data, and counters of what was
 * read, shuffled and written.
 */
package org.spindlebench.jobs.scaled;
