package org.spindlebench.analysis.hypothesis;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What an experiment asks of its results.
 *
 * @param figure what they are to be held against, such as a figure of a paper; empty where nothing is named
 * @param hypotheses to be judged by them
 * @param endedEarly names of campaigns that ended before their last planned run because an experiment's rule says so: nothing of them is missing
 */
public record Study(String figure, List<Hypothesis> hypotheses, Set<String> endedEarly) {
    /** Nothing is asked. */
    public static final Study NONE = new Study("", List.of());

    /** Of campaigns that end with their last planned run. */
    public Study(String figure, List<Hypothesis> hypotheses) {
        this(figure, hypotheses, Set.of());
    }

    public Study {
        Objects.requireNonNull(figure, "figure");
        hypotheses = List.copyOf(hypotheses);
        endedEarly = Set.copyOf(endedEarly);
    }
}
