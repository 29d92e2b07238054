package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.guest.Guard;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

class ExperienceTest extends CampaignOnFakes {
    private static final int RUNS = 20;
    private static final String QUOTA =
            "The DiskSpace quota of /user/me is exceeded: quota = 1000000000 B = 953.67 MB but"
                    + " diskspace consumed = 1207959552 B = 1.13 GB";

    /** Jobs that end with these diagnostics; with none, they succeed. */
    private static class FailingCluster extends FakeCluster {
        private String diagnostics;

        FailingCluster(String diagnostics) {
            this.diagnostics = diagnostics;
        }

        @Override
        public EndedJob end(int submission) {
            return diagnostics.isEmpty()
                    ? super.end(submission)
                    : Fixtures.ended(false, diagnostics.replace("#", Integer.toString(submission)));
        }
    }

    private static Plan plan(String... jobs) {
        return Fixtures.plan(Stream.of(jobs)
                .flatMap(job -> Collections.nCopies(RUNS / jobs.length, job).stream())
                .toArray(String[]::new));
    }

    private boolean made(FakeCluster cluster, Plan plan) throws Exception {
        return run(cluster, plan, interruption, Experience.of(directory, plan));
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void ofTwentyRunsThatFailWithOneCauseThreeAreMadeAndAfterAResumeOneMore() throws Exception {
        Plan plan = plan("teragen");
        FailingCluster cluster = new FailingCluster("task_#_m_000001 failed: Compression codec a.B not found");

        assertThat(made(cluster, plan)).as("interrupted").isFalse();

        assertThat(cluster.submitted).hasSize(3);
        assertThat(records()).hasSize(3).allMatch(run -> run.status() == Status.FAILED);
        assertThat(said())
                .contains(
                        "Spindle makes no further run of teragen (", "under setup ", "3 runs in a row failed with one")
                .contains("a node lacks the codec", "then resume the campaign; --retry failed repeats");

        made(cluster, plan);
        assertThat(cluster.submitted).as("still not corrected").hasSize(4);

        cluster.diagnostics = "";
        made(cluster, plan);
        assertThat(records()).as("resumed").hasSize(RUNS);
        assertThat(cluster.submitted).hasSize(RUNS);
        directory.setAside(plan.runs(), Set.of(Status.FAILED));
        made(cluster, plan);
        assertThat(records()).filteredOn(run -> run.status() == Status.OK).hasSize(RUNS);
    }

    @Test
    void unknownCausesAreTheSameIfTheyDifferInNumbersOnly() throws Exception {
        FailingCluster cluster = new FailingCluster("attempt_17_#_m_00000#_0: the disk of node# is odd");

        made(cluster, plan("teragen"));

        assertThat(cluster.submitted).hasSize(3);
    }

    @Test
    void aSuccessOrAnotherCauseBetweenThemBeginsANewRow() throws Exception {
        FailingCluster cluster = new FailingCluster("") {
            @Override
            public EndedJob end(int submission) {
                return submission % 3 == 0 ? super.end(submission) : Fixtures.ended(false, "odd");
            }
        };
        made(cluster, plan("teragen"));
        assertThat(cluster.submitted).hasSize(RUNS);

        List<String> causes = List.of("odd", "odd", "even");
        FailingCluster changing = new FailingCluster("") {
            @Override
            public EndedJob end(int submission) {
                return Fixtures.ended(false, causes.get(submission % 3));
            }
        };
        directory = new CampaignDirectory(results.resolve("changing"));
        directory.create(plan("teragen"));
        made(changing, plan("teragen"));
        assertThat(changing.submitted).hasSize(RUNS);
    }

    /** Both jobs would write their input anew for each run. */
    @Test
    void anInputThatCannotBeMadeIsTriedThreeTimesForAllItsReaders() throws Exception {
        FailingCluster cluster = new FailingCluster("the maker is odd");

        made(cluster, plan("terasort", "teravalidate"));

        assertThat(cluster.submitted).hasSizeBetween(3, 6);
        assertThat(said()).contains("Spindle makes no further run of any job that reads the input tera-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                QUOTA,
                "The NameSpace quota (directories and files) of directory /user/me is exceeded: quota=5 file count=6",
                "Quota by storage type : SSD on path : /user/me is exceeded. quota = 1 MB but space consumed = 2 MB",
                "File /a could only be written to 0 of the 1 minReplication nodes. There are 3 datanode(s) running",
                "File /a could only be written to 0 of the 1 minReplication nodes. There are 0 datanode(s) running and",
                "java.io.FileNotFoundException: /data/7/yarn/usercache/me/x (Read-only file system)",
                "Requested user me is banned",
                "User me does not have permission to submit application_17_0# to queue nightly",
                "java.io.IOException: No space left on device"
            })
    void aCauseOfTheWholeClusterStopsTheCampaignWhateverJobsFail(String cause) throws Exception {
        FailingCluster cluster = new FailingCluster(cause);
        Plan plan = plan("teragen", "hdfs-write");

        assertThat(made(cluster, alternating(plan))).as("runs are left").isTrue();

        assertThat(cluster.submitted).hasSize(3);
        assertThat(said()).contains("Spindle makes no further run of any job, because 3 runs in a row failed");
        assertThat(records()).allMatch(run -> !run.failure().causes().isEmpty());
    }

    /** Returns the plan's runs with jobs that take turns. */
    private static Plan alternating(Plan plan) {
        return Fixtures.plan(Stream.iterate(0, i -> i + 1)
                .limit(RUNS)
                .map(i -> plan.runs().get(i % 2 == 0 ? 0 : RUNS - 1).job())
                .toArray(String[]::new));
    }

    @Test
    void aResumedCampaignKnowsHowLongItsRunsTake() throws Exception {
        run(new FailingCluster(""), PLAN, interruption, new Experience());
        RunSpec last = PLAN.runs().get(2);
        for (RunRecord run : records()) {
            Path file = directory.runs().resolve(run.identity().run() + ".json");
            String text = Files.readString(file).replaceAll("\"run\" ?: ?[0-9.E-]+", "\"run\":3600.0");
            Files.writeString(file, text);
        }
        Files.delete(directory.runs().resolve(last.id() + ".json"));
        assertThat(Experience.of(directory, PLAN).expected(PLAN.first(), last))
                .isBetween(Duration.ofHours(1), Duration.ofMinutes(61));

        FakeCluster cluster = limited(Duration.ofMinutes(30));
        assertThat(made(cluster, PLAN)).as("runs are left").isTrue();
        assertThat(cluster.submitted).isEmpty();
        assertThat(said())
                .contains("Stopped: the next run, which may take 36", " s, would end more than 0 h after the start");
    }

    @Test
    void anEstimateIsEnoughForTheFirstRun() throws Exception {
        Experience experience = new Experience();
        experience.foresee(PLAN.first(), Map.of(PLAN.runs().get(0), 5400.0));
        FakeCluster cluster = limited(Duration.ofHours(1));

        assertThat(run(cluster, PLAN, interruption, experience)).isTrue();

        assertThat(cluster.submitted).isEmpty();
        assertThat(said()).contains("which may take 5400 s");
    }

    @Test
    void whatARunTookCountsMoreThanAnEstimate() throws Exception {
        Experience experience = new Experience();
        experience.foresee(PLAN.first(), Map.of(PLAN.runs().get(0), 5400.0));
        run(new FailingCluster("odd"), Fixtures.plan("teragen"), interruption, experience);
        assertThat(experience.expected(PLAN.first(), PLAN.runs().get(0)))
                .as("a run that failed may have ended early")
                .isEqualTo(Duration.ofMinutes(90));
        directory.setAside(PLAN.runs(), Set.of(Status.FAILED));

        run(new FailingCluster(""), Fixtures.plan("teragen"), interruption, experience);

        assertThat(experience.expected(PLAN.first(), PLAN.runs().get(0)))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1000));
    }

    private static FakeCluster limited(Duration time) {
        return new FakeCluster() {
            @Override
            public Guard guard() {
                GuestLimits limits = new GuestLimits(null, null, time, Instant.now(), null, null);
                return new Guard(limits, true, storage, () -> 0);
            }
        };
    }

    @Test
    void aDamagedRecordTeachesNothing() throws IOException {
        Files.writeString(directory.runs().resolve("001-teragen-none.json"), "{");

        assertThat(Experience.of(directory, PLAN).stopsSome()).isFalse();
    }
}
