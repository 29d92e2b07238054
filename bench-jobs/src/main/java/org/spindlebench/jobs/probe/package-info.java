/**
 * Samples the kernel's counters of a node while jobs run. In: the files of {@code /proc}. Out: samples of any window of
 * time, as compact text.
 *
 * <p>One JVM on each node samples, in a YARN container or in the client itself. The numbers are interpreted later, when
 * records are made.
 */
package org.spindlebench.jobs.probe;
