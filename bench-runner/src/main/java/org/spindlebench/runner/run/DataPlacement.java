package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.StoredFile;
import org.spindlebench.runner.jobs.JobRequest;

/**
 * Whether a run's data was where its setup says: on the storage of its policy, and on the hosts of its node label.
 *
 * @param storage HDFS
 * @param settings of the campaign, which say what the setup asks for
 */
record DataPlacement(Storage storage, CampaignSettings settings) {
    /**
     * Looks at the replicas that there are.
     *
     * @param output the files that the job wrote; empty for none
     */
    void check(JobRequest request, List<StoredFile> output, Consumer<Check> proof) throws IOException {
        String written = output.isEmpty() ? null : request.outputPath();
        new PolicyPlacement(storage, settings.storagePolicy()).check(request.inputPath(), written, proof);
        new HostPlacement(storage, settings.hosts()).check(request.inputPath(), written, proof);
    }
}
