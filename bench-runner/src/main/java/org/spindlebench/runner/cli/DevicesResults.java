package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.MeasuredSetup;
import org.spindlebench.runner.plan.MeasuredSetups;

/**
 * What becomes of what {@code devices} measured: it is printed, and kept where a setup was measured.
 *
 * @param setup whose devices they are; empty where directories were named
 * @param directory of results
 * @param json whether JSON is printed
 */
record DevicesResults(Optional<StorageSetup> setup, Path directory, boolean json, PrintStream out, PrintStream err) {
    /** The exit code. */
    int report(List<DeviceProbeResult> hosts, Instant now) {
        Optional<MeasuredSetup> measured = setup.map(
                declared -> new MeasuredSetup(declared.name(), now, MeasuredSetup.instances(declared), hosts));
        if (json) {
            out.print(JsonDocument.text(
                    measured.isEmpty() && hosts.size() == 1
                            ? DevicesDocument.of(hosts.get(0))
                            : HostsDocument.of(hosts, setup, measured)));
        } else {
            hosts.forEach(host -> out.print(DevicesText.of(host)));
            measured.ifPresent(found -> out.print(SetupDevicesText.of(setup.orElseThrow(), found)));
        }
        boolean complete = !hosts.isEmpty() && hosts.stream().allMatch(DevicesResults::isComplete);
        boolean kept = measured.isEmpty() || keep(measured.get());
        return (complete && kept ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED).code();
    }

    private boolean keep(MeasuredSetup measured) {
        Path file = directory.resolve(MeasuredSetups.FILE);
        try {
            Files.createDirectories(directory);
            JsonDocument.write(file, MeasuredSetups.read(file).with(measured));
            err.println("kept in " + file);
            return true;
        } catch (IOException | InvalidDocumentException e) {
            err.println("error: what was measured is not kept in " + file + ": " + FileFailure.of(e));
            return false;
        }
    }

    private static boolean isComplete(DeviceProbeResult result) {
        return result.problems().isEmpty()
                && !result.directories().isEmpty()
                && result.directories().stream().allMatch(directory -> directory.error() == null)
                && result.measurements().stream().allMatch(measured -> measured.error() == null);
    }
}
