package org.spindlebench.analysis.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** How a run ended. Only runs that are {@link #OK} enter an average. */
public enum Status {
    /** The job ended and every check of its proof passed. */
    @JsonProperty("ok")
    OK,
    /** The job ended, but a check of its proof failed, so the run did not measure what it claims. */
    @JsonProperty("invalid")
    INVALID,
    /** The job, or a step around it, failed. */
    @JsonProperty("failed")
    FAILED,
    /** The user ended the run. A resumed campaign makes it again. */
    @JsonProperty("interrupted")
    INTERRUPTED;

    /** Returns the status's name in documents. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
