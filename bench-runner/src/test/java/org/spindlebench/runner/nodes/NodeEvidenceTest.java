package org.spindlebench.runner.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.node.Window;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.ProcReader;
import org.spindlebench.jobs.probe.SampleText;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.nodes.NodeEvidence.RunSpan;
import org.spindlebench.runner.probe.LocalProbe;
import org.spindlebench.runner.probe.Probe;

class NodeEvidenceTest {
    private static final Duration INTERVAL = Duration.ofMillis(20);
    private static final Duration WINDOW = Duration.ofMillis(200);

    private static final Instant FROM = Made.FIRST.plusMillis(200);
    private static final Instant TO = FROM.plus(WINDOW);

    @TempDir
    private Path directory;

    /** Samples this host, with times that are 20 ms apart however long a sample takes. */
    private record Made(List<String> others, Set<String> promised) implements Probe {
        static final Instant FIRST = Instant.parse("2026-03-04T05:06:07Z");
        private static final int SAMPLES = 30;

        Made(List<String> others) {
            this(others, Set.of());
        }

        @Override
        public String method() {
            return "local";
        }

        @Override
        public List<NodeSamples> window(Instant from, Instant to) {
            ProcReader reader = new ProcReader(Path.of("/proc"));
            List<NodeSamples> nodes = new ArrayList<>();
            nodes.add(new NodeSamples("here", sink -> {
                for (int i = 0; i < SAMPLES; i++) {
                    ProbeSample sample = reader.read();
                    sink.take(new ProbeSample(
                            FIRST.plus(INTERVAL.multipliedBy(i)).toEpochMilli(), sample.names(), sample.values()));
                }
            }));
            others.forEach(other -> nodes.add(NodeSamples.missing(other)));
            return nodes;
        }

        @Override
        public List<NodeLayout> layouts() {
            return List.of();
        }

        @Override
        public Optional<Flushed> flush(Duration limit) {
            return Optional.empty();
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    /** This is the only test that uses the real clock. */
    @Test
    void thisHostIsWatchedAndEverySampleIsInTheFile() throws Exception {
        try (Probe probe = LocalProbe.begin("here", List.of(), INTERVAL, Map.of(), List.of(), List.of())) {
            Thread.sleep(WINDOW.toMillis());
            Instant from = Instant.now();
            Thread.sleep(WINDOW.toMillis());
            NodeEvidence evidence =
                    NodeEvidence.of(probe, RunSpan.of(from, Instant.now()), true, directory, "001.nodes.gz", Set.of());

            assertThat(evidence.section().probe()).isEqualTo("local");
            assertThat(evidence.section().samples()).isEqualTo("001.nodes.gz");
            assertThat(evidence.section().missing()).isEmpty();
            assertThat(evidence.warning()).isEmpty();
            assertThat(evidence.section().nodes()).singleElement().satisfies(node -> {
                assertThat(node.node()).isEqualTo("here");
                assertThat(node.from()).isBeforeOrEqualTo(from);
                assertThat(Duration.between(node.from(), node.to())).isGreaterThanOrEqualTo(WINDOW);
                assertThat(node.memory().total()).isPositive();
            });
            NodeLoad node = evidence.section().nodes().get(0);
            assertThat(samples(evidence)).hasSize(node.readings());

            Window read = new Window("here");
            SampleFile.read(evidence.samples(), (name, reading) -> {
                assertThat(name).isEqualTo("here");
                read.add(reading);
            });
            assertThat(read.load()).isEqualTo(node);
        }
    }

    /** Two modules that do not know each other must agree on the names of counters. */
    @Test
    void everyFigureIsMadeOfWhatTheProbeReads(@TempDir Path proc) throws Exception {
        ProcReader reader = new ProcReader(proc, List.of("7"));
        write(proc, 1_000);
        ProbeSample begin = reader.read();
        write(proc, 3_000);
        Thread.sleep(20);
        Reading first = Reading.of(begin.millis(), begin.names(), begin.values(), null);
        ProbeSample end = reader.read();

        long setForward = end.millis() + 60_000;
        Window window = new Window("here", Set.of("application_1_1"));
        window.add(first);
        window.add(Reading.of(setForward, end.names(), end.values(), first));
        NodeLoad node = window.load();

        assertThat(node).hasNoNullFieldsOrProperties();
        assertThat(node.clockStep()).isBetween(59_000L, 61_000L);
        assertThat(node.cpu()).hasNoNullFieldsOrProperties();
        assertThat(node.memory()).hasNoNullFieldsOrProperties();
        assertThat(node.networks()).singleElement().satisfies(one -> assertThat(one.sent())
                .isEqualTo(2_000));
        assertThat(node.devices()).singleElement().satisfies(device -> {
            assertThat(device).hasNoNullFieldsOrProperties();
            assertThat(device.io().bytesWritten()).isEqualTo(2_000 * 512);
        });
        assertThat(node.pressure()).containsOnlyKeys("io.some", "io.full");
        assertThat(node.dataNodes()).isEqualTo(new NodeLoad.DataNodeIo(1, 2_000, 4_000));
        assertThat(node.processes())
                .isEqualTo(new NodeLoad.Processes(node.processes().seconds(), 20, 40, null, 60));
    }

    private static void write(Path proc, int count) throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.createDirectories(proc.resolve("pressure"));
        Files.writeString(proc.resolve("diskstats"), " 8 0 sda" + (" " + count).repeat(17) + "\n");
        Files.writeString(proc.resolve("stat"), "cpu " + (" " + count).repeat(10) + "\ncpu0 1\n");
        Files.writeString(proc.resolve("meminfo"), "MemTotal: 9 kB\nCached: 5 kB\nDirty: 1 kB\nWriteback: 0 kB\n");
        Files.writeString(proc.resolve("net/dev"), "eth0:" + (" " + count).repeat(16) + "\n");
        Files.writeString(proc.resolve("pressure/io"), "some total=" + count + "\nfull total=" + count + "\n");
        process(proc.resolve("1"), "init", 0, 3 * count);
        process(proc.resolve("2"), "", 0x0020_0000, count);
        process(proc.resolve("7"), "java\0org.spindlebench.Main", 0, count);
        process(proc.resolve("9"), "/a/application_1_1/container_1_1_01_1/x", 0, 2 * count);
        Files.writeString(proc.resolve("7/io"), "read_bytes: " + count + "\nwrite_bytes: " + 2 * count + "\n");
        Files.writeString(proc.resolve("vmstat"), "pswpin " + count + "\npswpout " + count + "\n");
    }

