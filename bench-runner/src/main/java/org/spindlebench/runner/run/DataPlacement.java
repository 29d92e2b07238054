package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.Policies;

/**
 * Checks whether the places of a run's data and tasks match its setup: the storage of its policy, and the hosts that it
 * chooses.
 */
record DataPlacement(Storage storage, CampaignSettings settings) {
    /**
     * Checks where tasks ran, and where the replicas are now.
     *
     * @param output empty if the job wrote none
     * @param counted the hosts that the run was sized for
     */
    void check(
            JobRequest request, List<StoredFile> output, List<TaskTimes> tasks, HostSet counted, Consumer<Check> proof)
            throws IOException {
        String written = output.isEmpty() ? null : request.outputPath();
        new PolicyPlacement(storage, settings.storagePolicy()).check(request.inputPath(), written, proof);
        if (request.inputPath() != null) {
            Policies.checkInput(request, storage, proof);
        }
        HostPlacement hosts = new HostPlacement(storage, settings.hosts());
        hosts.check(request.inputPath(), written, proof);
        hosts.checkTasks(tasks, counted, proof);
    }

    /**
     * Checks whether a run's data and tasks were on the hosts that its setup chooses, by a node label or a list. HDFS
     * ignores YARN's labels: it writes the first replica on the writer's host, if possible, and the other replicas
     * anywhere. A list does not keep tasks on its hosts.
     *
     * @param hosts the hosts; null if the setup chooses none. Replicas may then be anywhere, but tasks only on the
     *     counted hosts
     */
    record HostPlacement(Storage storage, HostSet hosts) {
        private static final String EXPECTED = "hosts of the setup only";
        private static final String TASKS = "hosts of every task";

        /** Checks where the replicas are now; null if there is no directory. */
        void check(String input, String output, Consumer<Check> proof) throws IOException {
            if (hosts != null && (input != null || output != null)) {
                Set<String> others = new TreeSet<>();
                addOthers(input, others);
                addOthers(output, others);
                proof.accept(check("hosts of every replica", EXPECTED, others, ""));
            }
        }

        /**
         * Checks where all attempts of tasks ran. An attempt that never had a host is ignored. YARN lends the nodes of
         * labels that are not exclusive, and takes new nodes at any time. Sizes and numbers per node take neither into
         * account.
         */
        void checkTasks(List<TaskTimes> tasks, HostSet counted, Consumer<Check> proof) {
            HostSet allowed = hosts == null ? counted : hosts;
            Set<String> others = new TreeSet<>();
            tasks.stream()
                    .map(TaskTimes::host)
                    .filter(Objects::nonNull)
                    .distinct()
                    .filter(host -> !allowed.has(host))
                    .forEach(others::add);
            if (hosts != null) {
                proof.accept(check(TASKS, EXPECTED, others, ""));
            } else if (!tasks.isEmpty()) {
                proof.accept(check(
                        TASKS,
                        "counted hosts only",
                        others,
                        ", which Spindle did not count when it sized the run; if these hosts are new, begin a new"
                                + " campaign, and otherwise measure the hosts of a node label (way: {kind: label})"));
            }
        }

        private static Check check(String name, String expected, Set<String> others, String remedy) {
            String also = "also " + FewNames.of(others) + remedy;
            return new Check(name, expected, others.isEmpty() ? expected : also, others.isEmpty());
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
     * Checks whether a run's data was in the places that the setup's storage policy names. If a storage type is missing
     * or full, HDFS silently writes elsewhere.
     *
     * @param policy the setup's policy; null if the setup declares none, so that there is no check
     */
    record PolicyPlacement(Storage storage, StoragePolicy policy) {
        /** Checks where the replicas are now. A directory that does not exist is null. */
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
