/**
 * Reads the actual storage of a node and the settings of its operating system, as far as an ordinary user may read
 * them.
 *
 * <p>In: {@code /proc}, {@code /sys} and the directories of HDFS and of the shuffle. Out: findings, which can be
 * written as lines of text.
 *
 * <p>Values that the kernel does not state are omitted, not guessed. If permissions hide a value, a finding states
 * that.
 */
package org.spindlebench.jobs.probe.layout;
