package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.impl.YarnClientImpl;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.runner.program.Placeholders.Placeholder;
import org.spindlebench.runner.program.Program.Call;

class ProgramJobTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final FakeYarn yarn = new FakeYarn();

    /** YARN's client, without a ResourceManager. */
    private static final class FakeYarn extends YarnClientImpl {
        private final List<ApplicationReport> applications = new ArrayList<>();
        private final List<String> asked = new ArrayList<>();

        @Override
        public synchronized List<ApplicationReport> getApplications(GetApplicationsRequest request) {
            asked.addAll(request.getApplicationTags());
            return List.copyOf(applications);
        }

        @Override
        public synchronized void killApplication(ApplicationId id) {
            applications.stream()
                    .filter(each -> each.getApplicationId().equals(id))
                    .forEach(each -> end(each, YarnApplicationState.KILLED, FinalApplicationStatus.KILLED));
        }

        synchronized ApplicationReport add(int number, String type) throws Exception {
            ApplicationReport report = Records.newRecord(ApplicationReport.class);
            report.setApplicationId(ApplicationId.newInstance(1, number));
            report.setUser(UserGroupInformation.getCurrentUser().getShortUserName());
            report.setName("name " + number);
            report.setApplicationType(type);
            report.setYarnApplicationState(YarnApplicationState.RUNNING);
            report.setFinalApplicationStatus(FinalApplicationStatus.UNDEFINED);
            report.setStartTime(1000L * number);
            applications.add(report);
            return report;
        }

        synchronized void end(ApplicationReport report, YarnApplicationState state, FinalApplicationStatus how) {
            report.setYarnApplicationState(state);
            report.setFinalApplicationStatus(how);
            report.setFinishTime(report.getStartTime() + 500);
            report.setDiagnostics("");
        }

        void succeed(ApplicationReport report) {
            end(report, YarnApplicationState.FINISHED, FinalApplicationStatus.SUCCEEDED);
        }
    }

    private ProgramJob start(String line) {
        ProgramCall call = new ProgramCall(
                        "mine",
                        Call.ofShell(line),
                        Map.of(Placeholder.OUTPUT, directory.resolve("out").toString()),
                        Map.of())
                .submitting()
                .to(directory.resolve("mine.log"));
        Configuration configuration = new Configuration();
        configuration.set("fs.defaultFS", "file:///");
        ProgramJob job = new ProgramJob(yarn, configuration, call, "run-tag");
        job.start();
        return job;
    }

    private EndedJob run(String line) throws Exception {
        ProgramJob job = start(line);
        assertThat(job.await(LIMIT)).isTrue();
        return job.end();
    }

    @Test
    void aProgramLastsFromItsFirstApplicationsStartToItsLastOnesEnd() throws Exception {
        yarn.succeed(yarn.add(7, "SPARK"));
        yarn.succeed(yarn.add(2, "MAPREDUCE"));

        EndedJob ended = run("echo done > $SPINDLE_OUTPUT; test -f $HADOOP_CONF_DIR/mapred-site.xml");

        assertThat(ended.succeeded()).as(ended.diagnostics()).isTrue();
        assertThat(directory.resolve("out")).content().isEqualTo("done\n");
        assertThat(ended.yarnStarted()).isEqualTo(Instant.ofEpochMilli(2000));
        assertThat(ended.yarnFinished()).isEqualTo(Instant.ofEpochMilli(7500));
        assertThat(ended.applicationId()).isEqualTo("application_1_0002");
        assertThat(ended.jobId()).isEqualTo("job_1_0002");
        assertThat(ended.program().exitCode()).isZero();
        assertThat(ended.program().applications()).extracting(Application::type).containsExactly("MAPREDUCE", "SPARK");
        assertThat(yarn.asked).containsOnly("run-tag");
    }

    @Test
    void aProgramWithoutATaggedApplicationFailsAndIsToldHowToTag() throws Exception {
        EndedJob ended = run("true");

        assertThat(ended.succeeded()).isFalse();
        assertThat(ended.applicationId()).isNull();
        assertThat(ended.diagnostics())
                .startsWith("mine submitted no application with the tag run-tag; ")
                .contains("spark.yarn.tags", "mapreduce.job.tags", "tez.application.tags");
    }

    @Test
    void aProgramThatFailsSaysItsExitCodeAndItsLastWords() throws Exception {
        yarn.succeed(yarn.add(1, "MAPREDUCE"));

        EndedJob ended = run("echo no such thing; exit 5");

        assertThat(ended.succeeded()).isFalse();
        assertThat(ended.diagnostics()).isEqualTo("mine ended with exit code 5: no such thing");
        assertThat(directory.resolve("mine.log")).content().isEqualTo("no such thing\n");
    }

    @Test
    void anApplicationThatFailsFailsTheRunEvenIfTheProgramEndsWell() throws Exception {
        yarn.succeed(yarn.add(1, "MAPREDUCE"));
        yarn.end(yarn.add(2, "TEZ"), YarnApplicationState.FINISHED, FinalApplicationStatus.FAILED);

        EndedJob ended = run("true");

        assertThat(ended.succeeded()).isFalse();
        assertThat(ended.diagnostics()).isEqualTo("application_1_0002 FAILED:");
    }

    @Test
    void aProgramIsNotOverBeforeItsApplicationsAre() throws Exception {
        ApplicationReport left = yarn.add(1, "SPARK");
        ProgramJob job = start("true");

        assertThat(job.await(Duration.ofMillis(700))).isFalse();
        assertThat(job.progress().applicationId()).isEqualTo("application_1_0001");
        assertThat(job.progress().ended()).isFalse();
        yarn.succeed(left);
        assertThat(job.await(LIMIT)).isTrue();
        assertThat(job.end().succeeded()).isTrue();
    }

    @Test
    void aKilledProgramEndsWithItsChildrenAndItsApplications() throws Exception {
        ApplicationReport left = yarn.add(1, "SPARK");
        Path child = directory.resolve("child");
        ProgramJob job = start("sleep 300 & echo $! > " + child + "; wait");
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while ((!Files.exists(child) || Files.size(child) == 0) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        ProcessHandle sleeping = ProcessHandle.of(
                        Long.parseLong(Files.readString(child).strip()))
                .orElseThrow();

        assertThat(job.kill("killed at the limit")).isTrue();

        assertThat(job.await(LIMIT)).isTrue();
        EndedJob ended = job.end();
        assertThat(ended.succeeded()).isFalse();
        assertThat(ended.diagnostics()).startsWith("killed at the limit");
        assertThat(ended.program().exitCode()).isNull();
        assertThat(left.getYarnApplicationState()).isEqualTo(YarnApplicationState.KILLED);
        assertThat(sleeping.onExit().orTimeout(LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS))
                .succeedsWithin(LIMIT);
    }

    @Test
    void aProgramThatIsNotThereSaysSo() throws Exception {
        ProgramCall call = new ProgramCall("mine", Call.ofCommand(List.of("/no/such/program")), Map.of(), Map.of());
        ProgramJob job = new ProgramJob(yarn, new Configuration(), call, "run-tag");
        job.start();
        assertThat(job.await(LIMIT)).isTrue();

        assertThat(job.end().diagnostics())
                .startsWith("mine could not be run: ")
                .contains("/no/such/program");
    }
}
