package org.spindlebench.runner.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.ProbeRequest;
import org.spindlebench.jobs.probe.yarn.ProbedHost;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/** Tests the client's side on a local file system instead of HDFS; the test itself writes the nodes' answers. */
class ProbeChannelTest {
    private static final Duration PATIENCE = Duration.ofMillis(300);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private Storage storage;
    private ProbePlaces places;
    private ProbeChannel channel;

    @BeforeEach
    void open() throws IOException {
        storage = new HdfsStorage(FileSystem.newInstanceLocal(new Configuration()));
        places = new ProbePlaces(directory.resolve("probe").toString());
        channel = new ProbeChannel(storage, places, PATIENCE);
        channel.open(Duration.ofMinutes(1));
    }

    @AfterEach
    void close() {
        channel.close();
    }

    private void answer(int number, String bootId, byte[] content) throws IOException {
        storage.write(places.answers(ProbeRequest.flush(number, 0)) + "/" + bootId, content);
    }

    @Test
    void hostsOfOneBootAreOneNode() throws Exception {
        for (ProbedHost host :
                List.of(new ProbedHost("n2", "x"), new ProbedHost("n1", "x"), new ProbedHost("n3", "y"))) {
            storage.touch(places.probed() + "/" + host.name());
        }
        assertThat(channel.probed()).containsOnlyKeys("x", "y").containsEntry("x", Set.of("n1", "n2"));
    }

    @Test
    void aNodeThatDoesNotBeginIsGivenUpAndOneThatHasIsWaitedFor() throws Exception {
        Thread slow = new Thread(() -> {
            try {
                storage.touch(places.answers(ProbeRequest.flush(1, 0)) + "/" + ProbePlaces.begun("slow"));
                Thread.sleep(3 * PATIENCE.toMillis());
                answer(1, "slow", "4096".getBytes(StandardCharsets.UTF_8));
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        slow.start();
        Set<String> answered = channel.ask(ProbeRequest.flush(channel.nextNumber(), 1), Set.of("slow", "dead"), LIMIT);
        slow.join();
        assertThat(answered).contains("slow").doesNotContain("dead");
        assertThat(channel.dirty("slow")).isEqualTo(4096);
        assertThat(channel.nextNumber()).isEqualTo(2);
        channel.forget();
        assertThat(storage.children(places.channel())).containsExactly("lease");
        assertThat(storage.children(places.answers(ProbeRequest.flush(1, 0)))).isEmpty();
    }

    @Test
    void samplesComeByThisHostsClockWhereTheNodesIsKnownToDiffer() throws Exception {
        channel.ask(ProbeRequest.window(channel.nextNumber(), 0), Set.of(), LIMIT);
        answer(1, "x", compressed("n1 -5000 3\ncolumns a\n1000 7\n1000 1\n"));
        answer(1, "y", compressed("n2 2 3000\ncolumns a\n1000 7\n"));
        answer(1, "z", compressed("nonsense\n"));
        assertThat(times("x")).allMatch(time -> Math.abs(time + 4000) < 1200).hasSize(2);
        assertThat(times("y")).as("within the error").containsExactly(1000L);
        NodeSamples damaged = channel.samples("n", "z");
        assertThatThrownBy(() -> damaged.source().forEach(sample -> {})).isInstanceOf(IOException.class);
    }

    private List<Long> times(String bootId) throws IOException {
        List<Long> times = new ArrayList<>();
        channel.samples("n", bootId).source().forEach(sample -> times.add(sample.millis()));
        return times;
    }

    private static byte[] compressed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void endsAreToldOnceAndShort() throws Exception {
        storage.write(
                places.ends() + "/n1",
                ("container_1 ended with 1: Exception\n\tat a.B.c(B.java:1)\n" + "x ".repeat(2000))
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(channel.ended()).containsExactly("n1");
        assertThat(channel.end("n1").orElseThrow())
                .startsWith("container_1 ended with 1: Exception")
                .doesNotContain("B.java")
                .hasSizeLessThan(700);
        channel.forgetEnd("n1");
        assertThat(channel.ended()).isEmpty();
        assertThat(channel.end("n1")).isEmpty();
    }
}
