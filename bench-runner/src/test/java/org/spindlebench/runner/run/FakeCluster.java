package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;
import org.spindlebench.runner.cluster.EndedJob.ProgramEnd;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.collect.daemon.ClusterMembership;
import org.spindlebench.runner.collect.daemon.Masters;
import org.spindlebench.runner.collect.failure.FailureLogReader;
import org.spindlebench.runner.guest.Guard;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.program.Placeholders.Placeholder;

/**
 * A cluster on which TeraGen and HDFS write do their work at once. A test can make every step fail. Several threads may
 * submit, as for a workload.
 */
public class FakeCluster implements JobSubmitter, HistoryReader, FailureLogReader, Masters {
    public final MemoryStorage memory = new MemoryStorage();
    public final List<ToolCall> submitted = new ArrayList<>();
    public final List<ProgramCall> programs = new ArrayList<>();
    public final List<String> tags = new ArrayList<>();
    public final List<String> kills = new ArrayList<>();
    public final List<String> looked = new ArrayList<>();
    /** The submissions whose ApplicationMasters were awaited, counted from 1. */
    public final List<Integer> awaited = new ArrayList<>();

    public Storage storage = memory;
    public FailureEvidence found = FailureEvidence.NONE;
    public Map<String, Map<String, Long>> counters = Map.of();
    private Map<String, String> asked = Map.of();

    public ClusterAccess access() {
        return new ClusterAccess(storage, this, this, this, Probe.OFF, this::roll, this, guard());
    }

    /** Returns what decides when a run may begin. */
    public Guard guard() {
        return new Guard(GuestLimits.NONE, false, storage, () -> 0);
    }

    /** Returns the daemons that run now. */
    public ClusterMembership roll() {
        return new ClusterMembership(new TreeMap<>(Map.of("the DataNode a", 1L, "the NodeManager a", 1L)));
    }

    /** Returns how the n-th submission ends, counted from 1. */
    public EndedJob end(int submission) {
        return Fixtures.ended(true, "");
    }

    /** Is called once while the job runs. */
    public void whileRunning(int submission) {}

    @Override
    public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
        synchronized (submitted) {
            submitted.add(call);
            asked = call.configuration();
            tags.add(campaignTag);
            work(call);
            int submission = submitted.size();
            return new FakeJob(submission, () -> end(submission));
        }
    }

    @Override
    public RunningJob submit(ProgramCall call, String queue, String campaignTag, String runTag) {
        synchronized (submitted) {
            ProgramCall filled =
                    call.with(Map.of(Placeholder.QUEUE, queue, Placeholder.TAG, campaignTag + "," + runTag));
            programs.add(filled);
            asked = filled.configuration();
            tags.add(campaignTag);
            work(filled);
            return new FakeJob(programs.size(), () -> end(filled));
        }
    }

    /** Is called when a program starts. By default it writes its output. */
    public void work(ProgramCall call) {
        String output = call.values().get(Placeholder.OUTPUT);
        if (output != null) {
            memory.put(output + "/part-r-00000", "one\t1\ntwo\t2\n", 3);
            memory.put(output + "/_SUCCESS", "", 3);
        }
    }

    /** Returns how a program ends. By default it submits one MapReduce job, which succeeds. */
    public EndedJob end(ProgramCall call) {
        return Fixtures.ended(true, "").of(new ProgramEnd(call, call.words(), 0, List.of(Fixtures.application())));
    }

    private void work(ToolCall call) {
        int last = call.arguments().size() - 1;
        if (call.tool() == ToolName.TERAGEN) {
            long rows = Long.parseLong(call.arguments().get(0));
            int replication = Integer.parseInt(call.configuration().get("dfs.replication"));
            memory.put(new StoredFile(
                    call.arguments().get(last) + "/part-0",
                    rows * 100,
                    replication,
                    replication,
                    Fixtures.REQUESTS.blockSize()));
            counters = Map.of(
                    "org.apache.hadoop.mapreduce.TaskCounter",
                    Map.of("MAP_OUTPUT_RECORDS", rows),
                    "org.apache.hadoop.examples.terasort.TeraGen$Counters",
                    Map.of("CHECKSUM", 255L));
        }
    }

    @Override
    public List<String> killTagged(String tag, Duration limit) {
        return List.of();
    }

    @Override
    public JobHistory read(String jobId, Duration appears) throws IOException {
        return Fixtures.inForce(Fixtures.history(counters), asked);
    }

    @Override
    public FailureEvidence read(String applicationId) {
        looked.add(applicationId + (kills.isEmpty() ? " alive" : " killed"));
        return found;
    }

    @Override
    public void probe() throws IOException {}

    @Override
    public List<String> missingForJobs() {
        return List.of();
    }

    @Override
    public List<String> missingForHistories() {
        return List.of();
    }

    @Override
    public Optional<List<String>> heardDataNodes() {
        return Optional.empty();
    }

    private final class FakeJob implements RunningJob {
        private final int submission;
        private final Supplier<EndedJob> how;
        private boolean watched;
        private String killedBecause;

        FakeJob(int submission, Supplier<EndedJob> how) {
            this.submission = submission;
            this.how = how;
        }

        @Override
        public JobProgress progress() {
            whileRunning(submission);
            return new JobProgress("application_1_0001", "RUNNING", 0.5, 0);
        }

        @Override
        public boolean await(Duration limit) {
            boolean before = watched;
            watched = true;
            return before;
        }

        @Override
        public boolean kill(String why) {
            kills.add(why);
            killedBecause = why;
            return true;
        }

        @Override
        public void giveUp() {
            // Its tool has returned.
        }

        @Override
        public EndedJob end() {
            return killedBecause == null ? how.get() : Fixtures.ended(false, killedBecause);
        }

        @Override
        public void awaitMaster() {
            awaited.add(submission);
        }
    }
}
