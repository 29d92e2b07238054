/**
 * Samples the kernel's counters of a node while jobs run.
 *
 * <p>In: the files of {@code /proc}. Out: the samples between two instants, as compact text.
 *
 * <p>One JVM on each node takes the samples, in a YARN container or in the client itself. The numbers are interpreted
 * later, when records are made.
 */
package org.spindlebench.jobs.probe;
