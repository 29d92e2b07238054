package org.spindlebench.runner.collect;

/**
 * A task attempt that failed, as the JobHistoryServer knows it.
 *
 * @param attempt MapReduce's attempt id
 * @param container YARN's container id; null where it never had one
 * @param host its NodeManager's host; null where it never had one
 * @param webPort port of that NodeManager's web service; 0 where nobody says
 * @param diagnostics what MapReduce and YARN said of it; may be empty
 */
public record FailedAttempt(String attempt, String container, String host, int webPort, String diagnostics) {}
