/**
 * Reads the actual storage of a node and the settings of its operating system, as far as any user may. In:
 * {@code /proc}, {@code /sys} and the directories of HDFS and of the shuffle. Out: findings, as lines of text.
 *
 * <p>Nothing is guessed. If the kernel does not state a value, it is omitted; if permissions hide it, a finding says
 * so.
 */
package org.spindlebench.jobs.probe.layout;
