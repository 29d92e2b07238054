package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.control.TaskCheck;
import org.spindlebench.jobs.probe.DataNodeProcesses;
import org.spindlebench.jobs.probe.yarn.ProbeKeys;
import org.spindlebench.jobs.probe.yarn.ProbePlaces;
import org.spindlebench.jobs.probe.yarn.WantedHosts;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDirectories;
import org.spindlebench.runner.campaign.ResolvedVisit.VisitHosts;
import org.spindlebench.runner.check.NodeAdvice;
import org.spindlebench.runner.check.NodeAdvice.Advice;
import org.spindlebench.runner.check.NodeLibraries;
import org.spindlebench.runner.check.TaskFindings;
import org.spindlebench.runner.check.UnlikeNodes;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.LabelledHosts;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.cluster.ProbeApplication;
import org.spindlebench.runner.cluster.ResourceManagerWeb;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.conf.HadoopKeys.Daemon;
import org.spindlebench.runner.options.ProbeChoice;
import org.spindlebench.runner.probe.LocalProbe;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.YarnProbe;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.process.Leased;
import org.spindlebench.runner.process.ThisHost;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.NodeContainers;
import org.spindlebench.runner.run.Workspace;
import org.spindlebench.runner.setup.CountedCapacity;
import org.spindlebench.runner.setup.DaemonsInForce;

/** Starts a campaign's probe in the way that the user chose. */
public final class ProbeStart {
    /** A probe ends if its client has been silent for three times this long. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private final VisitRequest request;
    private final ResolvedVisit resolved;
    private final HadoopCluster cluster;
    private final Leased lease;
    private final Consumer<String> notes;
    private final Shown shown;

    /** @param shown the part of the advice on nodes that the user sees */
    public ProbeStart(
            VisitRequest request,
            ResolvedVisit resolved,
            HadoopCluster cluster,
            Leased lease,
            Consumer<String> notes,
            Shown shown) {
        this.request = request;
        this.resolved = resolved;
        this.cluster = cluster;
        this.lease = lease;
        this.notes = notes;
        this.shown = shown;
    }

    /**
     * The part of the advice on nodes that the user sees.
     *
     * @param full whether all of the advice is printed
     * @param command the command that prints all advice; empty if the user sees none
     */
    public record Shown(boolean full, String command) {
        static Shown inFull() {
            return new Shown(true, "");
        }

        static Shown counted(String command) {
            return new Shown(false, command);
        }

        static Shown nothing() {
            return new Shown(false, "");
        }

        /** Returns the lines to print. */
        List<String> lines(List<Advice> advice) {
            if (full) {
                return advice.isEmpty()
                        ? List.of("Spindle has no advice on the nodes.")
                        : advice.stream().map(one -> "advice: " + one.text()).toList();
            }
            return advice.isEmpty() || command.isEmpty()
                    ? List.of()
                    : List.of("advice: " + HumanText.counted(advice.size(), "thing")
                            + " on the nodes may slow runs down or make them less alike. To list them: "
                            + command);
        }
    }

    Probe begin() throws IOException, InterruptedException {
        Probe probe =
                switch (resolved.probe()) {
                    case OFF -> Probe.OFF;
                    case LOCAL -> local(resolved.now());
                    case YARN -> onYarn(resolved.now());
                };
        boolean told = false;
        try {
            printNotes(probe.layouts());
            told = true;
        } finally {
            if (!told) {
                probe.close();
            }
        }
        return probe;
    }

    private void printNotes(List<NodeLayout> layouts) {
        if (!layouts.isEmpty()) {
            Environment environment = resolved.environment();
            NodeContainers.describe(environment.slots(), environment.shape().hosts(), layouts)
                    .forEach(notes);
        }
        shown.lines(NodeAdvice.of(layouts)).forEach(notes);
    }

    /**
     * Checks a setup against the probe's findings on the nodes, and against the capacities that the NameNode counts.
     */
    public SetupVerification verify(Probe probe) throws InterruptedException {
        List<NodeLayout> layouts = probe.layouts();
        Disruption disruption = request.campaign().disruption();
        SetupVerification.command(request.setup())
                .filter(hook -> disruption.allowed())
                .ifPresent(hook -> notes.accept("Setup " + request.setup().name() + ": verifying with "
                        + CommandOutcome.shown(hook.command()) + " ..."));
        Environment environment = resolved.environment();
        // A DataNode's capacity can only be checked if it reports its directories.
        boolean silent = environment.daemons().warnings().stream()
                .anyMatch(warning -> warning.code().equals(NodeDaemons.UNREAD));
        List<CountedCapacity> overcounted = layouts.isEmpty() || silent
                ? List.of()
                : CountedCapacity.of(layouts, HostCapacities.of(capacities(), layouts));
        boolean erasureCodes = request.visit().runs().stream()
                .anyMatch(run -> resolved.sizing().configuration(run).containsKey(JobKeys.ERASURE_CODING));
        NodeLibraries libraries = NodeLibraries.of(layouts, erasureCodes);
        return SetupVerification.of(
                        request.setup(), layouts, overcounted, daemons(), environment.embedded(), disruption)
                .without(request.setup(), probe.withoutLayout())
                .and(libraries.problems(), libraries.warnings())
                .and(List.of(), UnlikeNodes.of(layouts));
    }

