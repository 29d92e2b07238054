package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.Moments;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Kills the client, ApplicationMasters, the probe and a NodeManager at each step of a run at which they live, again and
 * again, with the profile {@code soak}. The property {@code spindle.it.soak.kills} is the number of kills, and {@code
 * spindle.it.seed} their order.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.soak", matches = "true")
class SoakIT {
    private static final Duration ALL_GONE = Duration.ofMinutes(3);
    private static final int MOST_CAMPAIGNS = 60;

    @TempDir
    private Path directory;

    @Test
    void killsAtEveryStepLoseNothingRepeatNothingAndLeaveNothing(ProcessCluster cluster) throws Exception {
        int kills = Integer.getInteger("spindle.it.soak.kills", 100);
        Random random = Moments.of(SoakIT.class);
        Canary canary = Canary.plant(cluster, "canary");
        SortedMap<String, String> untouched = canary.state();
        Set<String> before = paths(cluster);
        SoakTable table = new SoakTable();
        long begin = System.nanoTime();
        try {
            strike(cluster, Strike.shuffled(kills, random), random, table);
            String base = abandon(cluster, random, table);
            clean(cluster, base);
        } finally {
            System.out.printf(
                    "%d kills took %d s, with -Dspindle.it.seed=%s%n%s%s%n",
                    table.struck(),
                    Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                    System.getProperty("spindle.it.seed", "1"),
                    table.text(),
                    String.join("\n", table.faults()));
        }
        assertAll(() -> assertThat(table.faults()).isEmpty(), () -> nothingIsLeft(cluster, before), () -> assertThat(
                        canary.state())
                .isEqualTo(untouched));
    }

    private void strike(ProcessCluster cluster, List<Strike> due, Random random, SoakTable table) throws Exception {
        Path suite = Files.writeString(directory.resolve("soak.yaml"), SoakCampaign.SUITE);
        Map<Strike, Integer> misses = new HashMap<>();
        for (int number = 1; !due.isEmpty(); number++) {
            assertThat(number).as("campaigns").isLessThanOrEqualTo(MOST_CAMPAIGNS);
            RealCampaign campaign = new RealCampaign(cluster, "soak-" + number);
            try (SoakCampaign soak = new SoakCampaign(campaign, suite, random, table, misses)) {
                soak.strikeUntilTheEnd(due);
                new SoakVerdict(soak, table).judge();
            }
        }
    }

    /** Begins a campaign whose client is killed while a job runs, and which nobody resumes. Returns its directory. */
    private String abandon(ProcessCluster cluster, Random random, SoakTable table) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "abandoned");
        Path suite = directory.resolve("soak.yaml");
        try (SoakCampaign soak = new SoakCampaign(campaign, suite, random, table, new HashMap<>())) {
            soak.abandon();
        }
        assertThat(cluster.rest().children(campaign.base())).contains(campaign.id());
        return campaign.name();
    }

    private static void clean(ProcessCluster cluster, String base) throws Exception {
        ClientRun clean =
                cluster.client().arguments("clean", "--base-dir", base).run();
        assertThat(clean.exitCode()).as(clean::tails).isZero();
        System.out.println(clean.out());
    }

    /** Returns all paths of HDFS, except those of the JobHistoryServer, which keeps the history of every job. */
    private static Set<String> paths(ProcessCluster cluster) throws IOException, InterruptedException {
        Set<String> paths = new TreeSet<>();
        for (String directory : List.of("/tmp", "/user")) {
            paths.addAll(cluster.rest().tree(directory).keySet());
        }
        return paths;
    }

    private static void nothingIsLeft(ProcessCluster cluster, Set<String> before) throws Exception {
        Applications applications = new Applications(cluster.rest());
        assertThat(Await.within(
                        ALL_GONE,
                        () -> applications.all().stream().noneMatch(Applications.Application::live)
                                && cluster.liveContainerJvms() == 0))
                .as(() -> "live: " + cluster.liveProcesses())
                .isTrue();
        assertThat(cluster.rest().resourceManager("/ws/v1/cluster/metrics").at("/clusterMetrics/containersAllocated"))
                .hasToString("0");
        Set<String> unsubmitted = unsubmitted(cluster);
        System.out.println("left of submissions that were cut off: " + unsubmitted);
        assertThat(paths(cluster).stream().filter(path -> unsubmitted.stream().noneMatch(path::startsWith)))
                .containsExactlyInAnyOrderElementsOf(before);
        assertThat(Await.within(ALL_GONE, () -> localLeftovers(cluster).isEmpty()))
                .as(() -> "left: " + leftoversOrError(cluster))
                .isTrue();
    }

    /**
     * Returns the directories to which Hadoop's client has uploaded a job that it never submitted, because it was killed
     * in between. They do not say whose job it is, so that Spindle cannot know them.
     */
    private static Set<String> unsubmitted(ProcessCluster cluster) throws IOException, InterruptedException {
        Set<String> submitted = new Applications(cluster.rest())
                .all().stream()
                        .map(application -> application.id().replace("application", "job"))
                        .collect(Collectors.toSet());
        String staging = "/user/" + ProcessCluster.USER + "/.staging";
        return cluster.rest().children(staging).stream()
                .filter(job -> !submitted.contains(job) && !Canary.STAGED.equals(job))
                .map(job -> staging + "/" + job)
                .collect(Collectors.toSet());
    }

    private static String leftoversOrError(ProcessCluster cluster) {
        try {
            return localLeftovers(cluster).toString();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /**
     * Returns what applications have left in the NodeManagers' local directories, and what clients have left in their
     * temporary directory. What `hadoop jar` has unpacked for a killed client is Hadoop's own.
     */
    private static List<Path> localLeftovers(ProcessCluster cluster) throws IOException {
        Path temporary = cluster.directory().resolve("tmp");
        try (Stream<Path> data = Files.walk(cluster.directory().resolve("data"));
                Stream<Path> temp = Files.list(temporary)) {
            return Stream.concat(
                            data.filter(path -> path.getParent().endsWith("appcache")),
                            temp.filter(path -> path.getFileName().toString().startsWith("spindle")))
                    .toList();
        } catch (UncheckedIOException goneMeanwhile) {
            throw goneMeanwhile.getCause();
        }
    }
}
