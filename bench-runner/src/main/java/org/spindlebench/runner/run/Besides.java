package org.spindlebench.runner.run;

import java.io.IOException;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.DoneJob;

/** What a cooling may use of the cluster before the timed window of a run. */
interface Besides {
    Storage storage();

    /** A directory of the campaign's in HDFS, for what the cooling keeps from run to run. */
    String directory();

    /** Whether the user wants to end: what takes long looks at it often. */
    boolean interrupted();

    /**
     * Runs a job.
     *
     * @param label what it is, for progress and messages
     * @throws IOException when it fails
     */
    DoneJob run(String label, ToolCall call) throws IOException, InterruptedException;
}
