package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.Storage;

/**
 * Whether a run's data was on the hosts of its setup's node label. YARN's labels mean nothing to HDFS: it writes the first replica where the writer is, if it can,
 * and the others anywhere.
 *
 * @param storage HDFS
 * @param hosts of the label; null where the setup chooses none, and nothing is checked
 */
record HostPlacement(Storage storage, HostSet hosts) {
    private static final String NAME = "hosts of every replica";
    private static final String EXPECTED = "hosts of the node label only";

    /**
     * Looks at the replicas that there are.
     *
     * @param input the directory that the job read; null for none
     * @param output the directory that it wrote; null for none
     */
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
