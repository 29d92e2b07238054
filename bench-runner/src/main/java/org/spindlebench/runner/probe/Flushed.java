package org.spindlebench.runner.probe;

import java.util.List;

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
