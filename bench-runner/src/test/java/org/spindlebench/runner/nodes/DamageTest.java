package org.spindlebench.runner.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.ObservedLife;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage.DamagedBlocks;
import org.spindlebench.runner.cluster.Storage.StoredFile;

class DamageTest {
    private static final String INPUT = "/base/inputs/tera/data";

    private final MemoryStorage storage =
            new MemoryStorage().put(INPUT + "/part-0", 1000, 3).onHosts(Map.of("a", 1000L, "b", 1000L, "c", 1000L));
    private final List<Check> checks = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();

    private Damage tolerating(int attempts) {
        return new Damage(storage, attempts);
    }

    private static TaskTimes attempt(String state, String note) {
        return new TaskTimes("attempt_1_0001_m_000000_0", "map", "host1", state, null, null, null, null, note);
    }

    @Test
    void anInputThatKeepsItsReplicasPasses() throws Exception {
        Damage damage = tolerating(0);

        Damage.checkReplicas(damage.replicas(INPUT), damage.replicas(INPUT), checks::add, warnings::add);

        assertThat(checks).singleElement().matches(Check::passed);
        assertThat(warnings).isEmpty();
    }

    @Test
    void aJobWithoutInputHasNoReplicasToLose() throws Exception {
        Damage damage = tolerating(0);

        Damage.checkReplicas(damage.replicas(null), damage.replicas(null), checks::add, warnings::add);

        assertThat(checks).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void replicasThatMoveDuringARunMakeItInvalidAndAreNamed() throws Exception {
        Damage damage = tolerating(0);
        Damage.Replicas before = damage.replicas(INPUT);
        storage.onHosts(Map.of("a", 1000L, "b", 1000L, "d", 1000L));

        Damage.checkReplicas(before, damage.replicas(INPUT), checks::add, warnings::add);

        assertThat(Check.failed(checks)).singleElement().asString().contains("lost, moved or added", "c, d");
    }

    @Test
    void aReplicaThatIsMissingBeforeOrAfterARunMakesItInvalid() throws Exception {
        Damage damage = tolerating(0);
        StoredFile whole = storage.dataFiles(INPUT).get(0);
        Damage.Replicas before = damage.replicas(INPUT);
        storage.put(new StoredFile(whole.path(), whole.length(), 3, 2, whole.blockSize()));

        Damage.checkReplicas(before, damage.replicas(INPUT), checks::add, warnings::add);
        Damage.checkReplicas(damage.replicas(INPUT), damage.replicas(INPUT), checks::add, warnings::add);

        assertThat(Check.failed(checks)).hasSize(2);
        assertThat(Check.failed(checks).get(0)).contains("part-0 lacked replicas when the run ended");
        assertThat(Check.failed(checks).get(1))
                .contains("part-0 lacked replicas when the run began; part-0 lacked replicas when the run ended");
    }

    @Test
    void aFileSystemThatHidesItsHostsLeadsToAWarning() throws Exception {
        Damage damage = tolerating(0);
        storage.onHosts(Map.of());

        Damage.checkReplicas(damage.replicas(INPUT), damage.replicas(INPUT), checks::add, warnings::add);

        assertThat(Check.failed(checks)).isEmpty();
        assertThat(warnings).extracting(Warning::code).containsExactly("input-replicas-unknown");
    }

    @Test
    void onlyMoreDamagedBlocksThanAtTheBestOfTimesLeadToAWarning() {
        Damage damage = tolerating(0);
        storage.damaged(new DamagedBlocks(0, 17));
        assertThat(damage.rebuilding()).as("a cluster that always lacks 17").isEmpty();

        storage.damaged(new DamagedBlocks(0, 40));
        assertThat(damage.rebuilding()).hasValueSatisfying(warning -> {
            assertThat(warning.code()).isEqualTo("hdfs-rebuilding");
            assertThat(warning.message()).contains("when this run began: 40", "before a run of this campaign: 17");
        });

        storage.damaged(new DamagedBlocks(1, 17));
        assertThat(damage.rebuilding()).as("a block without any replica").isPresent();
    }

    @Test
    void attemptsThatFailedOrWereKilledAreCountedUnlessYarnPreemptedThem() {
        List<TaskTimes> tasks = List.of(
                attempt("SUCCEEDED", null),
                attempt("FAILED", "java.io.IOException: no space left\n at x"),
                attempt("KILLED", "Container released on a *lost* node"),
                attempt("KILLED", "Container preempted by scheduler"));

        tolerating(1).checkAttempts(tasks, checks::add);
        tolerating(2).checkAttempts(tasks, checks::add);

        assertThat(checks.get(0).passed()).isFalse();
        assertThat(checks.get(0).actual())
                .isEqualTo(
                        "2, such as attempt_1_0001_m_000000_0 (failed on host1: java.io.IOException: no space left)");
        assertThat(checks.get(1).passed()).isTrue();
    }

    @Test
    void aDurationThatTheClientsClockContradictsMakesARunInvalid() {
        // 100 s by YARN's clock
        EndedJob job = new EndedJob(
                "application_1_0001",
                "job_1_0001",
                true,
                "",
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(101),
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(100));

        for (ObservedLife seen :
                List.of(new ObservedLife(99, 101), new ObservedLife(101.9, 103), new ObservedLife(97, 98.1))) {
            Damage.checkClock(job.with(1, seen), checks::add);
        }
        assertThat(checks).hasSize(3).allMatch(Check::passed);

        checks.clear();
        for (ObservedLife seen : List.of(new ObservedLife(102.1, 104), new ObservedLife(40, 97.9))) {
            Damage.checkClock(job.with(1, seen), checks::add);
        }
        assertThat(checks).hasSize(2).noneMatch(Check::passed);
        assertThat(checks.get(0).actual()).contains("100.0 s", "a clock was set");

        checks.clear();
        Damage.checkClock(job, checks::add);
        assertThat(checks).as("the client did not see the end").isEmpty();
    }
}
