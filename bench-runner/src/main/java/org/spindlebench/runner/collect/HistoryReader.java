package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;

/** Where the history of ended jobs is read. */
public interface HistoryReader {
    /**
     * Reads all of a job's history.
     *
     * @param appears how long to wait for it: it is moved shortly after the job's end
     */
    JobHistory read(String jobId, Duration appears) throws IOException;

    /** Whether the history answers; throws with its address when it does not. */
    void probe() throws IOException;
}
