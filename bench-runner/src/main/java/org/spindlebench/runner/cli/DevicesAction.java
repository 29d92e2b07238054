package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.MeasuredSetup;
import org.spindlebench.runner.probe.DeviceFindings;

/** The command {@code devices}: this host's, in this process. */
final class DevicesAction {
    private final Wiring wiring;
    private final Problems problems;
    private final PrintStream out;
    private final PrintStream err;

    DevicesAction(Wiring wiring, Problems problems, PrintStream out, PrintStream err) {
        this.wiring = wiring;
        this.problems = problems;
        this.out = out;
        this.err = err;
    }

    /** The exit code. */
    int run(DevicesCommand command, GenericOptions generic) {
        DevicesReader reader = new DevicesReader(command, wiring, problems);
        Optional<StorageSetup> setup = reader.setup();
        List<String> directories = command.setup == null
                ? reader.directories()
                : setup.map(this::chosen).orElse(List.of());
        Optional<ProbeSettings> settings = reader.settings();
        Optional<Path> results = reader.out();
        results.ifPresent(this::refuseBesideACampaign);
        if (command.setup == null && !command.cluster) {
            refuseMissing(directories);
        }
        Optional<String> queue = reader.queue();
        String baseDir = OptionReader.baseDir(command.baseDir, problems);
        if (!problems.isEmpty() || settings.isEmpty()) {
            return refuse();
        }
        DevicesResults keeper = new DevicesResults(setup, results.orElseThrow(), command.json, out, err);
        Instant now = wiring.clock().instant();
        if (command.cluster) {
            return wiring.actions()
                    .devices(new ClusterDevicesRequest(
                            settings.get(),
                            command.setup == null ? directories : List.of(),
                            keeper,
                            queue,
                            baseDir,
                            now,
                            generic));
        }
        return here(directories, settings.get(), keeper);
    }

    private int here(List<String> directories, ProbeSettings settings, DevicesResults keeper) {
        List<Finding> findings = new ArrayList<>();
        try {
            new DeviceProbe(settings).run(directories, finding -> {
                findings.add(finding);
                progress(finding);
            });
        } catch (IOException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--with", String.valueOf(e.getMessage()))
                    .withRemedy("install fio, or leave the option out"));
            return refuse();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.RUN_FAILED.code();
        }
        DeviceProbeResult result = DeviceFindings.of(host(), findings);
        return keeper.report(List.of(result), wiring.clock().instant());
    }

    /** Of other hosts it is seen there. */
    private void refuseMissing(List<String> directories) {
        for (String directory : directories) {
            if (!Files.isDirectory(Path.of(directory))) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--directories", "no such directory")
                        .withValue(directory)
                        .withRemedy("name directories that are there"));
            }
        }
    }

    private void refuseBesideACampaign(Path results) {
        try {
            RunningCampaigns.any(results)
                    .ifPresent(campaign -> problems.add(
                            Problem.at(Location.COMMAND_LINE, "--out", "the campaign " + campaign + " is running")
                                    .withRemedy("wait for it: either would slow the other")));
        } catch (IOException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--out", "cannot be read: " + FileFailure.of(e)));
        }
    }

    /** For each device the first of its directories that can be written here. */
    private List<String> chosen(StorageSetup setup) {
        return MeasuredSetup.instances(setup).stream()
                .map(instance -> instance.directories().stream()
                        .filter(directory ->
                                Files.isWritable(Path.of(directory)) && Files.isDirectory(Path.of(directory)))
                        .findFirst()
                        .orElse(instance.directories().get(0)))
                .toList();
    }

    /** It takes minutes, and nothing else is to be seen meanwhile. */
    private void progress(Finding finding) {
        if (!finding.kind().equals("measurement")) {
            return;
        }
        DeviceMeasurement measured = DeviceFindings.measurement(finding);
        String figure = measured.bandwidth() == null
                ? measured.error()
                : String.format(Locale.ROOT, "%.1f MB/s", measured.bandwidth() / DevicesText.MEGA);
        err.println(measured.directory() + ": " + measured.operation() + " of " + ByteSize.format(measured.block())
                + (measured.others() > 0 ? ", at once with " + measured.others() + ": " : ": ") + figure);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private int refuse() {
        err.println(problems.report("nothing was measured."));
        return ExitCode.WRONG_USAGE.code();
    }
}
