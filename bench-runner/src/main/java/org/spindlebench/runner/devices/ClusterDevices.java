package org.spindlebench.runner.devices;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.jobs.probe.yarn.ProbeKeys;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.WantedHosts;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDevices;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDirectories;
import org.spindlebench.runner.campaign.ProbeStart.HostCapacities;
import org.spindlebench.runner.campaign.ResolvedVisit;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.ProbeApplication;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.collect.daemon.DaemonReader;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.probe.DeviceFindings;
import org.spindlebench.runner.probe.YarnProbe;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.Workspace;

/**
 * Measures the devices of all hosts of a cluster at the same time, with one container on each host. It writes only its
 * own small files to HDFS.
 *
 * @param directories the directories on every host; if empty, those of the setup, or without a setup, those of the
 *     daemons
 * @param queue the queue in YARN; empty for the default one
 * @param baseDir Spindle's directory in HDFS
 * @param now the instant of the command
 * @param generic arguments for Hadoop's own option parser
 */
public record ClusterDevices(
        ProbeSettings settings,
        List<String> directories,
        DevicesResults results,
        Optional<String> queue,
        String baseDir,
        Instant now,
        GenericOptions generic)
        implements ClusterAction {
    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofSeconds(1);

    /** The time after the probe's own limit for measurements that are about to end. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    /** The memory of a container in MiB. The requests' buffers are outside the heap and may be as large as the heap. */
    private static final int CONTAINER = 768;

    private static final int HEAP = 256;

    public ClusterDevices {
        directories = List.copyOf(directories);
    }

    @Override
    public int run() throws IOException, InterruptedException, ClusterUnreachableException {
        LogLevels.quiet();
        try (ClusterSession session = ClusterSession.running(generic.hadoopArguments())) {
            return results.report(new ClusterMeasurement(session.cluster()).measure(), now);
        }
    }

    /** A measurement on a connected cluster. */
    private final class ClusterMeasurement {
        private final HadoopCluster cluster;

        private ClusterMeasurement(HadoopCluster cluster) {
            this.cluster = cluster;
        }

        /**
         * Returns the measurements of each host.
         *
         * @throws IllegalArgumentException if a campaign is running
         */
        private List<DeviceProbeResult> measure() throws IOException, InterruptedException {
            List<String> running = cluster.liveWithTag("spindle_");
            if (!running.isEmpty()) {
                throw new IllegalArgumentException("a campaign is running (" + String.join(", ", running)
                        + "): the campaign and the measurement would slow each other down; wait for its end");
            }
            String name = "devices-" + now.toEpochMilli();
            Storage storage = cluster.storage();
            Workspace workspace = new Workspace(storage, ResolvedVisit.absolute(baseDir, cluster), name, null);
            workspace.open();
            try {
                return measure(name, new ProbePlaces(workspace.forProbe()));
            } finally {
                workspace.remove();
            }
        }

        private List<DeviceProbeResult> measure(String name, ProbePlaces places)
                throws IOException, InterruptedException {
            String yarnQueue = queue.orElseGet(cluster::defaultQueue);
            Map<String, String> labels = cluster.labelledHosts(yarnQueue).open();
            Storage storage = cluster.storage();
            for (String directory : List.of(places.directory(), places.measured())) {
                storage.mkdirs(directory);
            }
            write(places.hosts(), new WantedHosts(labels));
            write(places.directories(), new WantedDirectories());
            write(places.devices(), devices(labels));
            ProbeApplication application = new ProbeApplication(
                    cluster,
                    yarnQueue,
                    CampaignSettings.probeTag(name),
                    places.directory(),
                    Map.of(
                            ProbeKeys.LEASE, String.valueOf(LEASE.toMillis()),
                            ProbeKeys.MEMORY, String.valueOf(CONTAINER),
                            ProbeKeys.HEAP, String.valueOf(HEAP),
                            ProbeKeys.DEVICES, settings.text()));
            results.err().println("Measuring the devices of " + labels.size() + " host(s), all hosts at once ...");
            YarnProbe.Hosts hosts = new YarnProbe.Hosts(labels.keySet(), Map.of());
            try (YarnProbe probe = YarnProbe.begin(
                    storage, places, application, hosts, YarnProbe.Limits.usual(LEASE), results.err()::println)) {
                results.err().println(probe.layouts().size() + " container(s) run");
                return collect(places, new TreeSet<>(labels.keySet()));
            }
        }

        private List<DeviceProbeResult> collect(ProbePlaces places, Set<String> hosts)
                throws IOException, InterruptedException {
            List<DeviceProbeResult> measured = new ArrayList<>();
            long deadline = System.nanoTime() + settings.limit().plus(GRACE).toNanos();
            while (!hosts.isEmpty() && System.nanoTime() - deadline < 0) {
                List<String> done = new ArrayList<>(cluster.storage().children(places.measured()));
                done.retainAll(hosts);
                for (String host : done) {
                    List<Finding> findings = read(places.measured() + "/" + host);
                    if (!findings.isEmpty()) {
                        measured.add(DeviceFindings.of(host, findings));
                        results.err().println(host + ": measured");
                    }
                    hosts.remove(host);
                }
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
            for (String host : hosts) {
                measured.add(new DeviceProbeResult(
                        host,
                        null,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        List.of(host + ": no answer within the time limit")));
            }
            return measured;
        }

        private List<Finding> read(String file) throws IOException {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(cluster.storage().open(file), StandardCharsets.UTF_8))) {
                return FindingText.read(lines);
            }
        }

        private void write(String file, Object text) throws IOException {
            cluster.storage().write(file, text.toString().getBytes(StandardCharsets.UTF_8));
        }

        /** Returns the devices of each host, by the host's name in YARN. */
        private WantedDevices devices(Map<String, String> labels) throws IOException, InterruptedException {
            WantedDevices devices = new WantedDevices();
            if (results.setup().isPresent()) {
                List<MeasuredSetup.Instance> instances =
                        MeasuredSetup.instances(results.setup().get());
                labels.keySet()
                        .forEach(host -> instances.forEach(instance -> devices.add(host, instance.directories())));
            } else if (!directories.isEmpty()) {
                labels.keySet()
                        .forEach(host -> directories.forEach(directory -> devices.add(host, List.of(directory))));
            } else {
                new DaemonReader(cluster, Set.of()).read().directories().forEach((host, byRole) -> {
                    String name = HostCapacities.named(host, labels.keySet());
                    byRole.values()
                            .forEach(all -> all.forEach(directory -> devices.add(name, List.of(plain(directory)))));
                });
            }
            return devices;
        }

        /** Returns a configured directory's path without the storage type and the scheme. */
        private static String plain(String directory) {
            return directory.replaceFirst("^\\[[^]]*\\]", "").replaceFirst("^file:(//)?", "");
        }
    }
}
