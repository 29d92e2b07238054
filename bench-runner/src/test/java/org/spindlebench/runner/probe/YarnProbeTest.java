package org.spindlebench.runner.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbedHost;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.WatchingApplication;
import org.spindlebench.runner.probe.Probe.Flushed;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/**
 * Tests how the client treats YARN's answers, on a local file system instead of HDFS. The test itself writes the
 * containers' files.
 */
class YarnProbeTest {
    private static final YarnProbe.ProbeLimits LIMITS = new YarnProbe.ProbeLimits(
            Duration.ofMinutes(1),
            Duration.ofMillis(150),
            Duration.ofMillis(600),
            Duration.ofMillis(300),
            Duration.ofMillis(300));
    private static final WatchingApplication.ApplicationStatus RUNS =
            new WatchingApplication.ApplicationStatus("application_1", true, false, "");
    private static final WatchingApplication.ApplicationStatus WAITS =
            new WatchingApplication.ApplicationStatus("application_1", false, false, "the queue's AM limit is reached");
    private static final WatchingApplication.ApplicationStatus KILLED =
            new WatchingApplication.ApplicationStatus("application_1", false, true, "killed by admin");

    private final List<String> notes = new ArrayList<>();
    private final Yarn yarn = new Yarn();

    @TempDir
    private Path directory;

    private Storage storage;
    private ProbePlaces places;
    private Probe probe;
    private int answered;

    /** A fake YARN, which runs what was submitted on its hosts. */
    private final class Yarn implements WatchingApplication {
        private final List<String> hosts = new ArrayList<>();
        private ApplicationStatus status = RUNS;
        private int submitted;
        private int ended;

        @Override
        public void submit() throws IOException {
            submitted++;
            for (String host : hosts) {
                storage.touch(places.probed() + "/" + new ProbedHost(host, "boot-of-" + host).name());
            }
        }

        @Override
        public ApplicationStatus status() {
            return status;
        }

        @Override
        public void end() {
            ended++;
        }
    }

    @BeforeEach
    void open() throws IOException {
        storage = new HdfsStorage(FileSystem.newInstanceLocal(new Configuration()));
        places = new ProbePlaces(directory.resolve("probe").toString());
    }

    @AfterEach
    void close() {
        if (probe != null) {
            probe.close();
        }
    }

    private void begin(Set<String> managed, String... others) throws IOException, InterruptedException {
        Map<String, String> why = Stream.of(others).collect(Collectors.toMap(host -> host, host -> "a reason"));
        begin(new YarnProbe.ProbedHosts(managed, why, false));
    }

    private void begin(YarnProbe.ProbedHosts hosts) throws IOException, InterruptedException {
        probe = YarnProbe.begin(storage, places, yarn, hosts, LIMITS, notes::add);
    }

    private List<String> nodes() throws InterruptedException {
        return probe.window(Instant.EPOCH, Instant.now()).stream()
                .map(NodeSamples::node)
                .toList();
    }

    @Test
    void hostsThatAreNotReachedAreNamedBeforeTheFirstRunAndMissingInEach() throws Exception {
        yarn.hosts.add("n1");
        begin(Set.of("n1", "n2"), "d4", "d3");
        assertThat(notes)
                .anyMatch(note -> note.startsWith("warning: no probe on n2: YARN gave it no container"))
                .anyMatch(note -> note.startsWith("warning: no probe on d3, d4: a reason; every record will lack"))
                .anyMatch(note -> note.startsWith("warning: the layout of n1 is unknown"));
        assertThat(nodes()).containsExactlyInAnyOrder("n1", "n2", "d3", "d4");
        Flushed flushed = probe.flush(Duration.ofMillis(100)).orElseThrow();
        assertThat(flushed.left()).as("of some nodes it would look like all").isNull();
        assertThat(flushed.silent()).containsExactlyInAnyOrder("n1", "n2", "d3", "d4");
    }

