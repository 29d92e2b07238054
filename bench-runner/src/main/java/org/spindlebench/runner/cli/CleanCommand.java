package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.campaign.CleanRequest;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunOptions.BaseDirConverter;
import org.spindlebench.runner.cluster.embedded.ClassArchive;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.console.OptionConverter.NameConverter;
import org.spindlebench.runner.devices.DeviceLeftovers;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Removes what Spindle has left. */
@CommandLine.Command(
        name = "clean",
        customSynopsis = {
            "spindle clean [--dry-run] [--force] [--restore --allow-disruptive] [--out=DIR] [--base-dir=DIR]",
            "       spindle clean --devices [--dry-run] [--directories=DIR,...] [--queue=NAME] [--base-dir=DIR]",
            "       spindle clean --cache [--dry-run]"
        },
        description = "Removes what Spindle itself put into HDFS, and nothing else."
                + " With --devices it removes what `devices --cluster` has left on the hosts instead, and with --cache"
                + " what `run --embedded` keeps on this host.",
        footer = {
            Commands.GENERIC,
            "Examples:",
            "  clean --dry-run             lists what would be removed",
            "  clean --devices --dry-run   the same of the hosts' local directories"
        })
final class CleanCommand extends CliCommand {
    private static final String NOTHING = "nothing was started.";

    @Option(names = "--dry-run", description = "only list what would be removed")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = "also remove directories that a client uses now, and copies of directories")
    private boolean force;

    @Option(
            names = "--restore",
            description = "with --allow-disruptive: first change back what a killed client left changed, such as a"
                    + " stopped DataNode. `clean` names it without these options")
    private boolean restore;

    @Option(names = "--allow-disruptive", description = "with --restore: run the commands that this takes")
    private boolean allowDisruptive;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "the directory of results, where killed clients note what they changed (default: results)")
    private Path out;

    @Option(
            names = "--devices",
            description =
                    "instead: start a container on every host, which removes the files of device measurements whose"
                            + " containers YARN has killed")
    private boolean devices;

    @Option(
            names = "--cache",
            description =
                    "instead: remove the archive of classes that embedded clusters keep in ~/.cache/spindle, and make"
                            + " again when they need it. Needs no cluster")
    private boolean cache;

    @Option(
            names = "--directories",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "with --devices: directories that were measured (default: those of the daemons)")
    private List<String> directories = new ArrayList<>();

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            converter = NameConverter.class,
            description = "with --devices: YARN queue (default: default)")
    private String queue;

    @Option(
            names = "--base-dir",
            paramLabel = "DIR",
            defaultValue = RunOptions.DEFAULT_BASE_DIR,
            converter = BaseDirConverter.class,
            description = "the directory for data in HDFS (default: spindle, in your home directory there)")
    private String baseDir;

    CleanCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        GenericOptions generic = console.generic();
        CampaignBuilder.refuseSettings(generic, Cluster.RUNNING, problems);
        if (devices) {
            refuse(force, "--force", "is for directories in HDFS", "leave it or --devices out");
        } else {
            refuse(!directories.isEmpty(), "--directories", "needs --devices", "add --devices, or leave it out");
            refuse(queue != null, "--queue", "needs --devices", "add --devices, or leave it out");
        }
        refuse(cache && (devices || force), "--cache", "cannot be combined with --devices or --force", "leave it out");
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
                                : (dryRun ? "would remove " : "removed ") + ByteSize.format(bytes) + " in "
                                        + directory);
        return ExitCode.ALL_VALID.code();
    }

    private void refuse(boolean given, String option, String reason, String remedy) {
        if (given) {
            problems.add(Problem.ofOption(option, reason).withRemedy(remedy));
        }
    }

    private ClusterAction leftInHdfs(GenericOptions generic) {
        Path results = out == null ? context.path(RunOptions.DEFAULT_OUT) : out;
        Disruption disruption = new Disruption(allowDisruptive, restore);
        return new CleanRequest(
                dryRun, force, baseDir, new PendingRestores(results, disruption, null), generic, console.out());
    }

    private ClusterAction leftovers(GenericOptions generic) {
        return new DeviceLeftovers(
                dryRun,
                directories,
                Optional.ofNullable(queue),
                baseDir,
                context.clock().instant(),
                generic,
                console.out(),
                console.err());
    }
}
