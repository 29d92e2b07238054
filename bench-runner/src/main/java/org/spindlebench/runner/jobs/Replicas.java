package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.jobs.JobRequest.JobResult;

/** Checks the length and the replication of a job's output files. */
final class Replicas {
    /** The time limit for DataNodes to report a last block, which they do shortly after the file was closed. */
    private static final Duration REPORT_LIMIT = Duration.ofSeconds(10);

    private static final String FILE_OUTPUT = "org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter";

    private Replicas() {}

    static long bytes(List<StoredFile> files) {
        return files.stream().mapToLong(StoredFile::length).sum();
    }

    /** Checks that the files hold the given bytes, and that every block has the intended number of replicas. */
    static List<Check> check(Storage storage, String directory, long bytes, int replication) throws IOException {
        List<StoredFile> files = settled(storage, directory, replication);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.equal("bytes in HDFS", bytes, bytes(files)));
        List<String> wrong = files.stream()
                .filter(file -> file.replication() != replication || file.leastReplicas() != replication)
                .map(file -> file.name() + " has " + file.replication() + " intended and " + file.leastReplicas()
                        + " stored")
                .limit(3)
                .toList();
        checks.add(new Check(
                "replication of every block",
                String.valueOf(replication),
                wrong.isEmpty() ? String.valueOf(replication) : String.join("; ", wrong),
                wrong.isEmpty()));
        return checks;
    }

    /** Checks that each reduce wrote one file, the files hold the counted bytes, and no replica or parity is missing. */
    static void ofReduces(JobResult done, List<StoredFile> output, Storage storage, Consumer<Check> proof)
            throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("files written", request.reduces(), output.size()));
        Long counted = done.counter(FILE_OUTPUT, "BYTES_WRITTEN");
        Policies.checkOutput(request, storage, counted == null ? -1 : counted, proof);
    }

    private static List<StoredFile> settled(Storage storage, String directory, int replication) throws IOException {
        long deadline = System.nanoTime() + REPORT_LIMIT.toNanos();
        List<StoredFile> files = storage.dataFiles(directory);
        while (files.stream().anyMatch(file -> file.leastReplicas() < replication && file.replication() == replication)
                && System.nanoTime() < deadline) {
            pause();
            files = storage.dataFiles(directory);
        }
        return files;
    }

    static void pause() throws IOException {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for DataNodes to report", e);
        }
    }
}
