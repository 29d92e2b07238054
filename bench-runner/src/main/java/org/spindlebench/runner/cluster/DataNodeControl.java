package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.util.Optional;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;

/** Stops a DataNode for a damaged run, and starts it again. At most one DataNode is stopped at a time. */
public interface DataNodeControl {
    /** A cluster on which Spindle may stop no DataNode. */
    DataNodeControl NONE = new DataNodeControl() {
        @Override
        public void stop(DataNodeAddress node) throws IOException {
            throw new IOException("Spindle may stop no DataNode of this cluster");
        }

        @Override
        public void startAgain() {
            // None was stopped.
        }
    };

    /** Returns the host whose DataNode the user wants to be stopped; empty if Spindle chooses one. */
    default Optional<String> named() {
        return Optional.empty();
    }

    /**
     * Stops a DataNode. If this fails, {@link #startAgain} must be called nevertheless.
     *
     * @throws IOException if it cannot be stopped
     */
    void stop(DataNodeAddress node) throws IOException, InterruptedException;

    /**
     * Starts the stopped DataNode. Does nothing if none was stopped.
     *
     * @throws IOException if it cannot be started
     */
    void startAgain() throws IOException, InterruptedException;
}
