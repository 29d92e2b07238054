package org.spindlebench.runner.cli;

import java.util.List;
import org.spindlebench.analysis.record.Rebuild;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.console.Group;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.setup.CommandedDataNode.DataNodeCommands;
import picocli.CommandLine.Option;

/** Options for damaged runs, for which Spindle stops a DataNode. */
@Group(Group.DAMAGE)
final class DamageArguments {
    static final String WITH = "--with";
    static final String STOP = "--stop-datanode";
    static final String START = "--start-datanode";
    static final String HOST = "--datanode-host";

    @Option(
            names = WITH,
            paramLabel = "datanode-stopped",
            converter = TreatmentConverter.class,
            description = "Make one damaged run for each sound run. datanode-stopped: Spindle stops a DataNode,"
                    + " runs the job while HDFS rebuilds its blocks, and starts it again when all are"
                    + " rebuilt. Needs --allow-disruptive. Default: sound runs only.")
    String treatment;

    @Group(
            value = Group.DAMAGE,
            usedBy = {"run", "check"})
    @Option(
            names = STOP,
            paramLabel = "COMMAND",
            description = "Stop a DataNode of your cluster with this shell command. $${host} stands for its host,"
                    + " such as 'ssh $${host} hdfs --daemon stop datanode'. Not needed with --embedded.")
    String stop;

    @Group(
            value = Group.DAMAGE,
            usedBy = {"run", "check"})
    @Option(names = START, paramLabel = "COMMAND", description = "Start the DataNode again with this shell command.")
    String start;

    @Group(
            value = Group.DAMAGE,
            usedBy = {"run", "check"})
    @Option(
            names = HOST,
            paramLabel = "HOST",
            description = "Stop the DataNode of this host. Default: the one that stores most of the job's input.")
    String host;

    /** Returns the commands; null if one of them is missing. */
    DataNodeCommands commands() {
        return stop == null || start == null ? null : new DataNodeCommands(stop, start, host);
    }

    static final class TreatmentConverter extends OptionConverter<String> {
        TreatmentConverter() {
            super(text -> Words.of("damage", List.of(Rebuild.DATANODE_STOPPED)).parse(text));
        }
    }
}
