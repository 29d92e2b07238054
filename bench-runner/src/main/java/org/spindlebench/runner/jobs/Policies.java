package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.conf.StorageType;

/**
 * Checks that files have the requested HDFS policies, and that HDFS followed them. HDFS silently writes elsewhere if a
 * storage type is missing or full.
 */
public final class Policies {
    private static final Duration REPORT_LIMIT = Duration.ofSeconds(10);

    private final Storage storage;
    private final String directory;
    private final String storagePolicy;
    private final String erasureCoding;

    private Policies(Storage storage, String directory, Map<String, String> configuration) {
        this.storage = storage;
        this.directory = directory;
        this.storagePolicy = configuration.getOrDefault(JobKeys.STORAGE_POLICY, "");
        this.erasureCoding = configuration.getOrDefault(JobKeys.ERASURE_CODING, "");
    }

    /** Returns a suffix that names the storage policy, to distinguish inputs; empty if there is none. */
    static String variant(Map<String, String> configuration) {
        String policy = configuration.getOrDefault(JobKeys.STORAGE_POLICY, "");
        return policy.isEmpty() ? "" : "-" + policy;
    }

    /**
     * Checks the bytes of a job's output, its replicas or its erasure coding, and the requested policies.
     *
     * @param bytes the bytes of all files, counted once
     */
    static void checkOutput(JobRequest request, Storage storage, long bytes, Consumer<Check> proof) throws IOException {
        Policies asked = new Policies(storage, request.outputPath(), request.configuration());
        if (asked.erasureCoding.isEmpty()) {
            Replicas.check(storage, asked.directory, bytes, request.replication())
                    .forEach(proof);
        } else {
            proof.accept(Check.equal("bytes in HDFS", bytes, Replicas.bytes(storage.dataFiles(asked.directory))));
        }
        if (!asked.erasureCoding.isEmpty() || !asked.storagePolicy.isEmpty()) {
            asked.placements(asked.settled(), proof);
        }
    }

    /** Checks the erasure coding of a prepared input when it was read. Without a requested policy, nothing is checked. */
    public static void checkInput(JobRequest request, Storage storage, Consumer<Check> proof) throws IOException {
        Policies asked = new Policies(storage, request.inputPath(), request.configuration());
        if (!asked.erasureCoding.isEmpty()) {
            asked.coding(asked.settled(), " of the input", proof);
        }
    }

    /**
     * Checks the storage of every block below a directory that has a storage policy.
     *
     * @param policy such as {@code ALL_SSD}
     */
    public static void check(Storage storage, String directory, String policy, Consumer<Check> proof)
            throws IOException {
        Policies asked = new Policies(storage, directory, Map.of(JobKeys.STORAGE_POLICY, policy));
        asked.placements(asked.settled(), proof);
    }

    private void placements(Set<Placement> found, Consumer<Check> proof) {
        if (!erasureCoding.isEmpty()) {
            coding(found, "", proof);
        }
        if (!storagePolicy.isEmpty()) {
            proof.accept(Check.equal(
                    "storage policy of every file",
                    StoragePolicy.of(storagePolicy).name(),
                    each(found, Placement::storagePolicy)));
            proof.accept(typesOfStorage(found));
        }
    }

    private void coding(Set<Placement> found, String where, Consumer<Check> proof) {
        proof.accept(Check.equal(
                "erasure coding of every file" + where, erasureCoding, each(found, Placement::erasureCoding)));
        int missing = found.stream().mapToInt(Placement::missing).max().orElse(-1);
        proof.accept(Check.equal("missing parts of an erasure-coded block" + where, 0, missing));
    }

    private Check typesOfStorage(Set<Placement> found) {
        StoragePolicy policy = StoragePolicy.of(storagePolicy);
        List<String> wrong = found.stream()
                .map(Placement::storageTypes)
                .filter(types -> !holds(policy, types))
                .map(types -> String.join(" ", types))
                .sorted()
                .toList();
        boolean passed = !found.isEmpty() && wrong.isEmpty();
        String actual = found.isEmpty() ? "absent" : String.join("; ", wrong);
        return new Check("storage of every block", words(policy), passed ? words(policy) : actual, passed);
    }

    private static String each(Collection<Placement> found, Function<Placement, String> policy) {
        return found.stream()
                .map(policy)
                .map(name -> name.isEmpty() ? "none" : name)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(TreeSet::new), names -> String.join(", ", names)));
    }

    /** Waits for missing parts of blocks, which DataNodes report shortly after a file was closed. */
    private Set<Placement> settled() throws IOException {
        long deadline = System.nanoTime() + REPORT_LIMIT.toNanos();
        Set<Placement> found = storage.placements(directory);
        while (found.stream().anyMatch(placement -> placement.missing() > 0) && System.nanoTime() < deadline) {
            Replicas.pause();
            found = storage.placements(directory);
        }
        return found;
    }

    /** Says which storage a block's replicas must have if HDFS does not fall back to another type. */
    private static String words(StoragePolicy policy) {
        List<StorageType> types = policy.types();
        return types.size() == 1 ? types.get(0) + " only" : "one " + types.get(0) + ", the rest " + types.get(1);
    }

    private static boolean holds(StoragePolicy policy, List<String> found) {
        List<String> types = policy.types().stream().map(StorageType::name).toList();
        long ones = found.stream().filter(types.get(0)::equals).count();
        return types.containsAll(found) && (types.size() == 1 || ones == 1);
    }
}
