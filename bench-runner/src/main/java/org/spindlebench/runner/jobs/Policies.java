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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.conf.StorageType;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;

/**
 * Checks the length and the replication of files, that files have the requested policies, and that HDFS followed the
 * policies. HDFS silently writes elsewhere if a storage type is missing or full.
 */
public final class Policies {
    /** The time limit for DataNodes to report a last block. */
    private static final Duration REPORT_LIMIT = Duration.ofSeconds(10);

    private static final String FILE_OUTPUT = "org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter";

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
            asked.replicas(bytes, request.replication(), proof);
        } else {
            proof.accept(Check.equal("bytes in HDFS", bytes, bytes(storage.dataFiles(asked.directory))));
        }
        if (!asked.erasureCoding.isEmpty() || !asked.storagePolicy.isEmpty()) {
            asked.placements(asked.settled(), proof);
        }
    }

    /** Checks that each reduce wrote one file, the files hold the counted bytes, and no replica or parity is missing. */
    static void ofReduces(JobCompletion done, List<StoredFile> output, Storage storage, Consumer<Check> proof)
            throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("files written", request.reduces(), output.size()));
        Long counted = done.counter(FILE_OUTPUT, "BYTES_WRITTEN");
        checkOutput(request, storage, counted == null ? -1 : counted, proof);
    }

    static long bytes(List<StoredFile> files) {
        return files.stream().mapToLong(StoredFile::length).sum();
    }

    /**
     * Checks the erasure coding of a prepared input after a job has read it, if a policy was requested.
     */
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

    /** Checks that the files hold the given bytes, and that every block has the intended number of replicas. */
    private void replicas(long bytes, int replication, Consumer<Check> proof) throws IOException {
        List<StoredFile> files = settled(
                () -> storage.dataFiles(directory),
                file -> file.leastReplicas() >= replication || file.replication() != replication);
        proof.accept(Check.equal("bytes in HDFS", bytes, bytes(files)));
        List<String> wrong = files.stream()
                .filter(file -> file.replication() != replication || file.leastReplicas() != replication)
                .map(file -> file.name() + " has " + file.replication() + " intended and " + file.leastReplicas()
                        + " stored")
                .limit(3)
                .toList();
        proof.accept(new Check(
                "replication of every block",
                String.valueOf(replication),
                wrong.isEmpty() ? String.valueOf(replication) : String.join("; ", wrong),
                wrong.isEmpty()));
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

    /** Returns the placements once no part of a block is missing, or the time is over. */
    private Set<Placement> settled() throws IOException {
        return settled(() -> storage.placements(directory), placement -> placement.missing() <= 0);
    }

    /** Waits until DataNodes have reported the last blocks, which they do shortly after a file was closed. */
    private static <T, C extends Collection<T>> C settled(Reading<C> reading, Predicate<T> reported)
            throws IOException {
        long deadline = System.nanoTime() + REPORT_LIMIT.toNanos();
        C found = reading.read();
        while (!found.stream().allMatch(reported) && System.nanoTime() < deadline) {
            pause();
            found = reading.read();
        }
        return found;
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for DataNodes to report", e);
        }
    }

    /** Asks HDFS. */
    private interface Reading<T> {
        T read() throws IOException;
    }

    /** Describes the storage that a block's replicas must have if HDFS does not fall back to another type. */
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
