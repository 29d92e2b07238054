package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.spindlebench.it.embedded.Gateway;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.MeasuredJob;

/** An embedded cluster that runs one job in the same way as the runner, without a campaign. */
final class EmbeddedJobs implements AutoCloseable {
    private static final Duration HISTORY = Duration.ofSeconds(60);
    private static final String TAG = "spindle_it";
    /** Two blocks of data and one of parity: one for each DataNode. */
    private static final String CODING = "XOR-2-1-1024k";

    private final Gateway gateway;
    private final ClusterConnection session;
    private final FileSystem fileSystem;
    private int submitted;

    private EmbeddedJobs(Gateway gateway, ClusterConnection session, FileSystem fileSystem) {
        this.gateway = gateway;
        this.session = session;
        this.fileSystem = fileSystem;
    }

    static EmbeddedJobs start(Gateway gateway) throws Exception {
        LogLevels.quiet();
        ClusterConnection session = gateway.call(() -> ClusterConnection.embedded(
                EmbeddedOptions.defaults().withStartLimit(Duration.ofMinutes(4)), List.of()));
        return new EmbeddedJobs(
                gateway, session, FileSystem.newInstance(session.cluster().configuration()));
    }

    /** Returns the host on which the cluster was started. */
    Gateway gateway() {
        return gateway;
    }

    /** Returns the settings of clients. */
    Configuration configuration() {
        return session.cluster().configuration();
    }

    /** Runs a job of the catalog, which must succeed. */
    RanJob run(String job, JobRequest request) throws IOException, InterruptedException {
        MeasuredJob known = JobCatalog.named(job);
        return run((ToolCall) known.call(request), request);
    }

    /** Runs a tool, which must succeed. */
    RanJob run(ToolCall call, JobRequest request) throws IOException, InterruptedException {
        HadoopCluster cluster = session.cluster();
        submitted++;
        RunningJob job =
                cluster.submit(call.over(request.configuration()), cluster.defaultQueue(), TAG, TAG + submitted);
        assertThat(job.await(Duration.ofMinutes(30)))
                .as("%s ends in time", call.tool())
                .isTrue();
        EndedJob ended = job.end();
        assertThat(ended.succeeded())
                .as("%s: %s", call.tool(), ended.diagnostics())
                .isTrue();
        return new RanJob(request, new Collectors(cluster).read(ended.jobId(), HISTORY));
    }

    Storage storage() {
        return session.cluster().storage();
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    /** Makes a directory whose files are erasure-coded. */
    Path codedDirectory(String name) throws IOException {
        DistributedFileSystem hdfs = (DistributedFileSystem) fileSystem;
        Path directory = new Path(name);
        hdfs.mkdirs(directory);
        hdfs.enableErasureCodingPolicy(CODING);
        hdfs.setErasureCodingPolicy(directory, CODING);
        return directory;
    }

    @Override
    public void close() throws IOException {
        fileSystem.close();
        session.close();
    }
}
