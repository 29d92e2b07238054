/**
 * What a node's storage really is, and how its operating system is set, as far as any user may read. In: {@code /proc}, {@code /sys} and
 * the directories of HDFS and of the shuffle. Out: findings, as lines of text.
 *
 * <p>Nothing is guessed: what the kernel does not say is absent, and what permissions hide is a finding of its own.
 */
package org.spindlebench.jobs.probe.layout;