    private DaemonsInForce daemons() {
        ResourceManagerWeb web = new ResourceManagerWeb(cluster.configuration());
        Map<String, String> ofResourceManager = new TreeMap<>();
        request.setup().demands().daemons().keySet().stream()
                .filter(key ->
                        Daemon.of(key).filter(Daemon.RESOURCE_MANAGER::equals).isPresent())
                .forEach(key -> web.setting(key).ifPresent(value -> ofResourceManager.put(key, value)));
        return new DaemonsInForce(
                resolved.environment().daemons(),
                ofResourceManager,
                resolved.now().hosts());
    }

    /** Returns the capacities of the campaign's DataNodes, without other DataNodes on the same hosts. */
    private Map<String, Long> capacities() {
        Map<String, Long> counted = NameNodeWeb.capacities(cluster.configuration());
        List<String> written = resolved.environment().shape().dataNodeHosts();
        if (!written.isEmpty()) {
            counted.keySet().retainAll(written);
        }
        return counted;
    }

    /** Runs the probe once, prints its notes and removes its files. Data that the campaign has prepared stays. */
    public void look() throws IOException, InterruptedException {
        try {
            begin().close();
        } finally {
            cleanUp();
        }
    }

    /** Runs the probe once as {@link #look} does, and checks a setup against its findings. */
    public SetupVerification lookAt() throws IOException, InterruptedException {
        try (Probe probe = begin()) {
            return verify(probe);
        } finally {
            cleanUp();
        }
    }

    /** Removes the files of a probe if no campaign follows. */
    void cleanUp() throws IOException {
        if (resolved.probe() == ProbeChoice.YARN) {
            workspace().removeProbe();
        }
    }

    private Workspace workspace() {
        CampaignSettings settings = resolved.settings();
        return new Workspace(lease.guarding(cluster.storage()), settings);
    }

    private Probe local(ClusterShape shape) {
        List<String> others =
                hosts(shape).filter(host -> !VisitHosts.isThis(host)).distinct().toList();
        List<Path> programs = resolved.environment().embedded()
                ? EmbeddedCluster.classArchive().stream().toList()
                : List.of();
        return LocalProbe.begin(name(shape), others, interval(), directoriesHere(), dataNodesHere(), programs);
    }

    private Duration interval() {
        return request.options().measuring.probeInterval();
    }

    /** Returns the process ids of the DataNodes on this host. In an embedded cluster, they run in this process. */
    private List<String> dataNodesHere() {
        return resolved.environment().embedded()
                ? List.of(String.valueOf(ProcessHandle.current().pid()))
                : DataNodeProcesses.readable(Path.of("/proc"));
    }

    private Map<String, List<String>> directoriesHere() {
        Map<String, List<String>> here = new TreeMap<>();
        resolved.environment().daemons().directories().forEach((host, byRole) -> {
            if (VisitHosts.isThis(host)) {
                byRole.forEach((role, all) ->
                        here.computeIfAbsent(role, any -> new ArrayList<>()).addAll(all));
            }
        });
        return here;
    }

    private Probe onYarn(ClusterShape shape) throws IOException, InterruptedException {
        CampaignSettings settings = resolved.settings();
        Storage storage = lease.guarding(cluster.storage());
        Workspace workspace = workspace();
        workspace.open();
        ProbePlaces places = new ProbePlaces(workspace.forProbe());
        LabelledHosts hosts = hosts(cluster.labelledHosts(settings.queue()), settings.hosts());
        Map<String, String> labels = hosts.open();
        storage.mkdirs(places.directory());
        write(storage, places.hosts(), new WantedHosts(labels));
        write(storage, places.directories(), directories(labels));
        ProbeApplication application = new ProbeApplication(
                cluster,
                settings.queue(),
                CampaignSettings.probeTag(settings.plan()),
                places.directory(),
                Map.of(
                        ProbeKeys.INTERVAL, String.valueOf(interval().toMillis()),
                        ProbeKeys.LEASE, String.valueOf(LEASE.toMillis()),
                        TaskCheck.CODECS,
                                String.join(
                                        ",", TaskFindings.codecs(request.visit().runs()))));
        notes.accept("Starting a probe on " + HumanText.counted(labels.size(), "host") + " ...");
        return YarnProbe.begin(
                storage,
                places,
                lease.guarding(application),
                new YarnProbe.ProbedHosts(
                        labels.keySet(),
                        others(shape, hosts, settings.queue()),
                        request.options().measuring.probe != null),
                YarnProbe.ProbeLimits.usual(LEASE),
                notes);
    }

