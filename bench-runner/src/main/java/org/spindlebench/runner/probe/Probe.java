package org.spindlebench.runner.probe;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.jobs.probe.SampleRing;

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

    /**
     * How nodes ended writing their dirty pages.
     *
     * @param left dirty and writeback bytes that are left on all nodes that said so; null where none did
     * @param most the same on the node that has most of them
     * @param silent nodes that did not say
     */
    public record Flushed(Long left, Long most, List<String> silent) {
        /** Nobody looked. */
        public static final Flushed UNKNOWN = new Flushed(null, null, List.of());

        public Flushed {
            silent = List.copyOf(silent);
        }

        /** Of one node. */
        public static Flushed of(Long left) {
            return new Flushed(left, left, List.of());
        }
    }

    /**
     * The samples of a node around a window.
     *
     * @param node its host name
     * @param source hands them out, in the order of time; of a long window they are never held all at once
     */
    public record NodeSamples(String node, Source source) {
        /** Where samples come from. */
        public interface Source {
            /** Hands out every sample. */
            void forEach(SampleRing.Sink sink) throws IOException;
        }

        /** A node that should have been watched and was not. */
        public static NodeSamples missing(String node) {
            return new NodeSamples(node, sink -> {});
        }
    }
}
