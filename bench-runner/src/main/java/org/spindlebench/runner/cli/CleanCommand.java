package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.campaign.CleanRequest;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.cluster.embedded.ClassArchive;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.devices.DeviceLeftovers;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.CampaignArguments.ClusterPlace;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Removes what Spindle has left. */
@Heading.OnCluster
@CommandLine.Command(
        name = "clean",
        customSynopsis = {
            "[--dry-run] [--force [NAME]] [--restore --allow-disruptive] [options]",
            "--devices [--dry-run] [--directories DIR,...] [options]",
            "--cache [--dry-run]"
        },
        description = "Removes what Spindle itself put into HDFS, and nothing else."
                + " With --devices it removes what `devices --cluster` has left on the hosts instead, and with --cache"
                + " what `run --embedded` keeps on this host.",
        footer = {
            "Examples:",
            "  clean --dry-run             lists what would be removed",
            "  clean --devices --dry-run   the same of the hosts' local directories"
        })
final class CleanCommand extends CliCommand {
    private static final String NOTHING = "nothing was started.";
    private static final long MB = 1_000_000;

    @Heading(Heading.WHICH)
    @Option(names = "--dry-run", description = "List only what would be removed.")
    private boolean dryRun;

    @Heading(Heading.WHICH)
    @Option(
            names = "--force",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME",
            description = "Remove copies of directories, too. With NAME, also remove the directories of this campaign"
                    + " that a client uses now. Directories of other users always stay.")
    private String force;

    @Heading(Heading.WHICH)
    @Option(
            names = "--restore",
            description = "First restore the changes that a killed client left, such as a stopped DataNode. Needs"
                    + " --allow-disruptive; without it, `clean` only names these changes.")
    private boolean restore;

    @Heading(Heading.WHICH)
    @Option(names = "--allow-disruptive", description = "Run the commands that --restore takes.")
    private boolean allowDisruptive;

    @Heading(Heading.WHICH)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description =
                    "Look in this directory of results for what killed clients left changed. Default:" + " results.")
    private Path out;

    @Heading(Heading.WHICH)
    @Option(
            names = "--devices",
            description = "Start a container on every host instead, which removes the files of device"
                    + " measurements whose containers YARN has killed. --directories and --queue need this option.")
    private boolean devices;

    @Heading(Heading.WHICH)
    @Option(
            names = "--cache",
            description = "Remove instead the archive of classes that embedded clusters keep in ~/.cache/spindle, and"
                    + " make again when they need it. Needs no cluster.")
    private boolean cache;

    @Heading(Heading.WHICH)
    @Option(
            names = "--directories",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "Clean these directories. Needs --devices. Default: those of the daemons.")
    private List<String> directories = new ArrayList<>();

    @Mixin
    private ClusterPlace place;

    CleanCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        GenericOptions generic = console.generic();
        CampaignBuilder.refuseSettings(generic, Cluster.RUNNING, problems);
        if (devices) {
            refuse(force != null, "--force", "is for directories in HDFS", "leave --force or --devices out");
        } else {
            refuse(!directories.isEmpty(), "--directories", "needs --devices", "add --devices, or leave it out");
            refuse(place.queue != null, "--queue", "needs --devices", "add --devices, or leave it out");
        }
        refuse(
                cache && (devices || force != null),
                "--cache",
                "cannot be combined with --devices or --force",
                "leave it out");
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        if (cache) {
            return ClusterAction.guarded(console.err(), this::cached);
        }
        return console.cluster().applyAsInt(devices ? leftovers(generic) : leftInHdfs(generic));
    }

    private int cached() throws IOException {
        Path directory = ClassArchive.userCache();
        long bytes = ClassArchive.remove(directory, dryRun);
        console.out()
                .println(
                        bytes == 0
                                ? "Spindle keeps nothing in " + directory + "."
                                : (dryRun ? "would remove " : "removed ") + bytes / MB + " MB in " + directory);
        return ExitCode.ALL_VALID.code();
    }

    private void refuse(boolean given, String option, String reason, String remedy) {
        if (given) {
            problems.add(Problem.ofOption(option, reason).withRemedy(remedy));
        }
    }

    private ClusterAction leftInHdfs(GenericOptions generic) {
        Path results = out == null ? context.path(CampaignArguments.DEFAULT_OUT) : out;
        Disruption disruption = new Disruption(allowDisruptive, restore);
        return new CleanRequest(
                dryRun, force, place.baseDir(), new PendingRestores(results, disruption, null), generic, console.out());
    }

    private ClusterAction leftovers(GenericOptions generic) {
        return new DeviceLeftovers(
                dryRun,
                directories,
                Optional.ofNullable(place.queue),
                place.baseDir(),
                context.clock().instant(),
                generic,
                console.out(),
                console.err());
    }
}
