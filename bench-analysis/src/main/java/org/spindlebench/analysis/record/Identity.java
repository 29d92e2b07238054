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
 * @param tryOf the run that this try was of, which the campaign set aside and makes once more; null of every other record
 */
public record Identity(String campaign, String run, String suite, String applicationId, String jobId, String tryOf) {
    public Identity {
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(suite, "suite");
    }

    /** Of a run, not of a try that was set aside. */
    public Identity(String campaign, String run, String suite, String applicationId, String jobId) {
        this(campaign, run, suite, applicationId, jobId, null);
    }
}
