package org.spindlebench.runner.probe;

import java.io.IOException;
import org.spindlebench.jobs.probe.SampleRing;

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