    private static void process(Path directory, String commandLine, int flags, int ticks) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("cmdline"), commandLine);
        Files.writeString(
                directory.resolve("stat"),
                "1 (a) S 1 1 1 0 -1 " + flags + " 1 2 3 4 " + ticks + " 0 0 0 20 0 9 0 100 1 2\n");
    }

    @Test
    void nodesThatNobodyWatchesAreNamed() throws Exception {
        Probe probe = new Made(List.of("there", "elsewhere"));
        NodeEvidence evidence = NodeEvidence.of(probe, RunSpan.of(FROM, TO), true, directory, "001.nodes.gz", Set.of());

        assertThat(evidence.section().missing()).containsExactly("there", "elsewhere");
        assertThat(evidence.section().nodes()).extracting(NodeLoad::node).containsExactly("here");
        assertThat(evidence.warning()).map(Warning::code).contains("evidence-incomplete");
        assertThat(evidence.warning()).map(Warning::message).get().asString().contains("there, elsewhere");
    }

    @Test
    void aRunWithoutANodeThatWasPromisedIsInvalid() throws Exception {
        EndedJob job = job(FROM, TO, FROM, TO);
        NodeObservation asked =
                new NodeObservation(new Made(List.of("there", "elsewhere"), Set.of("here", "there")), null, true);
        NodeEvidence evidence = asked.evidence(job, directory, "f");
        assertThat(checks(asked, evidence)).singleElement().satisfies(check -> {
            assertThat(check.passed()).isFalse();
            assertThat(check.actual()).isEqualTo("there");
        });
        assertThat(checks(asked, null)).singleElement().satisfies(check -> {
            assertThat(check.passed()).isFalse();
            assertThat(check.actual()).isEqualTo("here, there");
        });
        NodeObservation whole = new NodeObservation(new Made(List.of("elsewhere"), Set.of("here")), null, true);
        assertThat(checks(whole, whole.evidence(job, directory, "f")))
                .singleElement()
                .matches(Check::passed);
        NodeObservation unasked = new NodeObservation(new Made(List.of("there")), null, true);
        assertThat(checks(unasked, null)).isEmpty();
    }

    private static List<Check> checks(NodeObservation watch, NodeEvidence evidence) {
        List<Check> checks = new ArrayList<>();
        watch.check(evidence, checks::add);
        return checks;
    }

    @Test
    void aWindowBeforeTheWatchingIsMissing() throws Exception {
        RunSpan early = RunSpan.of(Made.FIRST.minusSeconds(60), TO);
        assertThat(NodeEvidence.of(new Made(List.of()), early, true, directory, "f", Set.of())
                        .section()
                        .missing())
                .containsExactly("here");
    }

    @Test
    void withClocksThatDifferNoOtherWindowIsTakenForTheJobs() throws Exception {
        Probe probe = new Made(List.of());
        NodeEvidence agreeing = evidence(probe, job(FROM, TO, FROM, TO));
        assertThat(agreeing.section().missing()).isEmpty();
        NodeEvidence behind = evidence(probe, job(FROM.plusSeconds(3), TO.plusSeconds(3), FROM, TO));
        NodeEvidence ahead = evidence(probe, job(FROM.minusSeconds(3), TO.minusSeconds(3), FROM, TO));
        assertThat(List.of(behind, ahead)).allSatisfy(evidence -> {
            assertThat(evidence.section().nodes()).isEmpty();
            assertThat(evidence.section().missing()).containsExactly("here");
            assertThat(evidence.section().samples()).isNull();
            assertThat(evidence.warning()).isPresent();
        });
        assertThat(evidence(probe, job(FROM, TO, null, null))).isNull();
    }

    private NodeEvidence evidence(Probe probe, EndedJob job) throws IOException, InterruptedException {
        return new NodeObservation(probe, null, true).evidence(job, directory, "f");
    }

    private static EndedJob job(Instant submitted, Instant seen, Instant started, Instant finished) {
        return new EndedJob("application_1", "job_1", true, "", submitted, seen, started, finished);
    }

    @Test
    void withoutAProbeThereIsNone() throws Exception {
        assertThat(NodeEvidence.of(Probe.OFF, RunSpan.of(Instant.EPOCH, Instant.now()), true, directory, "f", Set.of()))
                .isNull();
    }

    private static List<ProbeSample> samples(NodeEvidence evidence) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(evidence.samples())), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("node here");
            return SampleText.read(lines);
        }
    }
}
