package org.spindlebench.it.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;

/** The result of a job's proof. */
record Verdict(List<Check> checks) {

    static Verdict of(String job, JobCompletion done, Storage storage) throws IOException {
        List<Check> checks = new ArrayList<>();
        JobCatalog.named(job).verify(done, storage, checks::add);
        return new Verdict(checks);
    }

    /** Returns the names of the checks that failed; fails if there was no check at all. */
    List<String> failed() {
        if (checks.isEmpty()) {
            throw new IllegalStateException("no check, so nothing was proved");
        }
        return checks.stream().filter(check -> !check.passed()).map(Check::name).toList();
    }
}