    @Test
    void whatYarnSaysOfAnApplicationThatIsNotActivatedIsShownThenThatIsGivenUp() {
        yarn.status = WAITS;
        assertThatThrownBy(() -> begin(Set.of("n1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("application_1, was not activated within")
                .hasMessageContaining("the queue's AM limit is reached")
                .hasMessageContaining("--probe off");
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("is still not activated", "the queue's AM limit is reached");
        assertThat(yarn.ended).as("nothing stays in the queue").isEqualTo(1);
    }

    @Test
    void oneThatEndsBeforeItRunsIsToldWithYarnsWords() {
        yarn.status = KILLED;
        assertThatThrownBy(() -> begin(Set.of("n1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended before it ran: killed by admin");
        assertThat(notes).isEmpty();
    }

    @Test
    void oneThatAnAdministratorEndsIsBegunAgainAFewTimesAndThenGivenUpAloud() throws Exception {
        yarn.hosts.add("n1");
        begin(Set.of("n1"));
        notes.clear();
        yarn.status = KILLED;
        for (int i = 0; i < 5; i++) {
            probe.read();
        }
        assertThat(yarn.submitted).isEqualTo(1 + 3);
        assertThat(notes).hasSize(4);
        assertThat(notes.subList(0, 3))
                .allMatch(note -> note.contains("has ended: killed by admin; it will be restarted"));
        assertThat(notes.get(3))
                .startsWith("error: the node probe, application_1, has ended")
                .contains("--resume");
    }

    @Test
    void oneThatIsGivenUpIsNotWaitedFor() throws Exception {
        yarn.hosts.add("n1");
        begin(Set.of("n1"), "d3");
        yarn.status = KILLED;
        for (int i = 0; i < 4; i++) {
            probe.read();
        }
        notes.clear();
        long begin = System.nanoTime();
        assertThat(nodes()).containsExactlyInAnyOrder("n1", "d3");
        Flushed flushed = probe.flush(Duration.ofMinutes(1)).orElseThrow();
        assertThat(flushed.silent()).containsExactly("n1");
        assertThat(probe.reread(Duration.ofMinutes(1))).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMITS.answer());
        assertThat(notes).isEmpty();
    }

    @Test
    void runsThatWereWatchedMakeUpForEarlierRestarts() throws Exception {
        yarn.hosts.add("n1");
        begin(Set.of("n1"));
        for (int round = 0; round < 3; round++) {
            yarn.status = KILLED;
            probe.read();
            probe.read();
            yarn.status = RUNS;
            for (int run = 0; run < 3; run++) {
                watched();
                probe.read();
            }
        }
        assertThat(yarn.submitted).isEqualTo(1 + 3 * 2);
        assertThat(notes).noneMatch(note -> note.startsWith("error:"));
    }

    /** Makes a window in which the node answers. */
    private void watched() throws Exception {
        Thread node = new Thread(this::answer);
        node.start();
        nodes();
        node.join();
    }

    private void answer() {
        answered++;
        String answers = places.directory() + "/answers/" + answered;
        try {
            while (!storage.exists(answers)) {
                Thread.sleep(5);
            }
            storage.touch(answers + "/boot-of-n1");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatTheUserAskedForIsPromisedOfEveryHostThatIsReached() throws Exception {
        yarn.hosts.add("n1");
        begin(new YarnProbe.ProbedHosts(Set.of("n1", "n2"), Map.of("d3", "a reason"), true));
        assertThat(probe.promised()).containsExactly("n1");
        probe.close();
        begin(Set.of("n1"));
        assertThat(probe.promised()).isEmpty();
    }

    @Test
    void aContainerThatEndedIsToldOnce() throws Exception {
        yarn.hosts.add("n1");
        begin(Set.of("n1"));
        notes.clear();
        storage.write(places.ends() + "/n1", "container_7 was lost".getBytes(StandardCharsets.UTF_8));
        probe.read();
        probe.read();
        assertThat(notes).containsExactly("warning: the probe on n1 ended: container_7 was lost; it will be restarted");
    }

    @Test
    void closedTwiceItEndsItsApplicationOnce() throws Exception {
        yarn.hosts.add("n1");
        begin(Set.of("n1"));
        probe.close();
        probe.close();
        assertThat(yarn.ended).isEqualTo(1);
    }
}
