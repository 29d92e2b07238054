package org.spindlebench.runner.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.YarnProbe;
import org.spindlebench.runner.process.Interruption;

/**
 * A program that makes one run on many hosts, from the probe's start to the record, in its own JVM with limited memory.
 * The job, its history and the containers of the probe are made up behind the cluster's interfaces. It prints how long
 * each part took, and how much memory the JVM has used.
 */
final class ManyHostsRun {
    private final Path directory;
    private final ManyHosts hosts;
    private final int seconds;
    private final Instant finished = Instant.now().minusSeconds(1);
    private final Instant started;

    private ManyHostsRun(Path directory, int number, int seconds) {
        this.directory = directory;
        this.hosts = new ManyHosts(number);
        this.seconds = seconds;
        this.started = finished.minusSeconds(seconds);
    }

    /** @param args an empty directory, the number of hosts, and the job's seconds */
    public static void main(String[] args) throws Exception {
        new ManyHostsRun(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])).run();
    }

    private void run() throws Exception {
        Storage storage = new HdfsStorage(FileSystem.getLocal(new Configuration()));
        ProbePlaces places = new ProbePlaces(directory.resolve("probe").toString());
        ManyHosts.Answers answers = new ManyHosts.Answers(started.minusSeconds(10), seconds + 30);
        YarnProbe.ProbeLimits limits = new YarnProbe.ProbeLimits(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(5),
                Duration.ofMinutes(5),
                Duration.ofMinutes(5));
        long begin = System.nanoTime();
        List<String> said = new ArrayList<>();
        YarnProbe.ProbedHosts managed = new YarnProbe.ProbedHosts(Set.copyOf(hosts.names()), Map.of(), true);
        try (ManyProbes containers = new ManyProbes(hosts, hosts.names(), storage, places, answers);
                Probe probe = YarnProbe.begin(storage, places, containers, managed, limits, said::add)) {
            System.out.printf("the probe began in %.1f s%n", since(begin));
            begin = System.nanoTime();
            run(new Large(probe));
            System.out.printf(
                    "a run of %d s, of which Spindle sees the end at once: %.1f s; the containers wrote answers for %.1f s%n",
                    seconds, since(begin), containers.answeredFor().toMillis() / 1e3);
        }
        said.forEach(System.out::println);
        Runtime jvm = Runtime.getRuntime();
        System.out.printf("heap of the JVM: %d MB of %d MB%n", jvm.totalMemory() >> 20, jvm.maxMemory() >> 20);
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private void run(FakeCluster cluster) throws Exception {
        Plan plan = Fixtures.plan("teragen");
        CampaignDirectory campaign = new CampaignDirectory(directory.resolve("campaign"));
        campaign.create(plan);
        PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        new RunLoop(
                        cluster.access(),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        campaign,
                        Fixtures.sizing(Fixtures.shape(3, nodes())),
                        new Interruption(),
                        new Progress(err, false, plan.runs().size(), new TimeLeft(plan)))
                .run(Fixtures.SOFTWARE);
    }

    private NodeShape[] nodes() {
        return hosts.names().stream()
                .map(host -> new NodeShape(host, 4L << 30, 0, 4, 0))
                .toArray(NodeShape[]::new);
    }

    /** A cluster of many hosts, on which the job is over at once, and was as long as the samples say. */
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
            return new EndedJob(
                    "application_1_0001",
                    "job_1_0001",
                    true,
                    "",
                    started.minusSeconds(1),
                    finished.plusMillis(500),
                    started,
                    finished);
        }

        @Override
        public JobHistory read(String jobId, Duration appears) {
            Map<String, Map<String, Long>> all = new TreeMap<>(counters);
            JobHistory small = Fixtures.history(all);
            JobHistory large = new JobHistory(
                    new JobHistory.JobTimes(started, started.plusSeconds(2), finished),
                    all,
                    hosts.tasks(started.plusSeconds(2), seconds),
                    small.mapped(),
                    small.fetched(),
                    small.configuration(),
                    small.inForce());
            return Fixtures.inForce(large, submitted.get(submitted.size() - 1).configuration());
        }
    }
}
