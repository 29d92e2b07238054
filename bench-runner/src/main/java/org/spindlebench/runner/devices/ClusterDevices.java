package org.spindlebench.runner.devices;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.devices.HostTurns.HostReports;
import org.spindlebench.runner.devices.HostTurns.HostTask;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.probe.DeviceFindings;

/**
 * Measures the devices of all hosts of a cluster at the same time, with one container on each host.
 *
 * @param directories the directories on every host; if empty, the directories of the setup, or without a setup, of the
 *     daemons
 * @param queue the queue in YARN; empty for the default queue
 * @param baseDir Spindle's directory in HDFS
 * @param now the instant of the command
 * @param generic arguments for Hadoop's own option parser
 */
public record ClusterDevices(
        ProbeSettings settings,
        List<String> directories,
        DevicesOutput results,
        Optional<String> queue,
        String baseDir,
        Instant now,
        GenericOptions generic)
        implements ClusterAction {
    public ClusterDevices {
        directories = List.copyOf(directories);
    }

    @Override
    public int run() throws IOException, InterruptedException, ClusterUnreachableException {
        LogLevels.quiet();
        try (ClusterConnection session = ClusterConnection.running(generic.hadoopArguments())) {
            HostTurns hosts = new HostTurns(session.cluster(), baseDir, queue, now, results.err()::println);
            HostReports answers = hosts.run(
                    new HostTask(settings.text(), "Measuring the devices of", "measured", settings.limit()), devices());
            return results.report(measured(answers), now);
        }
    }

    private static List<DeviceProbeReport> measured(HostReports answers) {
        List<DeviceProbeReport> measured = new ArrayList<>();
        answers.findings().forEach((host, findings) -> measured.add(DeviceFindings.of(host, findings)));
        for (String host : answers.silent()) {
            measured.add(new DeviceProbeReport(
                    host,
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    List.of(),
                    List.of(host + ": no answer within the time limit")));
        }
        return measured;
    }

    /** Returns the directories of each device; none means the directories of the daemons. */
    private List<List<String>> devices() {
        return results.setup()
                .map(setup -> MeasuredSetup.instances(setup).stream()
                        .map(MeasuredSetup.Instance::directories)
                        .toList())
                .orElseGet(() -> directories.stream().map(List::of).toList());
    }
}
