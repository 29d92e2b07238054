package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

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

    /**
     * Kills every live application with a tag and waits for its end.
     *
     * @return their ids
     * @throws IOException if one is still live after the limit
     */
    List<String> killTagged(String tag, Duration limit) throws IOException, InterruptedException;
}
