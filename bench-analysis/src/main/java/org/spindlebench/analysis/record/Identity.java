package org.spindlebench.analysis.record;

import java.util.Objects;

/**
 * Which run this is.
 *
 * @param campaign the campaign, the name of its results directory
 * @param run the run within it; the record's file name without its ending
 * @param suite the suite that planned it
 * @param applicationId YARN's id, or null when none was submitted
 * @param jobId MapReduce's id, or null when none was submitted
 */
public record Identity(String campaign, String run, String suite, String applicationId, String jobId) {
    public Identity {
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(suite, "suite");
    }
}
