package org.spindlebench.runner.cluster;

import java.io.IOException;

/** The application on YARN that watches nodes. */
public interface WatchingApplication {
    /** Submits the application, after ending any that an earlier probe of this campaign left running. */
    void submit() throws IOException;

    /** Returns the current status. */
    ApplicationStatus status() throws IOException;

    /** Ends the application if it is running, and waits for its end. */
    void end() throws IOException, InterruptedException;

    /**
     * YARN's report on the application.
     *
     * @param id YARN's id
     * @param running whether its ApplicationMaster is running
     * @param over whether it has ended
     * @param diagnostics why it is not running; may be empty
     */
    record ApplicationStatus(String id, boolean running, boolean over, String diagnostics) {}
}
