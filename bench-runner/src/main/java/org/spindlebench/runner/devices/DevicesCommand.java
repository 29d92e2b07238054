package org.spindlebench.runner.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.devices.DevicesOutput.DevicesText;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.CampaignArguments.ClusterPlace;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;
import org.spindlebench.runner.probe.DeviceFindings;
import org.spindlebench.runner.process.ThisHost;
import org.spindlebench.runner.run.CampaignLock;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the devices of this host, or of all hosts of a cluster. */
@Heading.OnCluster
@CommandLine.Command(
        name = "devices",
        customSynopsis = {"--directories DIR,... [options]", "--setup NAME|FILE [options]", "--cluster [options]"},
        description = "Measures, without Hadoop, the devices below directories of this host or of a cluster's hosts."
                + " Writes and reads bypass the page cache. They are sequential and, with fio, also random. Spindle"
                + " measures one device after another, then all devices at once. In each directory Spindle makes its"
                + " own directory with one file,"
                + " and removes it.",
        footer = {
            "%nExamples:",
            "  devices --directories /data/1,/data/2 --size 16GiB",
            "  devices --directories /mnt/ssd --random-time 30s --threads 8 --json",
            "  devices --setup hybrid.yaml --random-blocks none",
            "  devices --cluster --setup hybrid.yaml --queue benchmarks"
        })
public final class DevicesCommand extends CliCommand {
    private static final String NOTHING = "nothing was measured.";

    /** NodeManagers stop using a directory whose file system is fuller than 90 % by default. */
    private static final int FULLEST_OF_CLUSTER = 80;

    @Heading(Heading.DEVICES)
    @Option(
            names = "--directories",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Measure in these directories. Several on one device are only measured one after" + " another.")
    private List<String> directories = new ArrayList<>();

    @Heading(Heading.DEVICES)
    @Option(
            names = "--setup",
            paramLabel = "NAME|FILE",
            description = "Measure the devices of a setup instead. Each is measured once, in the first of its"
                    + " directories that can be written, otherwise in its mount point. The results are saved"
                    + " as devices.json under --out, and shown as `measured` by `list setups --details` and"
                    + " `plan`.")
    private String setup;

    @Heading(Heading.DEVICES)
    @Option(
            names = "--cluster",
            description = "Measure on all hosts of the cluster that Hadoop's files name, at the same time, from a"
                    + " container on each. Uses the setup's directories, the named ones, or otherwise those"
                    + " of the daemons. No file fills a file system beyond 80 %%.")
    private boolean cluster;

    @Mixin
    private ClusterPlace place;

    @Heading(Heading.OUTPUT)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            defaultValue = CampaignArguments.DEFAULT_OUT,
            description = "Save the results of a setup's devices in this directory. No campaign in it may be"
                    + " running. Default: results.")
    private Path out;

    @Mixin
    private RequestOptions requests;

    @Mixin
    private JsonOutput output;

