package org.spindlebench.runner.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.cluster.WatchingApplication;
import org.spindlebench.runner.process.Lease.LostException;

/** The changes that a client may make only while it holds the lease of its campaign. */
@FunctionalInterface
public interface Leased {
    /** For a cluster that has no other users, and before a campaign's first run. */
    Leased NOT_NEEDED = () -> {};

    /**
     * Makes sure that this client still holds the lease.
     *
     * @throws LostException if it does not hold it
     * @throws IOException if HDFS does not answer
     */
    void require() throws IOException;

    /** Returns the same HDFS, in which only a client with the lease changes anything. */
    default Storage guarding(Storage storage) {
        return new LeasedStorage(storage, this);
    }

    /** Returns the same YARN, on which only a client with the lease submits and kills applications. */
    default JobSubmitter guarding(JobSubmitter submitter) {
        Leased lease = this;
        return new JobSubmitter() {
            @Override
            public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag)
                    throws IOException {
                lease.require();
                return submitter.submit(call, queue, campaignTag, runTag);
            }

            @Override
            public RunningJob submit(ProgramCall call, String queue, String campaignTag, String runTag)
                    throws IOException {
                lease.require();
                return submitter.submit(call, queue, campaignTag, runTag);
            }

            @Override
            public List<String> killTagged(String tag, Duration limit) throws IOException, InterruptedException {
                lease.require();
                return submitter.killTagged(tag, limit);
            }
        };
    }

    /** Returns the same probe, which only a client with the lease starts and ends. */
    default WatchingApplication guarding(WatchingApplication probe) {
        Leased lease = this;
        return new WatchingApplication() {
            @Override
            public void submit() throws IOException {
                lease.require();
                probe.submit();
            }

            @Override
            public ApplicationStatus status() throws IOException {
                return probe.status();
            }

            @Override
            public void end() throws IOException, InterruptedException {
                lease.require();
                probe.end();
            }
        };
    }
}
