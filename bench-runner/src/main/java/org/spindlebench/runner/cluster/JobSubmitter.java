package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Submits jobs to a cluster. */
public interface JobSubmitter {
    /**
     * Submits a job and returns immediately.
     *
     * @param call the job to submit
     * @param campaignTag the tag of everything that this campaign submits
     * @param runTag the tag of this submission only
     */
    RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) throws IOException;

    /** Starts a program of the user, whose applications must have both tags, and returns immediately. */
    RunningJob submit(ProgramCall call, String queue, String campaignTag, String runTag) throws IOException;

    /**
     * Kills every live application with the given tag and waits until they have ended.
     *
     * @return the applications' ids
     * @throws IOException if an application is still live after the limit
     */
    List<String> killTagged(String tag, Duration limit) throws IOException, InterruptedException;

    /** A submitted job, whose tool runs in this process, or a program in a process of its own. */
    public interface RunningJob {
        /** Returns the job's progress. If it cannot be read, returns the last known progress. */
        JobProgress progress();

        /** Waits for the tool to return. Returns false if it does not return within the limit. */
        boolean await(Duration limit) throws InterruptedException;

        /**
         * Kills the application, or ends its submission. This may be called at any time and more than once.
         *
         * @return whether YARN answered
         */
        boolean kill(String why);

        /** Interrupts a tool that has not returned, although its application has ended, and waits a moment for it. */
        void giveUp() throws InterruptedException;

        /**
         * Returns how the job ended. Its ApplicationMaster may still hold a container. Call {@link #await} first.
         * For a killed job, this does not wait for a ResourceManager that does not answer.
         */
        EndedJob end() throws IOException, InterruptedException;

        /** Waits until the ended job's ApplicationMaster has left its container, so that other jobs can have it. */
        void awaitMaster() throws IOException, InterruptedException;
    }

    /**
     * A job's progress.
     *
     * @param applicationId YARN's id, or null before YARN accepts it
     * @param state YARN's state of the application, or {@code SUBMITTING}
     * @param map share of the maps' work done, 0 to 1
     * @param reduce share of the reduces' work done, 0 to 1
     */
    public record JobProgress(String applicationId, String state, double map, double reduce) {
        /** Before YARN is asked. */
        public static final JobProgress SUBMITTING = new JobProgress(null, "SUBMITTING", 0, 0);

        /** Returns whether the application has ended, although its tool may still wait for its history. */
        public boolean ended() {
            return state.equals("FINISHED") || state.equals("FAILED") || state.equals("KILLED");
        }
    }
}
