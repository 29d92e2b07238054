package org.spindlebench.runner.cli;

import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.spindlebench.jobs.device.ProbeSettings;

/**
 * What to measure of the devices of a cluster.
 *
 * @param settings of every host's probe
 * @param directories of every host; empty for those that a setup or else the daemons have
 * @param results what becomes of what is found, and whose devices they are
 * @param queue YARN's; empty for the default one
 * @param baseDir Spindle's directory in HDFS
 * @param now the instant of the command
 * @param generic what Hadoop's own option parser is to get
 */
public record ClusterDevicesRequest(
        ProbeSettings settings,
        List<String> directories,
        DevicesResults results,
        Optional<String> queue,
        String baseDir,
        Instant now,
        GenericOptions generic) {
    public ClusterDevicesRequest {
        directories = List.copyOf(directories);
    }

    /** For progress and complaints. */
    PrintStream err() {
        return results.err();
    }
}
