package org.spindlebench.analysis.hypothesis;

import java.util.List;
import java.util.Objects;

/**
 * What an experiment asks of its results.
 *
 * @param figure what they are to be held against, such as a figure of a paper; empty where nothing is named
 * @param hypotheses to be judged by them
 */
public record Study(String figure, List<Hypothesis> hypotheses) {
    /** Nothing is asked. */
    public static final Study NONE = new Study("", List.of());

    public Study {
        Objects.requireNonNull(figure, "figure");
        hypotheses = List.copyOf(hypotheses);
    }
}
