package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.Policies;

/**
 * Checks whether a run's data was where its setup says: on the storage of its policy, and on the hosts of its node
 * label.
 */
record DataPlacement(Storage storage, CampaignSettings settings) {
    /** Checks where the replicas are now. The output is empty if the job wrote none. */
    void check(JobRequest request, List<StoredFile> output, Consumer<Check> proof) throws IOException {
        String written = output.isEmpty() ? null : request.outputPath();
        new PolicyPlacement(storage, settings.storagePolicy()).check(request.inputPath(), written, proof);
        if (request.inputPath() != null) {
            Policies.checkInput(request, storage, proof);
        }
        new HostPlacement(storage, settings.hosts()).check(request.inputPath(), written, proof);
    }

    /**
     * Checks whether a run's data was on the hosts of its setup's node label. HDFS ignores YARN's labels: it writes the
     * first replica on the writer's host, if it can, and the others anywhere.
     *
     * @param hosts the hosts of the label; if null, because the setup chooses none, nothing is checked
     */
    record HostPlacement(Storage storage, HostSet hosts) {
        private static final String NAME = "hosts of every replica";
        private static final String EXPECTED = "hosts of the node label only";

        /** Checks where the replicas are now; null for no directory. */
        void check(String input, String output, Consumer<Check> proof) throws IOException {
            if (hosts != null && (input != null || output != null)) {
                Set<String> others = new TreeSet<>();
                addOthers(input, others);
                addOthers(output, others);
                proof.accept(new Check(
                        NAME,
                        EXPECTED,
                        others.isEmpty()
                                ? EXPECTED
                                : "also " + FewNames.of(others.stream().toList()),
                        others.isEmpty()));
            }
        }

        private void addOthers(String directory, Set<String> others) throws IOException {
            if (directory != null) {
                storage.bytesByHost(directory).keySet().stream()
                        .filter(host -> !hosts.has(host))
                        .forEach(others::add);
            }
        }
    }

    /**
     * Checks whether a run's data was where the setup's storage policy says. If a storage type is missing or full, HDFS
     * silently writes elsewhere.
     *
     * @param policy the setup's policy; if null, because it declares none, nothing is checked
     */
    record PolicyPlacement(Storage storage, StoragePolicy policy) {
        /** Checks where the replicas are now; null for no directory. */
        void check(String input, String output, Consumer<Check> proof) throws IOException {
            if (policy != null && input != null) {
                Policies.check(storage, input, policy.name(), proof);
            }
            if (policy != null && output != null) {
                Policies.check(storage, output, policy.name(), proof);
            }
        }
    }
}
