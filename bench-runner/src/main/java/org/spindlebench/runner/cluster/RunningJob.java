package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;

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
