package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.conf.StoragePolicy;
import org.spindlebench.runner.jobs.Policies;

/**
 * Whether a run's data was where the setup's storage policy says: HDFS writes elsewhere without a word when a type of storage is missing or full.
 *
 * @param storage HDFS
 * @param policy the setup's; null where it asks for none, and nothing is checked
 */
record PolicyPlacement(Storage storage, StoragePolicy policy) {
    /**
     * Looks at the replicas that there are.
     *
     * @param input the directory that the job read; null for none
     * @param output the directory that it wrote; null for none
     */
    void check(String input, String output, Consumer<Check> proof) throws IOException {
        if (policy != null && input != null) {
            Policies.check(storage, input, policy.name(), proof);
        }
        if (policy != null && output != null) {
            Policies.check(storage, output, policy.name(), proof);
        }
    }
}
