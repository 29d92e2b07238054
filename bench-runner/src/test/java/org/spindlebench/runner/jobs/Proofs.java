package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;

/** A job that ended, built step by step, and the result of its proof. */
final class Proofs {
    static final String OUTPUT = "/out";
    static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";

    final MemoryStorage storage = new MemoryStorage();
    private final Map<String, Map<String, Long>> counters = new LinkedHashMap<>();
    private JobRequest request;

    Proofs(long bytes, int slots, int replication, InputManifest input) {
        this.request = new JobRequest(
                bytes, slots, slots, replication, 7, input == null ? null : "/in", input, OUTPUT, Map.of());
    }

    Proofs count(String group, String name, long value) {
        counters.computeIfAbsent(group, key -> new LinkedHashMap<>()).put(name, value);
        return this;
    }

    Proofs count(Enum<?> counter, long value) {
        return count(counter.getDeclaringClass().getName(), counter.name(), value);
    }

    Proofs task(String name, long value) {
        return count(TASK, name, value);
    }

    /** Removes a counter. */
    Proofs without(String name) {
        counters.values().forEach(group -> group.remove(name));
        return this;
    }

    Proofs input(InputManifest input) {
        request = new JobRequest(
                request.bytes(),
                request.maps(),
                request.reduces(),
                request.replication(),
                request.seed(),
                "/in",
                input,
                OUTPUT,
                Map.of());
        return this;
    }

    /** Sets the run's Hadoop settings. */
    Proofs asking(Map<String, String> configuration) {
        request = new JobRequest(
                request.bytes(),
                request.maps(),
                request.reduces(),
                request.replication(),
                request.seed(),
                request.inputPath(),
                request.input(),
                OUTPUT,
                configuration);
        return this;
    }

    JobCompletion done() {
        return new JobCompletion(request, counters);
    }

    /** Returns the names of the checks that failed; the proof holds if there are none. */
    List<String> failed(MeasuredJob job) throws IOException {
        return failed(job, storage);
    }

    List<String> failed(MeasuredJob job, Storage seen) throws IOException {
        List<Check> proof = new ArrayList<>();
        job.verify(done(), seen, proof::add);
        return failures(proof);
    }

    List<String> failed(ContentMaker maker, Storage seen) throws IOException {
        List<Check> proof = new ArrayList<>();
        maker.verify(done(), seen, proof::add);
        return failures(proof);
    }

    /** Returns the names of the checks of a job's streams that failed. */
    List<String> failedStreams(MeasuredJob job) throws IOException {
        List<Check> proof = new ArrayList<>();
        job.streams(done(), storage, proof::add);
        return failures(proof);
    }

    private static List<String> failures(List<Check> proof) {
        if (proof.isEmpty()) {
            throw new AssertionError("no check at all");
        }
        return proof.stream().filter(check -> !check.passed()).map(Check::name).toList();
    }
}
