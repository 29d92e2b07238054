package org.spindlebench.runner.cluster;

import java.io.IOException;

/** The application that watches nodes. */
public interface WatchingApplication {
    /** Submits it; what an earlier one of this campaign left running has been ended. */
    void submit() throws IOException;

    /** How it is now. */
    Status status() throws IOException;

    /** Ends it, if it runs, and waits until it has ended. */
    void end() throws IOException, InterruptedException;

    /**
     * What YARN says of it.
     *
     * @param id YARN's name for it
     * @param running whether its ApplicationMaster runs
     * @param over whether it has ended
     * @param diagnostics why it does not run; may be empty
     */
    record Status(String id, boolean running, boolean over, String diagnostics) {}
}
