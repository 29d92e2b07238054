package org.spindlebench.runner.campaign;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.runner.cluster.LabelledHosts.NodeLabel;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.SetupWay.AppliedBy;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NodeDemands;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.EmbeddedArguments;

/**
 * The setup or label that {@code --setup} names.
 *
 * @param name the name under which results are compared
 * @param declared the setup in its file; empty for a label, about which nothing is verified
 * @param text the file's text; empty for a label
 * @param emulated the setup's disks, if Spindle emulates them; {@code declared} then has their numbers and places
 * @param nodes the hosts that the user chooses; empty for the hosts of the setup
 */
public record ChosenSetup(
        String name,
        Optional<StorageSetup> declared,
        String text,
        Optional<EmulatedSetup> emulated,
        List<String> nodes) {
    /** The label for the cluster as it is. */
    public static final ChosenSetup DEFAULT = named(CampaignArguments.DEFAULT_SETUP);

    public ChosenSetup {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(emulated, "emulated");
        nodes = List.copyOf(nodes);
    }

    /** Creates a setup whose disks are not emulated. */
    public ChosenSetup(String name, Optional<StorageSetup> declared, String text) {
        this(name, declared, text, Optional.empty(), List.of());
    }

    /** Returns the scale of the setup's way; empty if its file does not ask for emulated disks. */
    public Optional<Integer> scale() {
        return declared.map(StorageSetup::way)
                .filter(SetupWay.Emulated.class::isInstance)
                .map(way -> ((SetupWay.Emulated) way).scale());
    }

    /** Returns this setup on emulated disks. */
    public ChosenSetup on(EmulatedSetup disks) {
        return new ChosenSetup(name, Optional.of(disks.setup()), text, Optional.of(disks), nodes);
    }

    /** Returns this setup, verified and measured on some hosts only. */
    public ChosenSetup onNodes(List<String> only) {
        return new ChosenSetup(name, declared, text, emulated, only);
    }

    /** Returns whether the setup itself names the hosts that are verified and measured. */
    public boolean listsHosts() {
        return nodeLabel().isPresent()
                || declared.filter(setup -> !setup.demands().hosts().isEmpty()).isPresent();
    }

    public static ChosenSetup named(String name) {
        return new ChosenSetup(name, Optional.empty(), "");
    }

    /** Reads the setup that the option names. Returns the default, with problems, if it cannot be read. */
    public static ChosenSetup read(List<String> setups, CliContext context, Problems problems) {
        return setups.isEmpty() ? DEFAULT : read(setups.get(0), context, problems);
    }

    /** Reads the named setup. Returns the default, with problems, if it cannot be read. */
    public static ChosenSetup read(String given, CliContext context, Problems problems) {
        return namesFile(given, context)
                ? ofFile(given, new ConfFinder(ConfKind.SETUP, context.directory()), problems)
                : ofName(given, problems);
    }

    /** Checks whether a name names a setup's file, and not a label. */
    public static boolean namesFile(String given, CliContext context) {
        return given.contains("/")
                || given.endsWith(".yaml")
                || given.endsWith(".yml")
                || new ConfFinder(ConfKind.SETUP, context.directory()).names().contains(given);
    }

    private static ChosenSetup ofName(String given, Problems problems) {
        try {
            return named(FileSafeName.parse(given));
        } catch (NotUnderstoodException e) {
            problems.add(e.at(Location.COMMAND_LINE, "--setup", given));
            return DEFAULT;
        }
    }

    private static ChosenSetup ofFile(String given, ConfFinder finder, Problems problems) {
        Optional<ConfFinder.Text> text = finder.find(given, problems);
        Optional<StorageSetup> setup =
                text.flatMap(found -> SetupReader.read(found.source(), found.content(), problems));
        return setup.map(declared -> new ChosenSetup(
                        declared.name(), setup, text.orElseThrow().content()))
                .orElse(DEFAULT);
    }

    /** Returns the setup's requirements for nodes and daemons, except for devices; none for a label. */
    NodeDemands demands() {
        NodeDemands all = declared.map(StorageSetup::demands).orElse(NodeDemands.NONE);
        return nodes.isEmpty() ? all : all.on(nodes);
    }

    /** Checks whether a file declares the setup and names who applies it; false for a label. */
    boolean isAppliedBy(AppliedBy whom) {
        return declared.filter(setup -> setup.way().appliedBy() == whom).isPresent();
    }

    /** Checks whether Spindle starts a cluster on the setup's directories. */
    public boolean isEmbedded() {
        return scale().isPresent()
                || declared.filter(setup -> setup.way() instanceof SetupWay.Embedded)
                        .isPresent();
    }

    /** Returns the storage policy for all data of a campaign; empty if the setup declares none. */
    Optional<StoragePolicy> storagePolicy() {
        return declared.map(StorageSetup::way)
                .filter(SetupWay.Policy.class::isInstance)
                .map(way -> ((SetupWay.Policy) way).policy());
    }

    /** Returns the node label that chooses the machines; empty if the setup declares none. */
    public Optional<NodeLabel> nodeLabel() {
        return declared.map(StorageSetup::way)
                .filter(SetupWay.Label.class::isInstance)
                .map(way -> new NodeLabel(((SetupWay.Label) way).label()));
    }

    /** Returns whether the setup is limited to some of the cluster's hosts, by a node label or by a list. */
    boolean choosesHosts() {
        return nodeLabel().isPresent() || !demands().hosts().isEmpty();
    }

    /**
     * Returns whether all data has a single replica. HDFS writes only the first replica on the writer's host. A storage
     * policy can keep the other replicas on the setup's hosts, too.
     */
    public boolean hasOneReplica() {
        return choosesHosts() && storagePolicy().isEmpty();
    }

    /** Returns the user's commands that apply the setup; empty if it is applied in another way. */
    public Optional<SetupWay.SetupCommands> commands() {
        return declared.map(StorageSetup::way)
                .filter(SetupWay.SetupCommands.class::isInstance)
                .map(SetupWay.SetupCommands.class::cast);
    }

    /** Returns the network interface between the nodes; empty if the setup declares none. */
    Optional<String> networkInterface() {
        return declared.map(StorageSetup::network).map(NetworkLink::interfaceName);
    }

    /** Returns whether the setup is measured on a running cluster, or on one that Spindle starts. */
    public Cluster cluster(EmbeddedArguments embedded) {
        return embedded.wanted || isEmbedded() ? Cluster.EMBEDDED : Cluster.RUNNING;
    }

    /**
     * Returns the directories of each embedded DataNode: the setup's directories, or the directories that the user
     * gives.
     */
    public List<StorageDirectory> dataDirectories(EmbeddedArguments given) {
        if (!isEmbedded()) {
            return given.dataDirs.stream().filter(Objects::nonNull).distinct().toList();
        }
        StorageSetup setup = declared.orElseThrow();
        return setup.directories(StorageRole.HDFS).stream()
                .map(directory -> new StorageDirectory(
                        Optional.of(StorageDirectory.Type.valueOf(
                                setup.device(directory.device()).storage().name())),
                        Path.of(directory.path())))
                .toList();
    }

    /**
     * Returns the local directories of each embedded NodeManager: the setup's directories, or the directories that the
     * user gives.
     */
    public List<Path> localDirectories(EmbeddedArguments given) {
        return isEmbedded()
                ? declared.orElseThrow().directories(StorageRole.SHUFFLE).stream()
                        .map(directory -> Path.of(directory.path()))
                        .toList()
                : given.localDirs.stream().filter(Objects::nonNull).distinct().toList();
    }
}