    public DevicesCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        Optional<StorageSetup> declared = declared();
        List<String> chosen =
                setup == null ? named() : declared.map(this::chosen).orElse(List.of());
        CliContext.requireMakeable("--out", out, problems);
        if (out != null) {
            refuseBesideACampaign(out);
        }
        if (setup == null && !cluster) {
            refuseMissing(chosen);
        }
        refuseWithoutCluster(place.queue, "--queue");
        refuseWithoutCluster(place.baseDir, "--base-dir");
        requests.check(problems);
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        DevicesOutput results = new DevicesOutput(declared, out, output.json, console.out(), console.err());
        return cluster
                ? console.cluster()
                        .applyAsInt(new ClusterDevices(
                                settings(),
                                setup == null ? chosen : List.of(),
                                results,
                                Optional.ofNullable(place.queue),
                                place.baseDir(),
                                context.clock().instant(),
                                console.generic()))
                : here(chosen, results);
    }

    private void refuseWithoutCluster(String given, String option) {
        if (given != null && !cluster) {
            problems.add(Problem.ofOption(option, "needs --cluster").withRemedy("remove it, or add --cluster"));
        }
    }

    /** Returns the setup to measure; empty if the user named directories instead. */
    private Optional<StorageSetup> declared() {
        if (setup == null) {
            return Optional.empty();
        }
        if (!directories.isEmpty()) {
            problems.add(Problem.ofOption("--setup", "cannot be combined with --directories")
                    .withRemedy("leave out --directories: those of the setup are measured"));
        }
        Optional<StorageSetup> declared =
                new ConfFinder(ConfKind.SETUP, context.directory()).read(setup, SetupReader::read, problems);
        if (declared.isPresent() && MeasuredSetup.instances(declared.get()).isEmpty()) {
            problems.add(Problem.ofOption("--setup", "none of the setup's devices has paths or directories")
                    .withValue(setup)
                    .withRemedy("write the `paths` of its devices into a copy of the file"));
        }
        return declared;
    }

    /** Returns the first directory of each device that this user can write to. */
    private List<String> chosen(StorageSetup setup) {
        return MeasuredSetup.instances(setup).stream()
                .map(instance -> instance.directories().stream()
                        .filter(directory ->
                                Files.isWritable(Path.of(directory)) && Files.isDirectory(Path.of(directory)))
                        .findFirst()
                        .orElse(instance.directories().get(0)))
                .toList();
    }

    /** Returns the directories that the user named, as absolute paths. */
    private List<String> named() {
        List<String> named = new ArrayList<>();
        for (String directory : directories) {
            if (!directory.isBlank()) {
                context.path("--directories", directory, problems).ifPresent(path -> named.add(path.toString()));
            }
        }
        if (!cluster && directories.stream().allMatch(String::isBlank)) {
            problems.add(Problem.ofOption("--directories", "missing")
                    .withRemedy("name directories of this host, such as --directories /data/1,/data/2, or a setup"));
        }
        return named;
    }

    /** Refuses directories that do not exist on this host. For other hosts, the probe reports them. */
    private void refuseMissing(List<String> named) {
        named.stream()
                .filter(directory -> !Files.isDirectory(Path.of(directory)))
                .forEach(directory -> problems.add(Problem.ofOption("--directories", "no such directory")
                        .withValue(directory)
                        .withRemedy("name directories that exist")));
    }

    private void refuseBesideACampaign(Path results) {
        try {
            CampaignLock.anyHeld(results)
                    .ifPresent(
                            campaign -> problems.add(
                                    Problem.ofOption("--out", "the campaign " + campaign + " is running")
                                            .withRemedy(
                                                    "wait for its end, because the campaign and the measurement would slow each other down")));
        } catch (IOException e) {
            problems.add(Problem.ofOption("--out", "cannot be read: " + FileFailure.of(e)));
        }
    }

    private ProbeSettings settings() {
        ProbeSettings.Builder settings = requests.settings(context.seeds());
        if (cluster) {
            settings.fullest(FULLEST_OF_CLUSTER);
        }
        return settings.build();
    }

    private int here(List<String> chosen, DevicesOutput results) {
        List<Finding> findings = new ArrayList<>();
        try {
            new DeviceProbe(settings()).run(chosen, finding -> {
                findings.add(finding);
                progress(finding);
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.RUN_FAILED.code();
        }
        DeviceProbeReport result = DeviceFindings.of(ThisHost.name(), findings);
        return results.report(List.of(result), context.clock().instant());
    }

    /** Prints progress, because a measurement takes minutes and has no other output until its end. */
    private void progress(Finding finding) {
        if (!finding.kind().equals("measurement")) {
            return;
        }
        DeviceMeasurement measured = DeviceFindings.measurement(finding);
        String figure = measured.bandwidth() == null
                ? measured.error()
                : String.format(Locale.ROOT, "%.1f MB/s", measured.bandwidth() / DevicesText.MEGA);
        console.err()
                .println(measured.directory() + ": " + measured.operation() + " of " + ByteSize.format(measured.block())
                        + (measured.others() > 0 ? ", at once with " + measured.others() + " more: " : ": ") + figure);
    }
}
