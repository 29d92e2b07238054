package org.spindlebench.runner.probe;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.jobs.probe.SampleRing;

/** Watches nodes without disturbing them. Spindle asks for the samples when a run has ended. */
public interface Probe extends AutoCloseable {
    /** Returns the value of {@code --probe} that selects this probe. */
    String method();

    /**
     * Returns every node's samples between two instants in the past, by YARN's clock.
     *
     * @return the samples by node; a node whose samples are missing is included without samples
     */
    List<NodeSamples> window(Instant from, Instant to) throws InterruptedException;

    /** Returns the nodes' layouts when the probe began to watch; nodes with an unknown layout are omitted. */
    List<NodeLayout> layouts();

    /** Returns the hosts that should be watched and whose layout is unknown, in order. */
    default List<String> withoutLayout() {
        return List.of();
    }

    /** Returns the nodes whose samples every run needs, because the user asked for this probe; most probes have none. */
    default Set<String> promised() {
        return Set.of();
    }

    /**
     * Makes every node write its dirty pages, and waits until few are left or the limit has passed.
     *
     * @return empty if this probe cannot do that
     */
    Optional<Flushed> flush(Duration limit) throws InterruptedException;

    /**
     * Makes every node read the files of programs again, because a cooling made them cold.
     *
     * @return whether every node that may run tasks has done so; otherwise, a job must do it
     */
    default boolean reread(Duration limit) throws InterruptedException {
        return false;
    }

    /**
     * Makes every node drop its caches, with the command that its site permits.
     *
     * @return the reasons why nodes did not drop their caches, by node; none if all did; empty if this probe cannot
     *     drop caches
     */
    default Optional<SortedMap<String, String>> dropCaches(Duration limit) throws InterruptedException {
        return Optional.empty();
    }

    /** Returns whether this process's I/O is the I/O of the DataNodes, as in an embedded cluster. */
    default boolean watchesThisProcess() {
        return false;
    }

    /** Tells the probe that it may delete the window's samples, because they have been read. */
    default void read() {
        // Most probes keep nothing that must be deleted.
    }

    /** Stops watching. Never throws, and may be called again. */
    @Override
    void close();

    /** Watches nothing. */
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
            // There is nothing to end.
        }
    };

    /**
     * The state of nodes after they wrote their dirty pages.
     *
     * @param left the dirty and writeback bytes that are left, summed over the nodes that reported them; null if no
     *     node did
     * @param most the bytes that are left on the node with the largest number
     * @param silent the nodes that did not report
     */
    public record Flushed(Long left, Long most, List<String> silent) {
        /** The state without a probe. */
        public static final Flushed UNKNOWN = new Flushed(null, null, List.of());

        public Flushed {
            silent = List.copyOf(silent);
        }

        public static Flushed of(Long left) {
            return new Flushed(left, left, List.of());
        }
    }

    /**
     * The samples of a node in a window, and the samples next to it.
     *
     * @param source passes on samples in chronological order, without keeping all samples of a long window in memory
     */
    public record NodeSamples(String node, SampleSource source) {
        /** A source of samples. */
        public interface SampleSource {
            /** Hands out every sample. */
            void forEach(SampleRing.SampleSink sink) throws IOException;
        }

        /** Returns the entry of a node that should have been watched but was not. */
        public static NodeSamples missing(String node) {
            return new NodeSamples(node, sink -> {});
        }
    }
}
