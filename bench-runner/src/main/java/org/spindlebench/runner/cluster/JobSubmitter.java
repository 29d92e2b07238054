package org.spindlebench.runner.cluster;

/** Submits jobs to a cluster. */
public interface JobSubmitter {
    /**
     * Submits a job and returns at once.
     *
     * @param call what to run
     * @param queue the queue
     * @param campaignTag tag of everything this campaign submits
     * @param runTag tag of this submission alone
     */
    RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag);
}
