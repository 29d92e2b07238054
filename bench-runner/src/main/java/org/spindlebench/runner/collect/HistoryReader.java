package org.spindlebench.runner.collect;

import java.io.IOException;

/** Where the history of ended jobs is read. */
public interface HistoryReader {
    /** Reads all of a job's history. */
    JobHistory read(String jobId) throws IOException;

    /** Whether the history answers; throws with its address when it does not. */
    void probe() throws IOException;
}
