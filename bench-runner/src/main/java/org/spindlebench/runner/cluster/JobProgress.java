package org.spindlebench.runner.cluster;

/**
 * How far a job is.
 *
 * @param applicationId YARN's id, or null before it was accepted
 * @param state YARN's state of the application, or {@code SUBMITTING}
 * @param map share of the maps' work done, 0 to 1
 * @param reduce share of the reduces' work done, 0 to 1
 */
public record JobProgress(String applicationId, String state, double map, double reduce) {}
