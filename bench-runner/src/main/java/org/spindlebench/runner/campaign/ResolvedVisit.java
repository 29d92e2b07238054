package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.check.JobLimits;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.ProbeApplication;
import org.spindlebench.runner.cluster.Storage.Inherited;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.collect.daemon.DaemonReader;
import org.spindlebench.runner.collect.daemon.FailedStorage;
import org.spindlebench.runner.collect.daemon.HostMemory;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.Cold;
import org.spindlebench.runner.options.ProbeChoice;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Calibration.Calibrations;
import org.spindlebench.runner.run.Calibration.ClusterConditions;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.Eviction;
import org.spindlebench.runner.run.Sizing;
import org.spindlebench.runner.run.Sizing.ProbeContainers;
import org.spindlebench.runner.run.SoftwareReader;

/**
 * A visit's request, with all values that depend on the open cluster.
 *
 * @param now the cluster's current shape, which does not change the sizes of a resumed campaign
 * @param notes other notes for the user
 */
public record ResolvedVisit(
        CampaignSettings settings,
        Sizing sizing,
        Environment environment,
        CampaignDirectory directory,
        ProbeChoice probe,
        ClusterShape now,
        List<String> notes) {
    private static final double GIB = 1 << 30;

    public static ResolvedVisit of(VisitRequest request, ClusterConnection session)
            throws IOException, InterruptedException {
        HadoopCluster cluster = session.cluster();
        CampaignArguments options = request.options();
        Optional<Environment> earlier = earlier(request);
        String queue = Optional.ofNullable(options.cluster.queue)
                .or(() -> earlier.map(Environment::queue))
                .orElseGet(cluster::defaultQueue);
        ClusterShape all = cluster.shape(queue, request.setup().nodeLabel());
        ClusterShape now = on(request, all);
        ClusterShape shape = shape(earlier, now);
        Cold cold = options.measuring.cold();
        NodeDaemons daemons = daemons(request, cluster, chosen(request, now));
        ProbeChoice probe = probe(options, earlier, now);
        CampaignSettings settings = new CampaignSettings(
                request.plan(),
                request.visit(),
                queue,
                baseDirectory(request, session),
                options.measuring.limits(),
                cooling(cold, VisitHosts.areThis(shape), cluster, chosen(request, now)),
                VisitHosts.areThis(shape) ? DirtyPages.ofThisHost() : null,
                options.measuring.tolerance(),
                options.guest.limits(),
                request.setup().storagePolicy().orElse(null),
                request.setup().networkInterface().orElse(null),
                request.setup().declared().map(StorageSetup::hardware).orElseGet(TreeMap::new),
                request.setup().declared().map(StorageSetup::speeds).orElseGet(TreeMap::new),
                chosen(request, now).orElse(null),
                warnings(daemons, earlier, all.hosts() - now.hosts(), lacking(request, session, now)),
                request.setup().emulated().isPresent() ? options.lab.place() : null);
        Stored stored = Stored.of(options, session, shape, earlier);
        Sizing sizing = sizing(request, session, shape, stored, probe);
        Environment saved = new Environment(
                Environment.SCHEMA,
                SoftwareReader.read(cluster),
                shape,
                queue,
                cold.text(),
                probe.word(),
                settings.baseDirectory(),
                session.isEmbedded(),
                stored.fitting(),
                daemons,
                sizing.slots(request.visit().runs()),
                laboratory(settings));
        return new ResolvedVisit(settings, sizing, saved, request.directory(), probe, now, stored.notes());
    }

    /** Returns the properties that files inherit from the directories above Spindle's directory. */
    private static List<String> describe(Inherited inherited, String base) {
        List<String> lines = new ArrayList<>();
        if (inherited.erasureCoding() != null) {
            lines.add("HDFS stores files below " + base + " with erasure coding (" + inherited.erasureCoding()
                    + "), unless the suite names another policy.");
        }
        if (inherited.encryption() != null) {
            lines.add(base + " is in an encryption zone (" + inherited.encryption()
                    + "): its runs are compared only with runs in such a zone.");
        }
        return lines;
    }

    /** Returns Spindle's directory in HDFS: a resumed visit keeps the directory of its start. */
    static String baseDirectory(VisitRequest request, ClusterConnection session) throws IOException {
        return earlier(request)
                .map(Environment::baseDirectory)
                .orElseGet(() -> absolute(request.options().cluster.baseDir(), session.cluster()));
    }

    /** Returns the shape that determines the sizes: a resumed visit keeps the shape of its start. */
    private static ClusterShape shape(Optional<Environment> earlier, ClusterShape now) {
        if (earlier.isPresent()) {
            ResumedConditions.requireSame(earlier.get(), now);
        }
        return earlier.map(Environment::shape).orElse(now);
    }

    private static NodeDaemons daemons(VisitRequest request, HadoopCluster cluster, Optional<HostSet> hosts)
            throws IOException, InterruptedException {
        NodeDaemons all =
                new DaemonReader(cluster, request.setup().demands().daemons().keySet()).read();
        return hosts.map(all::on).orElse(all);
    }

    private static LabState laboratory(CampaignSettings settings) throws IOException {
        return settings.laboratory() == null
                ? null
                : LabState.read(settings.laboratory()).orElse(null);
    }

    /** Returns the shape of the hosts that the setup and the user choose, without those that the campaign leaves out. */
    private static ClusterShape on(VisitRequest request, ClusterShape all) {
        HostSet without = new HostSet(request.without());
        List<String> hosts = request.setup().demands().hosts().stream()
                .filter(host -> !without.has(host))
                .toList();
        if (hosts.isEmpty() && !request.setup().demands().hosts().isEmpty()) {
            throw new IllegalArgumentException("--without leaves no host of the setup "
                    + request.setup().name() + "; leave it out, or start another campaign");
        }
        ClusterShape left = all.without(without);
        return hosts.isEmpty() ? left : left.on(new HostSet(hosts));
    }

    /** Returns the hosts of the setup's node label, or of its list; empty if it declares neither. */
    private static Optional<HostSet> chosen(VisitRequest request, ClusterShape now) {
        return request.setup().choosesHosts() || !request.without().isEmpty()
                ? Optional.of(
                        new HostSet(now.nodes().stream().map(NodeShape::host).toList()))
                : Optional.empty();
    }

    private static Sizing sizing(
            VisitRequest request, ClusterConnection session, ClusterShape shape, Stored stored, ProbeChoice probe)
            throws IOException {
        HadoopCluster cluster = session.cluster();
        Sizing sizing = new Sizing(
                        shape, request.options().cluster.slots, request.plan().seed(), cluster::requests)
                .below(cluster.storage().inherited(baseDirectory(request, session)))
                .with(stored.fitting())
                .withProbe(
                        probe == ProbeChoice.YARN
                                ? Optional.of(ProbeContainers.of(ProbeApplication.MEMORY))
                                : Optional.empty());
        return request.setup().hasOneReplica() ? sizing.withSingleReplica() : sizing;
    }

    /**
     * Returns the way in which nodes are watched: the user's choice, or the choice at the campaign's start, or the
     * choice that fits the hosts.
     */
    private static ProbeChoice probe(CampaignArguments options, Optional<Environment> earlier, ClusterShape now)
            throws IOException {
        if (options.measuring.probe != null) {
            return options.measuring.probe;
        }
        Optional<String> then = earlier.map(Environment::probe);
        if (then.isEmpty()) {
            return ProbeChoice.standard(VisitHosts.areThis(now));
        }
        try {
            return ProbeChoice.parse(then.get());
        } catch (NotUnderstoodException e) {
            throw new IOException("the campaign's environment.json has an unknown way of watching nodes", e);
        }
    }

    /**
     * Earlier calibrations.
     *
     * @param fitting the slots of calibrations that hold under the present conditions
     * @param notes the times of these calibrations, and why others do not hold
     */
    private record Stored(List<CalibratedSlots> fitting, List<String> notes) {
        /**
         * Returns the calibrations to use: none for an embedded cluster, which is new, or if the user gives the slots.
         */
        static Stored of(
                CampaignArguments options, ClusterConnection session, ClusterShape shape, Optional<Environment> earlier)
                throws IOException {
            if (earlier.isPresent()) {
                return new Stored(earlier.get().calibrated(), List.of());
            }
            if (session.isEmbedded() || options.cluster.slots != null) {
                return new Stored(List.of(), List.of());
            }
            List<String> notes = new ArrayList<>();
            Calibrations calibrations = Calibrations.readable(options.out, notes);
            ClusterConditions now = ClusterConditions.of(session.cluster().identity(), shape);
            notes.addAll(calibrations.notes(now));
            return new Stored(calibrations.fitting(now), notes);
        }
    }

    /** Returns the environment of the campaign's first start, so that the repeats of a resumed campaign stay alike. */
    private static Optional<Environment> earlier(VisitRequest request) throws IOException {
        Path file = request.directory().environment();
        return request.begun() && Files.exists(file)
                ? Optional.of(JsonDocument.read(file, Environment.class, Environment.SCHEMA))
                : Optional.empty();
    }

    static Cooling cooling(Cold cold, boolean here, HadoopCluster cluster, Optional<HostSet> hosts)
            throws InterruptedException {
        if (cold instanceof Cold.Evict evict) {
            List<DataNodeAddress> dataNodes = NameNodeWeb.dataNodes(cluster.configuration()).stream()
                    .filter(node -> hosts.isEmpty() || hosts.get().has(node.host()))
                    .toList();
            return Eviction.of(dataNodes, HostMemory.read(dataNodes), evict.memory());
        }
        if (cold instanceof Cold.Yarn) {
            return new Cooling.ByProbe();
        }
        if (cold instanceof Cold.ShellCommand command) {
            return new Cooling.CoolingCommand(command.line());
        }
        return cold instanceof Cold.Local
                ? new Cooling.LocalCooling(Cooling.LocalCooling.DROP_CACHES, here)
                : new Cooling.NoCooling();
    }

    /** Makes a base directory absolute. A relative directory is in the user's home directory in HDFS. */
    public static String absolute(String base, HadoopCluster cluster) {
        return AbsolutePath.plain(base.startsWith("/") ? base : cluster.home() + "/" + base);
    }

    /** @param others the hosts that the queue may use besides those that the setup chooses */
    private static List<Warning> warnings(
            NodeDaemons daemons, Optional<Environment> earlier, int others, List<Warning> lacking) {
        List<Warning> warnings = new ArrayList<>(daemons.warnings());
        warnings.addAll(lacking);
        earlier.map(Environment::daemons).map(daemons::since).ifPresent(warnings::addAll);
        if (others > 0) {
            warnings.add(new Warning(
                    "tasks-not-held",
                    "YARN may run tasks on " + HumanText.counted(others, "host")
                            + " that are not the setup's; such a task makes its run"
                            + " invalid: give the setup's hosts a node label, or a queue without other hosts"));
        }
        return warnings;
    }

    /** Returns warnings about what the cluster lacks. The daemons of an embedded cluster are all on this host. */
    private static List<Warning> lacking(VisitRequest request, ClusterConnection session, ClusterShape now)
            throws IOException {
        Optional<Warning> storage = new FailedStorage(session.cluster(), chosen(request, now)).warning();
        Optional<Warning> dataNodes = session.isEmbedded() ? Optional.empty() : now.withoutDataNode();
        return Stream.of(storage, dataNodes).flatMap(Optional::stream).toList();
    }

    /** Describes the cluster, its waves and its warnings in a few lines. */
    public String describe() {
        ClusterShape shape = environment.shape();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "Cluster: Hadoop %s, %s, %s, %.1f GiB and %d vcores for containers, %s.",
                Objects.requireNonNullElse(environment.software().hadoopCluster(), "of unknown version"),
                HumanText.counted(shape.hosts(), "host"),
                HumanText.counted(shape.nodes().size(), "NodeManager"),
                shape.nodes().stream().mapToLong(NodeShape::memory).sum() / GIB,
                shape.nodes().stream().mapToInt(NodeShape::vcores).sum(),
                shape.dataNodes() == 0 ? "DataNodes unknown" : HumanText.counted(shape.dataNodes(), "DataNode")));
        lines.add("One wave (slots; by memory, by memory and vcores):");
        int width = environment.slots().stream()
                .mapToInt(slots -> slots.name().length())
                .reduce(15, Math::max);
        for (Sizing.SlotsOf slots : environment.slots()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %s%s %4d   (%d, %d; %s)",
                    slots.name(),
                    " ".repeat(width - slots.name().length()),
                    slots.chosen(),
                    slots.byMemory(),
                    slots.byDominant(),
                    slots.rule()));
        }
        environment.slots().stream()
                .flatMap(slots -> Environment.fewSlots(slots.name(), slots.chosen(), shape.hosts()).stream())
                .forEach(warning -> lines.add("warning: " + warning.message()));
        JobLimits.warnings(sizing, settings.visit().runs()).forEach(warning -> lines.add("warning: " + warning));
        if (settings.cooling() instanceof Eviction eviction
                && eviction.problems().isEmpty()) {
            lines.add(eviction.describe());
        }
        if (settings.cooling() instanceof Cooling.CoolingCommand command) {
            lines.add("Caches are made cold with " + CommandOutcome.shown(command.command()) + ".");
        }
        lines.addAll(describe(sizing.inherited(), settings.baseDirectory()));
        lines.addAll(notes);
        settings.warnings().forEach(warning -> lines.add("warning: " + warning.message()));
        return String.join(System.lineSeparator(), lines);
    }

    /**
     * Allows a campaign to be resumed only under its original conditions. Otherwise the visit's runs would not be
     * repeats.
     */
    public static final class ResumedConditions {
        private ResumedConditions() {}

        /**
         * Refuses other conditions, with a message that names all differences.
         *
         * @throws IllegalArgumentException if the conditions differ
         */
        public static void requireSame(Environment earlier, ClusterShape now) {
            List<String> differences = new ArrayList<>();
            compare("NodeManagers", nodes(earlier.shape()), nodes(now), differences);
            if (earlier.shape().dataNodes() > 0 && now.dataNodes() > 0) {
                compare("DataNodes", earlier.shape().dataNodes(), now.dataNodes(), differences);
            }
            if (!differences.isEmpty()) {
                List<String> away = new ArrayList<>(hosts(earlier.shape()));
                away.removeAll(hosts(now));
                throw new IllegalArgumentException(
                        "the campaign was started under other conditions; resume it under the original ones, "
                                + (away.isEmpty()
                                        ? ""
                                        : "go on without a worker that stays away with --without "
                                                + String.join(",", away) + ", ")
                                + "or start a new one: " + String.join("; ", differences));
            }
        }

        private static void compare(String what, Object then, Object now, List<String> differences) {
            if (!Objects.equals(then, now)) {
                differences.add(what + ": then " + then + ", now " + now);
            }
        }

        private static List<String> hosts(ClusterShape shape) {
            return shape.nodes().stream().map(NodeShape::host).toList();
        }

        private static List<String> nodes(ClusterShape shape) {
            return shape.nodes().stream().map(ResumedConditions::node).sorted().toList();
        }

        private static String node(NodeShape node) {
            return node.host() + " " + (node.memory() >> 20) + " MiB " + node.vcores() + " vcores";
        }
    }

    static final class VisitHosts {
        private VisitHosts() {}

        /**
         * Checks whether all NodeManagers and DataNodes run on this host; false if the DataNodes' hosts are unknown.
         */
        static boolean areThis(ClusterShape shape) {
            return shape.dataNodes() > 0
                    && shape.nodes().stream().map(NodeShape::host).allMatch(VisitHosts::isThis)
                    && shape.dataNodeHosts().stream().allMatch(VisitHosts::isThis);
        }

        static boolean isThis(String host) {
            try {
                InetAddress address = InetAddress.getByName(host);
                return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
            } catch (IOException unknown) {
                return false;
            }
        }
    }
}