    /** Spindle watches only the hosts that a setup chooses, because the setup uses no others. */
    private static LabelledHosts hosts(LabelledHosts all, HostSet chosen) {
        return chosen == null ? all : all.on(chosen);
    }

    private static void write(Storage storage, String file, Object text) throws IOException {
        storage.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the directories to watch, by the hosts' names in YARN. */
    private WantedDirectories directories(Map<String, String> labels) {
        HostNames names = new HostNames(labels.keySet());
        WantedDirectories directories = new WantedDirectories();
        resolved.environment().daemons().directories().forEach((host, byRole) -> {
            String name = names.of(host).orElse(host);
            byRole.forEach((role, all) -> all.forEach(directory -> directories.add(name, role, directory)));
        });
        return directories;
    }

    /** Returns the hosts where the queue cannot have containers, each with the reason. */
    private static Map<String, String> others(ClusterShape shape, LabelledHosts hosts, String queue) {
        Map<String, String> others = new TreeMap<>();
        Map<String, String> managed = new TreeMap<>(hosts.open());
        managed.putAll(hosts.closed());
        HostNames names = new HostNames(managed.keySet());
        hosts(shape)
                .filter(host -> names.of(host).isEmpty())
                .forEach(host -> others.put(host, "no NodeManager runs there"));
        hosts.closed()
                .forEach((host, label) -> others.put(
                        host,
                        "the queue " + queue + " may not use "
                                + (label.isEmpty() ? "hosts without a node label" : "the node label " + label)));
        return others;
    }

    private static Stream<String> hosts(ClusterShape shape) {
        return Stream.concat(shape.nodes().stream().map(NodeShape::host), shape.dataNodeHosts().stream());
    }

    /** Returns this host's name in YARN if it has exactly one, otherwise its own name. */
    private static String name(ClusterShape shape) {
        List<String> managers = shape.nodes().stream()
                .map(NodeShape::host)
                .filter(VisitHosts::isThis)
                .distinct()
                .toList();
        if (managers.size() == 1) {
            return managers.get(0);
        }
        return hosts(shape).anyMatch(VisitHosts::isThis)
                ? ThisHost.name()
                : ThisHost.name() + " (no node of the cluster)";
    }

    /** The capacities that the NameNode counts, by the hosts' names in layouts. */
    public static final class HostCapacities {
        private HostCapacities() {}

        /**
         * Returns bytes by the layouts' names. Layouts of hosts without a known DataNode are omitted.
         *
         * @param counted bytes by host, as the NameNode names the hosts
         */
        static SortedMap<String, Long> of(Map<String, Long> counted, List<NodeLayout> layouts) {
            HostNames names =
                    new HostNames(layouts.stream().map(NodeLayout::node).toList());
            SortedMap<String, Long> byLayout = new TreeMap<>();
            counted.forEach((host, bytes) -> names.of(host).ifPresent(node -> byLayout.merge(node, bytes, Long::sum)));
            return byLayout;
        }
    }

    /**
     * Names of hosts. Other names of the same hosts are found by their addresses, which are looked up only if needed,
     * because each look-up may take seconds.
     */
    public static final class HostNames {
        private final Set<String> names;
        private Map<String, String> byAddress;
        private Optional<String> own;

        public HostNames(Collection<String> names) {
            this.names = new LinkedHashSet<>(names);
        }

        /** Returns the name of a host; empty if no name belongs to the host. */
        public Optional<String> of(String host) {
            if (names.contains(host)) {
                return Optional.of(host);
            }
            if (byAddress == null) {
                byAddress = new HashMap<>();
                names.forEach(name -> byAddress.putIfAbsent(address(name), name));
                own = names.stream().filter(VisitHosts::isThis).findFirst();
            }
            Optional<String> found = Optional.ofNullable(byAddress.get(address(host)));
            return found.isEmpty() && VisitHosts.isThis(host) ? own : found;
        }

        private static String address(String host) {
            try {
                return InetAddress.getByName(host).getHostAddress();
            } catch (UnknownHostException e) {
                return host;
            }
        }
    }
}
