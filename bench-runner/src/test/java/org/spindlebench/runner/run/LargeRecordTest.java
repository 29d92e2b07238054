package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.YarnProbe;

/** A run on 300 hosts of 12 disks, from the probe's samples to the record. */
class LargeRecordTest extends CampaignOnFakes {
    private static final int HOSTS = 300;
    private static final int SECONDS = 100;

    private final ManyHosts hosts = new ManyHosts(HOSTS);
    private final Instant finished = Instant.now().minusSeconds(1);
    private final Instant started = finished.minusSeconds(SECONDS);

    private final class Large extends FakeCluster {
        private final Probe probe;

        Large(Probe probe) {
            this.probe = probe;
        }

        @Override
        public ClusterAccess access() {
            return new ClusterAccess(storage, this, this, this, probe, this::roll, this, guard());
        }

        @Override
        public EndedJob end(int submission) {
            return new EndedJob("application_1_0001", "job_1_0001", true, "", started.minusSeconds(1),
                    finished.plusMillis(500), started, finished);
        }

        @Override
        public JobHistory read(String jobId, Duration appears) {
            Map<String, Map<String, Long>> all = new TreeMap<>(counters);
            JobHistory small = Fixtures.history(all);
            return Fixtures.inForce(
                    new JobHistory(
                            new JobHistory.JobTimes(started, started.plusSeconds(2), finished),
                            all,
                            hosts.tasks(started.plusSeconds(2), SECONDS),
                            small.mapped(),
                            small.fetched(),
                            small.configuration(),
                            small.inForce()),
                    submitted.get(submitted.size() - 1).configuration());
        }
    }

    @Test
    void theRecordOf300HostsHasAtMost5Megabytes() throws Exception {
        Storage storage = new HdfsStorage(FileSystem.getLocal(new Configuration()));
        ProbePlaces places = new ProbePlaces(results.resolve("probe").toString());
        List<String> notes = new ArrayList<>();
        long begin = System.nanoTime();
        ManyHosts.Answers answers = new ManyHosts.Answers(started.minusSeconds(10), SECONDS + 40);
        System.out.printf("generated in %.1f s%n", (System.nanoTime() - begin) / 1e9);
        YarnProbe.Limits limits = new YarnProbe.Limits(Duration.ofMinutes(1), Duration.ofSeconds(5),
                Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMinutes(1));
        begin = System.nanoTime();
        try (ManyProbes containers = new ManyProbes(hosts, hosts.names(), storage, places, answers);
                Probe probe = YarnProbe.begin(storage, places, containers,
                        new YarnProbe.Hosts(Set.copyOf(hosts.names()), Map.of(), true), limits, notes::add)) {
            System.out.printf("probe started in %.1f s%n", (System.nanoTime() - begin) / 1e9);
            assertThat(notes).isEmpty();
            begin = System.nanoTime();
            run(new Large(probe), Fixtures.plan("teragen"), interruption);
            System.out.printf("run in %.1f s%n", (System.nanoTime() - begin) / 1e9);
        }
        System.out.println(err);
        RunRecord record = records().get(0);
        Path file = directory.runs().resolve(record.identity().run() + ".json");
        System.out.println(record.status() + " " + record.reasons() + " " + record.warnings());
        System.out.println("record " + Files.size(file) + " nodes.gz " + Files.size(directory.runs().resolve(record.identity().run() + ".nodes.gz")));
        print("", new ObjectMapper().readTree(file.toFile()), 0);
        assertThat(record.status()).isEqualTo(Status.OK);
        assertThat(Files.size(file)).isLessThan(5_000_000);
    }

    private static void print(String path, JsonNode node, int depth) throws Exception {
        node.properties().forEach(field -> {
            int size = field.getValue().toPrettyString().length();
            int compact = field.getValue().toString().length();
            if (size > 10_000) {
                System.out.println(path + field.getKey() + " " + size + " " + compact);
            }
            try {
                if (depth < 2) {
                    print(path + field.getKey() + ".", field.getValue(), depth + 1);
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
