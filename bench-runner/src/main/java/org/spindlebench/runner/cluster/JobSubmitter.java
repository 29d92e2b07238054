package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Submits jobs to a cluster. */
public interface JobSubmitter {
    /**
     * Submits a job and returns at once.
     *
     * @param call the job to submit
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

    /** A submitted job whose tool runs in this process. */
    public interface RunningJob {
        /** Returns the job's progress. Never fails: if it cannot be read, the last values are returned. */
        JobProgress progress();

        /** Waits for the tool to return. Returns false if it has not returned within the limit. */
        boolean await(Duration limit) throws InterruptedException;

        /** Kills the application. Safe to call at any time and more than once. */
        void kill(String why);

        /**
         * Waits for the ApplicationMaster's container to go, and returns how the job ended. Must follow {@link #await}.
         */
        EndedJob end() throws IOException, InterruptedException;
    }

    /**
     * A job's progress.
     *
     * @param applicationId YARN's id, or null before YARN accepts it
     * @param state YARN's state of the application, or {@code SUBMITTING}
     * @param map share of the maps' work done, 0 to 1
     * @param reduce share of the reduces' work done, 0 to 1
     */
    public record JobProgress(String applicationId, String state, double map, double reduce) {}
}
