package org.spindlebench.analysis.record;

/**
 * What was done to the caches before the run.
 *
 * @param method {@code off}, {@code local} or {@code command}
 * @param cooled whether the method ran and succeeded; a run that was not cooled is warm
 * @param detail the command, or why it did not succeed
 * @param dirtyBefore dirty and writeback bytes of this host when the run began; null where they can't be seen
 */
public record Cache(String method, boolean cooled, String detail, Long dirtyBefore) {}
