package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

/** The probe's ApplicationMaster: holds a container on every wanted host until its client's lease ends. */
public final class ProbeMaster {
    private static final long HEARTBEAT_MILLIS = 1_000;
    private static final int DEFAULT_MEMORY = 256;

    private final Configuration settings;
    private final ProbePlaces places;
    private final FileSystem fs;
    private final Lease lease;
    private final WantedHosts hosts;
    private final HostContainers containers;
    private final ProbeLaunch launch;
    private final Credentials tokens;
    private final Map<String, ContainerRequest> requests = new HashMap<>();
    private final AMRMClient<ContainerRequest> scheduler = AMRMClient.createAMRMClient();
    private final NMClient nodes = NMClient.createNMClient();

    private ProbeMaster(Configuration settings) throws IOException {
        this.settings = settings;
        this.places = new ProbePlaces(settings.get(ProbeKeys.DIRECTORY));
        this.fs = FileSystem.get(settings);
        long leaseMillis = settings.getLong(ProbeKeys.LEASE, 0);
        this.lease = new Lease(ProbeKeys.MISSED * leaseMillis, System::nanoTime);
        this.hosts = WantedHosts.parse(SmallFiles.read(fs, places.hosts()));
        this.containers = new HostContainers(hosts, System::nanoTime);
        this.launch = new ProbeLaunch(settings);
        this.tokens = tokensOfNodes();
    }

    /** Started by YARN. */
    public static void main(String[] args) throws Exception {
        new ProbeMaster(settings()).run();
    }

    /** Those that the client left in this container's directory. */
    static Configuration settings() {
        Configuration settings = new YarnConfiguration();
        settings.addResource(new Path(new java.io.File(ProbePlaces.SETTINGS).toURI()));
        return settings;
    }

    /** What containers may use of this process's: all but the right to speak to the scheduler. */
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
        while (!hasEnded()) {
            ask();
            take(scheduler.allocate(0.5f));
            if (System.nanoTime() - nextLook >= 0) {
                lease.see(fs, places);
                nextLook = System.nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(settings.getLong(ProbeKeys.POLL, HEARTBEAT_MILLIS));
            }
            TimeUnit.MILLISECONDS.sleep(HEARTBEAT_MILLIS);
        }
        nodes.stop();
        scheduler.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "the client's lease has ended", "");
        scheduler.stop();
    }

    /** Looks again before it believes that: a NodeManager that does not answer may have held it up for longer than the lease. */
    private boolean hasEnded() {
        if (!lease.hasEnded()) {
            return false;
        }
        lease.see(fs, places);
        return lease.hasEnded();
    }

    private void ask() {
        for (String host : containers.toAsk()) {
            ContainerRequest request = request(host, hosts.label(host));
            requests.put(host, request);
            scheduler.addContainerRequest(request);
        }
    }

    /** By host and not elsewhere. In a labelled partition a scheduler takes requests for any host only. */
    private ContainerRequest request(String host, String label) {
        Resource size = Resource.newInstance(settings.getInt(ProbeKeys.MEMORY, DEFAULT_MEMORY), 1);
        return label.isEmpty()
                ? new ContainerRequest(size, new String[] {host}, null, Priority.newInstance(1), false)
                : new ContainerRequest(size, null, null, Priority.newInstance(2), true, label);
    }

    private void take(AllocateResponse response) {
        for (Container container : response.getAllocatedContainers()) {
            String host = container.getNodeId().getHost();
            if (containers.keep(container.getId().toString(), host)) {
                ContainerRequest fulfilled = requests.remove(host);
                if (fulfilled != null) {
                    scheduler.removeContainerRequest(fulfilled);
                }
                offer(host, false);
                start(container);
            } else {
                scheduler.releaseAssignedContainer(container.getId());
                askAgain(host);
            }
        }
        for (ContainerStatus ended : response.getCompletedContainersStatuses()) {
            end(ended.getContainerId().toString(), ended.getExitStatus(), ended.getDiagnostics());
        }
    }

    /** In a labelled partition a scheduler that may take any host shall not take one that has its container. */
    private void offer(String host, boolean offered) {
        if (!hosts.label(host).isEmpty()) {
            List<String> one = Collections.singletonList(host);
            scheduler.updateBlacklist(offered ? null : one, offered ? one : null);
        }
    }

    /** What went back counts as granted until it is asked for anew. */
    private void askAgain(String host) {
        String label = hosts.label(host);
        requests.entrySet().stream()
                .filter(open -> !label.isEmpty() && hosts.label(open.getKey()).equals(label))
                .map(Map.Entry::getValue)
                .findFirst()
                .ifPresent(open -> {
                    scheduler.removeContainerRequest(open);
                    scheduler.addContainerRequest(open);
                });
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
        offer(host, true);
        if (exitCode != HostContainers.WATCHED_BY_ANOTHER) {
            leave(host, container + " ended with " + exitCode + ": " + diagnostics);
        }
    }

    /** For the client; and the node is free for a container of another of its NodeManagers. */
    private void leave(String host, String end) {
        try {
            SmallFiles.write(fs, places.ends() + "/" + host, end);
            freeNodeOf(host);
        } catch (IOException e) {
            System.err.println("what happened on " + host + " can't be written to HDFS: " + e);
        }
    }

    /** Lets a container of another of the node's NodeManagers watch it, if that comes first. */
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
}
