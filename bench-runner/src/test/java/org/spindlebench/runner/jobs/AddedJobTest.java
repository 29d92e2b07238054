package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.shuffle.ShuffleTool;
import org.spindlebench.runner.cli.Main;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.RunLoop;

/**
 * Adds a job as CONTRIBUTING's "To add a job" says. Its tasks run in this JVM, on Hadoop's local job runner. The
 * tool is one that {@link ToolName} has, because nothing can be added to an enum.
 */
class AddedJobTest {
    private static final String NAME = "funnel";

    @TempDir
    Path directory;

    /** A job as a developer would add it. */
    private static final class FunnelJob extends MeasuredJob {
        FunnelJob() {
            super(new Traits(NAME, "all maps shuffle to one reduce", WaveOf.MAPS, "text", 0, null));
        }

        @Override
        public long mapOutput(long bytes) {
            return bytes;
        }

        @Override
        public ToolCall call(JobRequest request) {
            return new ToolCall(
                    ToolName.SHUFFLE,
                    List.of(),
                    Map.of(
                            JobKeys.MAPS,
                            String.valueOf(request.maps()),
                            JobKeys.BYTES,
                            String.valueOf(request.bytes()),
                            JobKeys.SEED,
                            String.valueOf(request.seed()),
                            "mapreduce.job.reduces",
                            "1"));
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) {
            proof.accept(Check.equal(
                    "bytes drained", done.request().bytes(), done.counter(ShuffleTool.Counter.REDUCE_BYTES)));
        }
    }

    @BeforeEach
    void addTheLine() {
        JobCatalog.MAKERS.put(NAME, () -> new FunnelJob());
    }

    @AfterEach
    void removeTheLine() {
        JobCatalog.MAKERS.remove(NAME);
    }

    /** A cluster that runs every tool, and keeps its counters. */
    private final class LocalCluster extends FakeCluster {
        @Override
        public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
            try {
                JobTool tool = (JobTool) call.tool().create();
                tool.setConf(configuration(call));
                Job job = tool.createJob(call.arguments().toArray(new String[0]));
                assertThat(job.waitForCompletion(false)).isTrue();
                counters = new TreeMap<>();
                for (CounterGroup group : job.getCounters()) {
                    Map<String, Long> values = new TreeMap<>();
                    for (Counter counter : group) {
                        values.put(counter.getName(), counter.getValue());
                    }
                    counters.put(group.getName(), values);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
            return super.submit(call, queue, campaignTag, runTag);
        }

        private Configuration configuration(ToolCall call) {
            Configuration conf = new Configuration();
            conf.set("mapreduce.framework.name", "local");
            conf.set("fs.defaultFS", "file:///");
            conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
            conf.setInt("mapreduce.task.io.sort.mb", 1);
            conf.setInt("mapreduce.client.completion.pollinterval", 20);
            conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
            call.configuration().forEach(conf::set);
            return conf;
        }
    }

    @Test
    void aJobIsOneClassAndOneLineAndIsListedAfterTheOthers() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CliContext context = CliContext.ofThisProcess(JobCatalog.summaries());

        int code = Main.run(
                new String[] {"list", "jobs"},
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new Session(directory).actions,
                () -> context);

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSameSizeAs(JobCatalog.names())
                .last()
                .asString()
                .matches("funnel +all maps shuffle to one reduce");
    }

    @Test
    void itIsPlannedRunProvedAndReportedLikeTheOthers() throws Exception {
        RunRecord run = run(new LocalCluster());

        assertThat(run.reasons()).isEmpty();
        assertThat(run.status()).isEqualTo(Status.OK);
        assertThat(run.subject().settings()).containsEntry("data", "text");
        assertThat(run.proof()).contains(new Check("bytes drained", "200000", "200000", true));
        assertThat(run.counter("org.apache.hadoop.mapreduce.TaskCounter", "MERGED_MAP_OUTPUTS"))
                .as("maps whose output the one reduce fetched")
                .isEqualTo(run.wave().slots().longValue());
        Session reader = new Session(directory);
        assertThat(reader.run("report", "campaign")).isZero();
        assertThat(reader.out().lines()).anyMatch(line -> line.startsWith(NAME + " "));
    }

    @Test
    void whatItsProofRefutesIsInvalid() throws Exception {
        RunRecord run = run(new FakeCluster());

        assertThat(run.status()).isEqualTo(Status.INVALID);
        assertThat(run.reasons()).singleElement().asString().contains("bytes drained", "200000", "absent");
    }

    /** Returns the record of the only run that {@code plan} plans of a suite with this job. */
    private RunRecord run(FakeCluster cluster) throws Exception {
        Session session = new Session(directory);
        session.write("mine.yaml", """
                name: mine
                description: the new job
                bytes_per_node: 100KB
                repeats: 1
                runs:
                  - {jobs: [funnel], compression: none}
                """);
        assertThat(session.run("plan", "--suite", "mine.yaml", "--json")).isZero();
        Plan plan = PlanFile.read(Files.writeString(directory.resolve("plan.json"), session.out()));
        CampaignDirectory campaign = new CampaignDirectory(directory.resolve("campaign"));
        campaign.create(plan);
        PrintStream progress = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        new RunLoop(
                        cluster.access(),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        campaign,
                        Fixtures.sizing(Fixtures.shape(3)),
                        new Interruption(),
                        new Progress(progress, false, 1, TimeLeft.ofNothing()))
                .run(Fixtures.SOFTWARE);
        try (var records = Records.read(campaign.root())) {
            return records.reduce((one, other) -> {
                        throw new AssertionError("one run was planned");
                    })
                    .orElseThrow();
        }
    }
}
