package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.proof.WriteProof.WriteObservation;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.series.RunSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.RoleSeries;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.NodeEvidence.NodeWindows;
import org.spindlebench.runner.nodes.NodeEvidence.RunSpan;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.Probe.Flushed;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/** The library reads the samples that the runner wrote for several nodes. They add up to the record's numbers. */
class EvidenceSeriesTest {
    private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00.310Z");
    private static final Instant END = BEGIN.plusMillis(9_450);
    private static final Instant FLUSHED = BEGIN.plusMillis(14_700);
    private static final List<String> FIELDS =
            List.of("reads", "sectorsRead", "writes", "sectorsWritten", "busyMillis", "queueMillis");

    @TempDir
    private Path directory;

    @Test
    void stepsOfTheFileAddUpToTheRecordsFigures() throws Exception {
        RunSpan span = new RunSpan(BEGIN.minusSeconds(7), BEGIN.minusSeconds(4), BEGIN, BEGIN, END, FLUSHED);
        Made probe = new Made(List.of(layout("worker-1"), layout("worker-2"), layout("worker-3")));
        NodeEvidence evidence = NodeEvidence.of(probe, span, true, directory, "001.nodes.gz", Set.of());
        assertThat(evidence.section().missing()).isEmpty();
        List<NodeLoad> later =
                evidence.windows().stream().map(NodeWindows::flushed).toList();
        RunRecord run = record(evidence.with(proofs(probe, evidence.section().nodes(), later)));

        RunSeries series = RunSeries.of(run, evidence.samples(), Duration.ofMillis(700));

        for (int i = 0; i < 2; i++) {
            RoleSeries role = series.roles().get(i);
            RoleIo job = run.evidence().proofs().roles().get(i);
            RoleIo flushed = run.evidence().proofs().flushed().get(i);
            assertThat(role.devices()).isEqualTo(job.devices()).hasSize(3);
            assertThat(job.io().bytesRead())
                    .isPositive()
                    .isLessThan(flushed.io().bytesRead());
            double inJob = bytesRead(role, series.seconds())
                    + role.outside().get(IoCounter.BYTES_READ).getAsDouble();
            assertThat(inJob).isCloseTo(job.io().bytesRead(), within(1.0));
            double inAll = bytesRead(role, Double.MAX_VALUE)
                    + role.outsideFlushed().get(IoCounter.BYTES_READ).getAsDouble();
            assertThat(inAll).isCloseTo(flushed.io().bytesRead(), within(1.0));
        }
    }

    private static double bytesRead(RoleSeries role, double seconds) {
        return role.steps().stream()
                .filter(step -> step.at() < seconds)
                .mapToDouble((IoStep step) -> step.bytesReadPerSecond() * step.seconds())
                .sum();
    }

    private NodeLayout layout(String node) throws IOException {
        return JsonDocument.read(
                Files.writeString(directory.resolve("layout.json"), """
                {"node": "%s", "devices": [{"name": "sdb", "type": "disk"}, {"name": "sdc", "type": "disk"}],
                 "directories": [{"role": "hdfs", "path": "/1", "devices": ["sdb"]}, {"role": "shuffle", "path": "/2", "devices": ["sdc"]}]}
                """.formatted(node)), NodeLayout.class);
    }

    private static Proofs proofs(Made probe, List<NodeLoad> job, List<NodeLoad> flushed) {
        RoleIo hdfs = RoleIo.of("hdfs", probe.layouts(), job);
        RoleIo hdfsFlushed = RoleIo.of("hdfs", probe.layouts(), flushed);
        double toFlush = Duration.between(BEGIN, FLUSHED).toMillis() / 1000.0;
        return new Proofs(
                List.of(hdfs, RoleIo.of("shuffle", probe.layouts(), job)),
                List.of(hdfsFlushed, RoleIo.of("shuffle", probe.layouts(), flushed)),
                null,
                null,
                WriteProof.of(new WriteObservation(null, null, hdfs, hdfsFlushed, job, 9.45, toFlush)),
                null,
                null,
                null,
                null);
    }

    private static RunRecord record(NodeEvidence evidence) {
        return new RunRecord(
                RunRecord.SCHEMA,
                new Identity("nightly", "001", "quick", null, null),
                new ImportSource("csv", "runs.csv", 1L),
                null,
                new Subject("teragen", "default", Map.of()),
                null,
                Status.OK,
                null,
                null,
                null,
                new Times(null, null, BEGIN, END, null, null, null, 9.45, null, null),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                evidence.section(),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** Nodes with invented counters, each sampled at its own times from the cooling until after the flush. */
    private record Made(List<NodeLayout> layouts) implements Probe {
        @Override
        public String method() {
            return "yarn";
        }

        @Override
        public List<NodeSamples> window(Instant from, Instant to) {
            List<NodeSamples> nodes = new ArrayList<>();
            for (NodeLayout layout : layouts) {
                nodes.add(new NodeSamples(layout.node(), sink -> {
                    for (ProbeSample sample :
                            samples(layout.node().hashCode(), from.toEpochMilli(), to.toEpochMilli())) {
                        sink.take(sample);
                    }
                }));
            }
            return nodes;
        }

        private static List<ProbeSample> samples(int seed, long from, long to) {
            Random random = new Random(seed);
            List<ProbeSample> samples = new ArrayList<>();
            long[] counters = new long[3 * FIELDS.size()];
            long millis = from - 1_500 - random.nextInt(500);
            while (samples.isEmpty() || samples.get(samples.size() - 1).millis() <= to + 2_000) {
                // After some time another device appears, and with it more columns.
                boolean come = millis > from + 9_000;
                samples.add(new ProbeSample(
                        millis, names(come ? "sdb,sdc,sdd" : "sdb,sdc"), Arrays.copyOf(counters, come ? 18 : 12)));
                long pause = 100L + random.nextInt(1_800);
                millis += pause;
                for (int i = 0; i < counters.length; i++) {
                    counters[i] += random.nextInt(1_800);
                }
            }
            return samples;
        }

        private static List<String> names(String devices) {
            List<String> names = new ArrayList<>();
            for (String device : devices.split(",", -1)) {
                FIELDS.forEach(field -> names.add("disk." + device + "." + field));
            }
            return names;
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
}
