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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.jobs.probe.yarn.ProbeKeys;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.WantedHosts;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDevices;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDirectories;
import org.spindlebench.runner.campaign.ProbeStart.HostNames;
import org.spindlebench.runner.campaign.ResolvedVisit;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.ProbeApplication;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.collect.daemon.DaemonReader;
import org.spindlebench.runner.probe.YarnProbe;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.Workspace;

/**
 * Starts a container on every host of a cluster at the same time, and returns each container's report on the host's
 * devices. Writes nothing to HDFS but small files of its own.
 */
final class HostTurns {
    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofSeconds(1);

    /** The further time, after the turn's own limit, for work that is about to end. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    /** The memory of a container in MiB. The requests' buffers are outside the heap and may be as large as the heap. */
    private static final int CONTAINER = 768;

    private static final int HEAP = 256;

    private final HadoopCluster cluster;
    private final String base;
    private final String queue;
    private final Instant now;
    private final Consumer<String> notes;

    /**
     * @param baseDir Spindle's directory in HDFS
     * @param queue the queue in YARN; empty for the default queue
     */
    HostTurns(HadoopCluster cluster, String baseDir, Optional<String> queue, Instant now, Consumer<String> notes) {
        this.cluster = cluster;
        this.base = ResolvedVisit.absolute(baseDir, cluster);
        this.queue = queue.orElseGet(cluster::defaultQueue);
        this.now = now;
        this.notes = notes;
    }

    /**
     * What every host does.
     *
     * @param task the value of {@link ProbeKeys#DEVICES}
     * @param doing the action on the hosts, for progress, such as {@code Measuring the devices of}
     * @param done the finished action on a host, such as {@code measured}
     * @param limit the time that a host may take
     */
    record HostTask(String task, String doing, String done, Duration limit) {}

    /**
     * The reports of the hosts.
     *
     * @param findings the findings by host; a host whose node another host has measured is left out
     * @param silent the hosts without an answer in time
     */
    record HostReports(SortedMap<String, List<Finding>> findings, Set<String> silent) {}

    /**
     * Makes every host take its turn.
     *
     * @param devices the directories of each device, the same on all hosts; if empty, the directories of the hosts'
     *     daemons
     * @throws IllegalArgumentException if a campaign is running
     */
    HostReports run(HostTask turn, List<List<String>> devices) throws IOException, InterruptedException {
        List<String> running = cluster.liveWithTag("spindle_");
        if (!running.isEmpty()) {
            throw new IllegalArgumentException("a campaign is running (" + String.join(", ", running)
                    + "): the campaign and this command would slow each other down; wait for its end");
        }
        String name = "devices-" + now.toEpochMilli();
        Workspace workspace = new Workspace(cluster.storage(), base, name, null);
        workspace.open();
        try {
            return run(turn, devices, name, new ProbePlaces(workspace.forProbe()));
        } finally {
            workspace.remove();
        }
    }

    private HostReports run(HostTask turn, List<List<String>> devices, String name, ProbePlaces places)
            throws IOException, InterruptedException {
        Map<String, String> labels = cluster.labelledHosts(queue).open();
        Storage storage = cluster.storage();
        for (String directory : List.of(places.directory(), places.measured())) {
            storage.mkdirs(directory);
        }
        write(places.hosts(), new WantedHosts(labels));
        write(places.directories(), new WantedDirectories());
        write(places.devices(), devices.isEmpty() ? ofDaemons(labels.keySet()) : named(labels.keySet(), devices));
        ProbeApplication application = new ProbeApplication(
                cluster,
                queue,
                CampaignSettings.probeTag(name),
                places.directory(),
                Map.of(
                        ProbeKeys.LEASE, String.valueOf(LEASE.toMillis()),
                        ProbeKeys.MEMORY, String.valueOf(CONTAINER),
                        ProbeKeys.HEAP, String.valueOf(HEAP),
                        ProbeKeys.DEVICES, turn.task()));
        notes.accept(turn.doing() + " " + HumanText.counted(labels.size(), "host") + ", all hosts at once ...");
        YarnProbe.ProbedHosts hosts = new YarnProbe.ProbedHosts(labels.keySet(), Map.of(), false);
        try (YarnProbe probe =
                YarnProbe.begin(storage, places, application, hosts, YarnProbe.ProbeLimits.usual(LEASE), notes)) {
            notes.accept(HumanText.counted(probe.layouts().size(), "container") + " running");
            return collect(turn, places, new TreeSet<>(labels.keySet()));
        }
    }

    private HostReports collect(HostTask turn, ProbePlaces places, Set<String> hosts)
            throws IOException, InterruptedException {
        SortedMap<String, List<Finding>> found = new TreeMap<>();
        long deadline = System.nanoTime() + turn.limit().plus(GRACE).toNanos();
        while (!hosts.isEmpty() && System.nanoTime() - deadline < 0) {
            List<String> done = new ArrayList<>(cluster.storage().children(places.measured()));
            done.retainAll(hosts);
            for (String host : done) {
                List<Finding> findings = read(places.measured() + "/" + host);
                if (!findings.isEmpty()) {
                    found.put(host, findings);
                    notes.accept(host + ": " + turn.done());
                }
                hosts.remove(host);
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
        return new HostReports(found, hosts);
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

    /** Returns the same devices on each host, by the host's name in YARN. */
    private static WantedDevices named(Set<String> hosts, List<List<String>> devices) {
        WantedDevices named = new WantedDevices();
        hosts.forEach(host -> devices.forEach(directories -> named.add(host, directories)));
        return named;
    }

    /** Returns the directories of each host's daemons, by the host's name in YARN. */
    private WantedDevices ofDaemons(Set<String> hosts) throws IOException, InterruptedException {
        WantedDevices devices = new WantedDevices();
        HostNames names = new HostNames(hosts);
        new DaemonReader(cluster, Set.of()).read().directories().forEach((host, byRole) -> {
            String name = names.of(host).orElse(host);
            byRole.values().forEach(all -> all.forEach(directory -> devices.add(name, List.of(plain(directory)))));
        });
        return devices;
    }

    /** Returns a configured directory's path without the storage type and the scheme. */
    private static String plain(String directory) {
        return directory.replaceFirst("^\\[[^]]*\\]", "").replaceFirst("^file:(//)?", "");
    }
}
