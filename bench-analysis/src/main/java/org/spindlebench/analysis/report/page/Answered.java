package org.spindlebench.analysis.report.page;

import java.util.List;

/**
 * The answer for one contender under one choice of settings.
 *
 * @param heading who is compared with whom, and under which settings
 * @param sentences each a whole one
 */
public record Answered(String heading, List<String> sentences) {
    public Answered {
        sentences = List.copyOf(sentences);
    }
}
