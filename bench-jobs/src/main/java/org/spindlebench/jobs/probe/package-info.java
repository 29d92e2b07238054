/**
 * What a node's kernel counts, sampled while jobs run. In: the files of {@code /proc}. Out: samples of any window of time, as compact text.
 *
 * <p>One JVM on each node does it, in a container of YARN or in the client itself; what the numbers mean is told from them later, where
 * the records are made.
 */
package org.spindlebench.jobs.probe;
