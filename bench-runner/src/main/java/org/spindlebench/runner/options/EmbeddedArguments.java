package org.spindlebench.runner.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.CountConverter;
import picocli.CommandLine.Option;

/** Options for the cluster that Spindle starts. */
@Heading(Heading.EMBEDDED)
public final class EmbeddedArguments {
    public static final String EMBEDDED = "--embedded";

    public static final String SHARE = "--share-host";

    /** The largest number of nodes, because more nodes on one machine would measure nothing useful. */
    private static final int MOST_NODES = 64;

    /** The usual number of DataNodes, which is enough for the usual replication of 3. */
    private static final int DATA_NODES = 3;

    @Option(
            names = EMBEDDED,
            description = "Start a cluster on this machine for the campaign, instead of using a running one.")
    @Kept
    public boolean wanted;

    @Heading(
            value = Heading.EMBEDDED,
            usedBy = {"run", "check"})
    @Option(
            names = SHARE,
            description = "Start the embedded cluster in the host's network, where every user of this host can"
                    + " run programs as you. Default: in a network that only Spindle can reach.")
    @Kept.Not("a file must not give a consent")
    public boolean shareHost;

    @Heading(
            value = Heading.EMBEDDED,
            usedBy = {"run", "check"})
    @Option(
            names = "--data-dirs",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            converter = DataDirConverter.class,
            description = "Store the embedded cluster's HDFS in these directories, each written as DIR or"
                    + " [SSD]DIR. They must exist. Default: a temporary directory.")
    @Kept
    public List<StorageDirectory> dataDirs = new ArrayList<>();

    @Heading(
            value = Heading.EMBEDDED,
            usedBy = {"run", "check"})
    @Option(
            names = "--local-dirs",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            converter = PathConverter.class,
            description = "Store the embedded cluster's spills and shuffle in these directories. They must exist."
                    + " Default: a temporary directory.")
    @Kept
    public List<Path> localDirs = new ArrayList<>();

    @Option(
            names = "--datanodes",
            paramLabel = "N",
            converter = NodesConverter.class,
            description = "Start N DataNodes. Default: 3.")
    @Kept
    public Integer dataNodes;

    @Option(
            names = "--nodemanagers",
            paramLabel = "N",
            converter = NodesConverter.class,
            description = "Start N NodeManagers. Default: 1.")
    @Kept
    public Integer nodeManagers;

    public int dataNodes() {
        return Objects.requireNonNullElse(dataNodes, DATA_NODES);
    }

    public int nodeManagers() {
        return Objects.requireNonNullElse(nodeManagers, 1);
    }

    static final class NodesConverter extends CountConverter {
        NodesConverter() {
            super(MOST_NODES);
        }
    }

    static final class DataDirConverter extends OptionConverter<StorageDirectory> {
        DataDirConverter(CliContext context) {
            super(text -> StorageDirectory.parse(context.directory(), text.trim()));
        }
    }
}
