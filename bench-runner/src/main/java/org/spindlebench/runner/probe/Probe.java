package org.spindlebench.runner.probe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.layout.NodeLayout;

/** Watches nodes without disturbing them: what it saw is asked for when a run has ended. */
public interface Probe extends AutoCloseable {
    /** The word of {@code --probe}. */
    String method();

    /**
     * What every node did from an instant to another, both in the past, by YARN's clock.
     *
     * @return a node that should have been watched and was not is there without samples
     */
    List<NodeSamples> window(Instant from, Instant to) throws InterruptedException;

    /** What the nodes are made of, as it was when the watching began; without those of which that is not known. */
    List<NodeLayout> layouts();

    /**
     * Has every node write its dirty pages, and waits until few are left or the limit has passed.
     *
     * @return empty where this probe can't
     */
    Optional<Flushed> flush(Duration limit) throws InterruptedException;

    /** Whether the DataNodes' I/O that is seen is this process's own, as of an embedded cluster. */
    default boolean watchesThisProcess() {
        return false;
    }

    /** The window's samples have been read, and may go. */
    default void read() {
        // Most keep them anyway.
    }

    /** Ends the watching; never throws, and may be called again. */
    @Override
    void close();

    /** Nothing is watched. */
    Probe OFF = new Probe() {
        @Override
        public String method() {
            return "off";
        }

        @Override
        public List<NodeSamples> window(Instant from, Instant to) {
            return List.of();
        }

        @Override
        public List<NodeLayout> layouts() {
            return List.of();
        }

        @Override
        public Optional<Flushed> flush(Duration limit) {
            return Optional.empty();
        }

        @Override
        public void close() {
            // Nothing was begun.
        }
    };
}
