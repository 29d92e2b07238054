package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.runner.campaign.RunOptions.EmbeddedShape;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Group;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.CountConverter;
import picocli.CommandLine.Option;

/** Options for the cluster that Spindle starts. */
@Group(Group.EMBEDDED)
final class EmbeddedArguments {
    static final String EMBEDDED = "--embedded";

    @Option(
            names = EMBEDDED,
            description = "Start a cluster on this machine for the campaign, instead of using a running one.")
    boolean wanted;

    @Group(
            value = Group.EMBEDDED,
            usedBy = {"run", "check"})
    @Option(
            names = OwnNetwork.SHARE,
            description = "Start the embedded cluster in the host's network, where every user of this host can"
                    + " run programs as you. Default: in a network that only Spindle can reach.")
    boolean shareHost;

    @Group(
            value = Group.EMBEDDED,
            usedBy = {"run", "check"})
    @Option(
            names = "--data-dirs",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            converter = DataDirConverter.class,
            description = "Store the embedded cluster's HDFS in these directories, each written as DIR or"
                    + " [SSD]DIR. They must exist. Default: a temporary directory.")
    List<StorageDirectory> dataDirs = new ArrayList<>();

    @Group(
            value = Group.EMBEDDED,
            usedBy = {"run", "check"})
    @Option(
            names = "--local-dirs",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            converter = PathConverter.class,
            description = "Store the embedded cluster's spills and shuffle in these directories. They must exist."
                    + " Default: a temporary directory.")
    List<Path> localDirs = new ArrayList<>();

    @Option(
            names = "--datanodes",
            paramLabel = "N",
            converter = NodesConverter.class,
            description = "Start N DataNodes. Default: 3.")
    Integer dataNodes;

    @Option(
            names = "--nodemanagers",
            paramLabel = "N",
            converter = NodesConverter.class,
            description = "Start N NodeManagers. Default: 1.")
    Integer nodeManagers;

    static final class NodesConverter extends CountConverter {
        NodesConverter() {
            super(EmbeddedShape.MOST_NODES);
        }
    }

    static final class DataDirConverter extends OptionConverter<StorageDirectory> {
        DataDirConverter(CliContext context) {
            super(text -> StorageDirectory.parse(context.directory(), text.trim()));
        }
    }
}
