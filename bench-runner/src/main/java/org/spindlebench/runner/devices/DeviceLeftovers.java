package org.spindlebench.runner.devices;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.yarn.ProbeKeys;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.devices.HostTurns.HostReports;
import org.spindlebench.runner.devices.HostTurns.HostTask;

/**
 * Removes the files that measurements of devices have left on the hosts of a cluster because YARN killed their
 * containers.
 *
 * @param dryRun whether to list the files without removing them
 * @param directories the directories to search on every host; if empty, the directories of the daemons
 * @param queue the queue in YARN; empty for the default queue
 * @param baseDir Spindle's directory in HDFS
 * @param now the instant of the command
 */
public record DeviceLeftovers(
        boolean dryRun,
        List<String> directories,
        Optional<String> queue,
        String baseDir,
        Instant now,
        GenericOptions generic,
        PrintStream out,
        PrintStream err)
        implements ClusterAction {
    /** The time that a host may take to remove large files. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    public DeviceLeftovers {
        directories = List.copyOf(directories);
    }

    @Override
    public int run() throws IOException, InterruptedException, ClusterUnreachableException {
        LogLevels.quiet();
        try (ClusterConnection session = ClusterConnection.running(generic.hadoopArguments())) {
            HostTurns hosts = new HostTurns(session.cluster(), baseDir, queue, now, err::println);
            String task = dryRun ? ProbeKeys.LIST_LEFT : ProbeKeys.REMOVE_LEFT;
            return report(hosts.run(
                    new HostTask(task, "Looking for what measurements have left on", "found some", LIMIT),
                    directories.stream().map(List::of).toList()));
        }
    }

    /** Prints the findings, and returns the exit code. */
    int report(HostReports answers) {
        answers.findings().forEach((host, findings) -> findings.stream()
                .map(Finding::name)
                .map(path -> (dryRun ? "would remove " : "removed ") + path + " on " + host)
                // Names come from hosts, and their control characters must not reach the terminal.
                .map(HumanText::oneLine)
                .forEach(out::println));
        if (answers.findings().isEmpty()) {
            out.println("Measurements of devices have left nothing.");
        }
        answers.silent().forEach(host -> err.println("error: " + host + " did not answer in time"));
        return (answers.silent().isEmpty() ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }
}
