package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Tests how fast a wave starts with the scheduler's settings of Hadoop up to 3.4: heartbeats of one second, and one
 * container a heartbeat for those that ask for any host. Runs 7 MapReduce jobs with the profile {@code long}: two task
 * checks and five runs.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class SplitHostsIT {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final int SLOTS = 7;
    /** Six further maps at one a second; two seconds are left to chance, because a heartbeat may also come early. */
    private static final double SLOW = SLOTS - 3;
    /** Two heartbeats, and a second in which a processor is busy with the first JVMs. */
    private static final double FAST = 3;

    private static final DateTimeFormatter LOG_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
    private static final Pattern GRANT = Pattern.compile(
            "^(\\S+ \\S+) .*container_(?:e\\d+_)?(\\d+_\\d+)_\\d+_(\\d+) Container Transitioned from NEW to ALLOCATED");

    @TempDir
    private static Path directory;

    private static ProcessCluster cluster;

    @BeforeAll
    static void startACluster() throws Exception {
        ClusterOptions options = ClusterOptions.defaults()
                .withWorkers(1)
                .withNodeMemoryMb((SLOTS + 1) * 512)
                .withYarnSetting("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "1000")
                // The default of Hadoop before 3.5.
                .withSchedulerSetting("yarn.scheduler.capacity.schedule-asynchronously.enable", "false");
        cluster = ProcessCluster.start(ProcessCluster.projectRoot().resolve("bench-it/target/cluster"), options);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static ClientRun run(RealCampaign campaign, String jobs, String... more) throws Exception {
        String suite = Files.writeString(directory.resolve(campaign.name() + ".yaml"), """
                name: ramp
                bytes_per_node: 35MB
                repeats: 1
                configuration:
                  yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms: 1000
                runs:
                  - jobs: [JOBS]
                """.replace("JOBS", jobs))
                .toString();
        List<String> arguments = new ArrayList<>(List.of("--suite", suite, "--yes"));
        arguments.addAll(List.of(more));
        return campaign.client(arguments.toArray(new String[0])).timeout(LIMIT).run();
    }

    @Test
    void mapsWithHostsStartAtOnceAndMapsWithoutOneASecond() throws Exception {
        RealCampaign placed = new RealCampaign(cluster, "placed");
        ClientRun client = run(placed, "hdfs-write, teragen, shuffle");
        RealCampaign before = new RealCampaign(cluster, "before");
        ClientRun without = run(before, "hdfs-write, teragen", "--no-split-hosts");

        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(without.exitCode()).as(without::tails).isZero();
        assertThat(placed.records()).hasSize(3).allSatisfy(run -> {
            print(run);
            assertValid(run);
            assertThat(run.subject().settings()).containsEntry("placement", "hosts");
            assertThat(run.configuration()).doesNotContainKey("spindle.split.hosts");
            assertThat(run.wave().rampMaps()).isLessThanOrEqualTo(FAST);
            assertThat(seconds(grants(run), 0, SLOTS)).isLessThanOrEqualTo(FAST);
        });
        assertThat(before.records()).hasSize(2).allSatisfy(run -> {
            print(run);
            assertValid(run);
            assertThat(run.subject().settings()).doesNotContainKey("placement");
            assertThat(run.wave().rampMaps()).isGreaterThanOrEqualTo(SLOW);
            assertThat(seconds(grants(run), 0, SLOTS)).isGreaterThanOrEqualTo(SLOW);
        });
        assertThat(placed.records())
                .filteredOn(run -> run.subject().job().equals("shuffle"))
                .singleElement()
                .satisfies(run -> assertThat(run.wave().rampReduces()).isGreaterThanOrEqualTo(SLOW));
        // What a reader of the records sees: such runs are no repeats of each other.
        assertThat(placed.records().get(0).subject())
                .isNotIn(before.records().stream().map(RunRecord::subject).toList());
    }

    private static void assertValid(RunRecord run) {
        assertThat(run.status()).as(run.reasons()::toString).isEqualTo(Status.OK);
        assertThat(run.wave().maps()).isEqualTo(SLOTS);
    }

    private static void print(RunRecord run) throws IOException {
        List<Double> grants = grants(run);
        System.out.println(run.subject().job() + " " + run.subject().settings().get("placement") + ": granted "
                + grants.stream()
                        .map(seconds -> String.format(Locale.ROOT, "%.2f", seconds - grants.get(0)))
                        .toList()
                + ", ramp of maps " + run.wave().rampMaps() + " s, of reduces "
                + run.wave().rampReduces() + " s, elapsed " + run.times().elapsed() + " s");
    }

    /** Returns the seconds of the day at which the ResourceManager granted each container but the ApplicationMaster's. */
    private static List<Double> grants(RunRecord run) throws IOException {
        String application = run.identity().applicationId().replace("application_", "");
        List<Double> grants = new ArrayList<>();
        for (String line : Files.readAllLines(cluster.logDir().resolve("resourcemanager.log"))) {
            Matcher grant = GRANT.matcher(line);
            if (grant.find() && grant.group(2).equals(application) && Integer.parseInt(grant.group(3)) > 1) {
                grants.add(LocalDateTime.parse(grant.group(1), LOG_TIME)
                                .toLocalTime()
                                .toNanoOfDay()
                        / 1e9);
            }
        }
        return grants;
    }

    private static double seconds(List<Double> grants, int from, int to) {
        assertThat(grants).hasSizeGreaterThanOrEqualTo(to);
        return grants.get(to - 1) - grants.get(from);
    }
}
