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

    /** A job that was submitted, in this process, through a tool. */
    public interface RunningJob {
        /** How far it is. Never fails: what can't be read is as it was last. */
        JobProgress progress();

        /** Waits for the tool to return; false when it has not after the limit. */
        boolean await(Duration limit) throws InterruptedException;

        /** Kills the application. Safe to call at any time and more than once. */
        void kill(String why);

        /** After {@link #await}: waits for the ApplicationMaster's container to go, and says how the job ended. */
        EndedJob end() throws IOException, InterruptedException;
    }

    /**
     * How far a job is.
     *
     * @param applicationId YARN's id, or null before it was accepted
     * @param state YARN's state of the application, or {@code SUBMITTING}
     * @param map share of the maps' work done, 0 to 1
     * @param reduce share of the reduces' work done, 0 to 1
     */
    public record JobProgress(String applicationId, String state, double map, double reduce) {}
}
