package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.spindlebench.jobs.probe.yarn.ProbePlaces.SmallFiles;

/** The ApplicationMaster of the probe. It keeps a container on every wanted host until the client's lease ends. */
public final class ProbeMaster {
    private static final long HEARTBEAT_MILLIS = 1_000;
    private static final int DEFAULT_MEMORY = 256;

    private final Configuration settings;
    private final ProbePlaces places;
    private final FileSystem fs;
    private final ClientHeartbeat lease;
    private final HostContainers containers;
    private final HostRequests requests;
    private final ProbeLaunch launch;
    private final Credentials tokens;
    private final AMRMClient<ContainerRequest> scheduler = AMRMClient.createAMRMClient();
    private final NMClient nodes = NMClient.createNMClient();

    private ProbeMaster(Configuration settings) throws IOException {
        this.settings = settings;
        this.places = new ProbePlaces(settings.get(ProbeKeys.DIRECTORY));
        this.fs = FileSystem.get(settings);
        long leaseMillis = settings.getLong(ProbeKeys.LEASE, 0);
        this.lease = new ClientHeartbeat(ProbeKeys.MISSED * leaseMillis, System::nanoTime);
        WantedHosts hosts = WantedHosts.parse(SmallFiles.read(fs, places.hosts()));
        this.containers = new HostContainers(hosts, System::nanoTime);
        Resource size = Resource.newInstance(settings.getInt(ProbeKeys.MEMORY, DEFAULT_MEMORY), 1);
        this.requests = new HostRequests(scheduler, hosts, size);
        this.launch = new ProbeLaunch(settings);
        this.tokens = tokensOfNodes();
    }

    /** The entry point that YARN starts. */
    public static void main(String[] args) throws Exception {
        new ProbeMaster(settings()).run();
    }

    /** Returns the settings that the client provided in this container's directory. */
    static Configuration settings() {
        Configuration settings = new YarnConfiguration();
        settings.addResource(new Path(new java.io.File(ProbePlaces.SETTINGS).toURI()));
        // The client's settings determine whether the cluster authenticates users, because the node's own configuration
        // may not be on the class path.
        UserGroupInformation.setConfiguration(settings);
        return settings;
    }

    /** Returns this process's tokens for containers, except the one that permits calls to the scheduler. */
    private static Credentials tokensOfNodes() throws IOException {
        Credentials all = new Credentials(UserGroupInformation.getCurrentUser().getCredentials());
        Credentials some = new Credentials();
        all.getAllTokens().stream()
                .filter(token -> !token.getKind().equals(AMRMTokenIdentifier.KIND_NAME))
                .forEach(token -> some.addToken(token.getService(), token));
        return some;
    }

