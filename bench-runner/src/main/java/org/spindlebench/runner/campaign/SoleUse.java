package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.util.Optional;
import org.spindlebench.runner.cluster.Workers;

/** Keeps other clients away from a campaign until it is closed. */
interface SoleUse extends AutoCloseable {
    /** The implementation for a cluster that has no other users. */
    SoleUse NONE = new SoleUse() {
        @Override
        public void changing() {
            // Nobody else can take this cluster.
        }

        @Override
        public void changed() {
            // Nobody else can take this cluster.
        }

        @Override
        public Workers workers() {
            return Workers.NONE;
        }

        @Override
        public Optional<StopRequest> attend(String point) {
            return Optional.empty();
        }

        @Override
        public void close() {
            // Nobody else can take this cluster.
        }
    };

    /** Returns the current daemons of the cluster; none if it has no other users. */
    Workers workers() throws IOException, InterruptedException;

    /** Called before a command of the user changes the cluster. */
    void changing();

    /**
     * Tells other gateways the progress of the campaign, and returns their request to stop it; empty if there is none.
     */
    Optional<StopRequest> attend(String point);

    /** Called after a command of the user has changed the cluster. */
    void changed() throws IOException;

    @Override
    void close();

    /** The requested way to stop a campaign. */
    enum StopRequest {
        /** After the run that is being made. */
        AFTER,
        /** At once: the run is killed, as by Ctrl-C. */
        NOW;

        String word() {
            return this == NOW ? "now" : "after";
        }

        static StopRequest of(String word) {
            return word.strip().equals(NOW.word()) ? NOW : AFTER;
        }
    }
}
