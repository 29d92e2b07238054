package org.spindlebench.runner.cluster;

import java.io.IOException;

/** The application on YARN that samples nodes. */
public interface WatchingApplication {
    /** Submits the application. If an earlier probe of this campaign is still running, it is ended first. */
    void submit() throws IOException;

    ApplicationStatus status() throws IOException;

    /** Ends the application if it is running, and waits until it has ended. */
    void end() throws IOException, InterruptedException;

    /**
     * The status of the application in YARN.
     *
     * @param diagnostics why it is not running; may be empty
     */
    record ApplicationStatus(String id, boolean running, boolean over, String diagnostics) {}
}