    private void run() throws IOException, YarnException, InterruptedException {
        scheduler.init(settings);
        nodes.init(settings);
        scheduler.start();
        nodes.start();
        nodes.cleanupRunningContainersOnStop(true);
        scheduler.registerApplicationMaster("", 0, "");
        long nextLook = System.nanoTime();
        while (!lease.hasEnded(fs, places)) {
            ask();
            take(scheduler.allocate(0.5f));
            if (System.nanoTime() - nextLook >= 0) {
                lease.see(fs, places);
                nextLook = System.nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(settings.getLong(ProbeKeys.PACE, ChannelPace.SLOW_MILLIS));
            }
            TimeUnit.MILLISECONDS.sleep(HEARTBEAT_MILLIS);
        }
        nodes.stop();
        scheduler.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "the client's lease has ended", "");
        scheduler.stop();
    }

    private void ask() {
        containers.toAsk().forEach(requests::ask);
        requests.avoid(containers.toAvoid());
    }

    private void take(AllocateResponse response) {
        for (Container container : response.getAllocatedContainers()) {
            String host = container.getNodeId().getHost();
            String label = requests.label(container.getPriority());
            if (containers.keep(container.getId().toString(), host, label)) {
                tell("keeps " + container.getId() + " on " + host + ", label '" + label + "'");
                requests.fulfilled(host);
                start(container);
            } else {
                tell("releases " + container.getId() + " on " + host + ", label '" + label + "'");
                release(container, label);
            }
        }
        for (ContainerStatus ended : response.getCompletedContainersStatuses()) {
            end(ended.getContainerId().toString(), ended.getExitStatus(), ended.getDiagnostics());
        }
    }

    private void release(Container container, String label) {
        scheduler.releaseAssignedContainer(container.getId());
        if (containers.isGivenUp(label)) {
            tell("gives up the remaining hosts of label '" + label + "'");
            requests.giveUp(label);
        } else {
            requests.askAgain(label);
        }
    }

    /** Prints a line to the log of this container. */
    private static void tell(String what) {
        System.out.println(Instant.now() + " " + what);
    }

    private void start(Container container) {
        try {
            nodes.startContainer(container, launch.ofNode(tokens));
        } catch (IOException | YarnException e) {
            scheduler.releaseAssignedContainer(container.getId());
            end(container.getId().toString(), -1, String.valueOf(e.getMessage()));
        }
    }

    private void end(String container, int exitCode, String diagnostics) {
        String host = containers.ended(container, exitCode);
        if (host == null) {
            return;
        }
        tell(container + " on " + host + " ended with " + exitCode);
        if (exitCode != HostContainers.WATCHED_BY_ANOTHER) {
            leave(host, container + " ended with " + exitCode + ": " + diagnostics);
        }
    }

    /** Writes the reason for the client, and releases the node for other containers. */
    private void leave(String host, String end) {
        try {
            SmallFiles.write(fs, places.ends() + "/" + host, end);
            freeNodeOf(host);
        } catch (IOException e) {
            System.err.println("the reason why a container ended on " + host + " can't be written to HDFS: " + e);
        }
    }

    /**
     * Releases the host's node, so that a container of another NodeManager of the node can sample it, if that container
     * starts first.
     */
    private void freeNodeOf(String host) throws IOException {
        for (FileStatus probed : fs.listStatus(new Path(places.probed()))) {
            Optional<ProbedHost> known = ProbedHost.parse(probed.getPath().getName());
            if (known.isPresent() && known.get().host().equals(host)) {
                String watcher = places.watchers() + "/" + known.get().bootId();
                if (SmallFiles.read(fs, watcher).equals(host)) {
                    fs.delete(new Path(watcher), false);
                }
            }
        }
    }

    /**
     * Tracks the open requests to the scheduler. In the default partition, a request names a host and is granted only
     * there. In a labelled partition, schedulers accept only requests for any host, so the hosts to avoid are listed
     * separately.
     */
    static final class HostRequests {
        private final AMRMClient<ContainerRequest> scheduler;
        private final WantedHosts hosts;
        private final Resource size;
        private final List<String> labels;
        private final Map<String, ContainerRequest> open = new HashMap<>();
        private final Set<String> avoided = new TreeSet<>();

        HostRequests(AMRMClient<ContainerRequest> scheduler, WantedHosts hosts, Resource size) {
            this.scheduler = scheduler;
            this.hosts = hosts;
            this.size = size;
            this.labels = new ArrayList<>(new TreeSet<>(hosts.labels().values()));
        }

        void ask(String host) {
            ContainerRequest request = request(host, hosts.label(host));
            open.put(host, request);
            scheduler.addContainerRequest(request);
        }

        /**
         * Creates a request with a label, even if the label is empty. Otherwise a queue's default label would replace
         * it.
         */
        private ContainerRequest request(String host, String label) {
            return label.isEmpty()
                    ? new ContainerRequest(size, new String[] {host}, null, priority(label), false, label)
                    : new ContainerRequest(size, null, null, priority(label), true, label);
        }

        /** Returns a label's own priority. With a shared one, the last request's label would apply to all requests. */
        private Priority priority(String label) {
            return Priority.newInstance(1 + labels.indexOf(label));
        }

        /** Returns the label of the partition that has the priority of a granted container. */
        String label(Priority granted) {
            int index = granted.getPriority() - 1;
            return index >= 0 && index < labels.size() ? labels.get(index) : "";
        }

        /** Removes the request for a host that has received its container. */
        void fulfilled(String host) {
            remove(host);
        }

        private void remove(String host) {
            ContainerRequest request = open.remove(host);
            if (request != null) {
                scheduler.removeContainerRequest(request);
            }
        }

        /** Renews a request. A returned container of a partition counts as granted until another request is made. */
        void askAgain(String label) {
            inPartition(label).stream().limit(1).map(open::get).forEach(request -> {
                scheduler.removeContainerRequest(request);
                scheduler.addContainerRequest(request);
            });
        }

        /** Removes all requests for a labelled partition. */
        void giveUp(String label) {
            inPartition(label).forEach(this::remove);
        }

        private List<String> inPartition(String label) {
            return open.keySet().stream()
                    .filter(host -> !label.isEmpty() && hosts.label(host).equals(label))
                    .collect(Collectors.toList());
        }

        /**
         * Sets the hosts of labelled partitions that must not get a container. Allows all other hosts again.
         */
        void avoid(Set<String> now) {
            List<String> more = without(now, avoided);
            List<String> fewer = without(avoided, now);
            if (!more.isEmpty() || !fewer.isEmpty()) {
                scheduler.updateBlacklist(more, fewer);
                avoided.addAll(more);
                fewer.forEach(avoided::remove);
            }
        }

        private static List<String> without(Set<String> some, Set<String> others) {
            return some.stream().filter(host -> !others.contains(host)).collect(Collectors.toList());
        }
    }
}
