package org.spindlebench.runner.run;

import java.io.IOException;
import org.spindlebench.runner.cluster.EndedJob;

/** A job beside the measured one failed, such as one that prepares its input. */
final class JobFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient EndedJob job;

    JobFailedException(String label, EndedJob job) {
        super(label + " failed: " + job.diagnostics());
        this.job = job;
    }

    EndedJob job() {
        return job;
    }
}
