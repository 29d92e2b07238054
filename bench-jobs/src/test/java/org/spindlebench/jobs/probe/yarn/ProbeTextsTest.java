package org.spindlebench.jobs.probe.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.SampleRing;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDirectories;

/** Checks that texts which a client and its containers write to each other are read back unchanged. */
class ProbeTextsTest {
    @Test
    void requestsAreNamesOfFiles() {
        ProbeRequest window =
                ProbeRequest.parse(ProbeRequest.window(7, 123_456).name()).get();
        assertThat(window.isFlush()).isFalse();
        assertThat(window.number()).isEqualTo(7);
        assertThat(window.millis()).isEqualTo(123_456);
        ProbeRequest flush =
                ProbeRequest.parse(ProbeRequest.flush(8, 600_000).name()).get();
        assertThat(flush.isFlush()).isTrue();
        assertThat(flush.millis()).isEqualTo(600_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "_window-1-2", "window-1", "window-1-2-3", "window--1-2", "flush-1234567890-1"})
    void otherFilesAreNoRequests(String name) {
        assertThat(ProbeRequest.parse(name)).isEmpty();
    }

    @Test
    void hostsAreNamesOfFiles() {
        ProbedHost host =
                ProbedHost.parse(new ProbedHost("n1.example.org", "b-1").name()).get();
        assertThat(host.host()).isEqualTo("n1.example.org");
        assertThat(host.bootId()).isEqualTo("b-1");
        assertThat(ProbedHost.parse("=b")).isEmpty();
        assertThat(ProbedHost.parse("a=")).isEmpty();
        assertThat(ProbedHost.parse("a")).isEmpty();
    }

    @Test
    void listsOfHostsAndDirectoriesComeBack() {
        WantedHosts hosts = WantedHosts.parse("a\t\nb\tfast\ndamaged\n\n");
        assertThat(WantedHosts.parse(hosts.toString()).labels()).isEqualTo(hosts.labels());
        assertThat(hosts.label("a")).isEmpty();
        assertThat(hosts.label("b")).isEqualTo("fast");
        WantedDirectories directories = new WantedDirectories();
        directories.add("a", "hdfs", "[SSD]file:///data 1/x");
        directories.add("a", "hdfs", "/data/2");
        directories.add("b", "shuffle", "/local");
        WantedDirectories read = WantedDirectories.parse(directories.toString());
        assertThat(read.of("a")).isEqualTo(directories.of("a")).containsOnlyKeys("hdfs");
        assertThat(read.of("b")).containsEntry("shuffle", Collections.singletonList("/local"));
        assertThat(read.of("c")).isEmpty();
    }

    @Test
    void anAnswerHoldsTheNodesClockAndTheSamplesFromAnInstantOn() throws IOException {
        SampleRing ring = new SampleRing(1 << 20);
        for (int i = 0; i < 200; i++) {
            ring.add(new ProbeSample(1_000L * i, Collections.singletonList("a"), new long[] {i}));
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        new SampleAnswer("n1", -250, 3).write(ring, 190_000, file);

        List<Long> values = new ArrayList<>();
        SampleAnswer.read(new ByteArrayInputStream(file.toByteArray()), node -> {
            assertThat(node.host()).isEqualTo("n1");
            assertThat(node.offset()).isEqualTo(-250);
            assertThat(node.error()).isEqualTo(3);
            return sample -> values.add(sample.value(0));
        });

        assertThat(values).containsExactly(190L, 191L, 192L, 193L, 194L, 195L, 196L, 197L, 198L, 199L);
    }

    @Test
    void anAnswerWithoutAClockIsRefused() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(file)) {
            out.write("columns a\n1 2\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThatThrownBy(() -> SampleAnswer.read(new ByteArrayInputStream(file.toByteArray()), node -> sample -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("names no host and clock");
    }
}
