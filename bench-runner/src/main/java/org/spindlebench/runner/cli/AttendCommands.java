package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.campaign.CampaignStatus;
import org.spindlebench.runner.campaign.SavedCampaigns;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.CampaignArguments.BaseDirConverter;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.CampaignLock;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that look at a running campaign, or stop it, from another terminal or gateway. */
final class AttendCommands {
    private AttendCommands() {}

    /** The parts that both commands share. */
    abstract static class AttendCommand extends CliCommand {
        static final String NOTHING = "nothing was changed.";

        @Parameters(
                arity = "0..1",
                paramLabel = "NAME",
                description = "The campaign. Default: the latest one under --out.")
        private String campaign;

        @Option(
                names = {"-o", "--out"},
                paramLabel = "DIR",
                converter = PathConverter.class,
                description = "Look in this directory of all results. Default: results.")
        private Path out;

        @Option(
                names = "--hdfs",
                description =
                        "Use the campaign's directory in HDFS instead of --out, for a client on another" + " gateway.")
        private boolean hdfs;

        @Option(
                names = "--base-dir",
                paramLabel = "DIR",
                converter = BaseDirConverter.class,
                description = "Look in this directory of HDFS. Needs --hdfs. Default: spindle, in your home directory"
                        + " there.")
        private String baseDir;

        AttendCommand(CliContext context, Console console) {
            super(context, console);
        }

        /** Returns the campaign that the user names; null for the latest. */
        String campaign() {
            return campaign;
        }

        /** Returns whether to look in HDFS. If not, adds a problem with an option that is about HDFS. */
        boolean isRemote() {
            if (!hdfs && baseDir != null) {
                problems.add(Problem.ofOption("--base-dir", "needs --hdfs")
                        .withRemedy("add --hdfs, or leave out --base-dir"));
            }
            return hdfs;
        }

        Path results() {
            return out == null ? context.path(CampaignArguments.DEFAULT_OUT) : out;
        }

        /** Returns the plan of the campaign; empty, with a problem, if there is none. */
        Optional<Plan> plan() {
            SavedCampaigns saved = new SavedCampaigns(results(), problems, "NAME");
            return campaign == null ? saved.latest(null) : saved.named(campaign);
        }

        int remote(Optional<String> stopped, boolean now) {
            CampaignBuilder.refuseSettings(console.generic(), Cluster.RUNNING, problems);
            String place = Objects.requireNonNullElse(baseDir, CampaignArguments.DEFAULT_BASE_DIR);
            return problems.isEmpty()
                    ? console.cluster()
                            .applyAsInt(
                                    new CampaignStatus.Remote(place, stopped, now, console.generic(), console.out()))
                    : console.refuse(NOTHING);
        }

        int failed(Path file, IOException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--out", "cannot be used: " + FileFailure.of(e))
                    .withValue(file.toString()));
            return console.refuse(NOTHING);
        }
    }

    @Heading.OnCluster
    @CommandLine.Command(
            name = "status",
            customSynopsis = {"[NAME] [--out DIR]", "[NAME] --hdfs [options]"},
            description = "Says how far a campaign is, from any terminal.",
            footer = {
                "Examples:",
                "  status                       the latest campaign under results",
                "  status --hdfs                all campaigns that run on this cluster with your data directory"
            })
    static final class StatusCommand extends AttendCommand {
        StatusCommand(CliContext context, Console console) {
            super(context, console);
        }

        @Override
        public Integer call() {
            if (isRemote()) {
                return remote(Optional.empty(), false);
            }
            Optional<Plan> plan = problems.isEmpty() ? plan() : Optional.empty();
            if (plan.isEmpty()) {
                return console.refuse(NOTHING);
            }
            Path campaign = results().resolve(plan.get().campaign());
            try {
                return console.print(CampaignStatus.of(campaign, plan.get()).describe(results()), NOTHING);
            } catch (IOException e) {
                return failed(campaign, e);
            }
        }
    }

    @Heading.OnCluster
    @CommandLine.Command(
            name = "stop",
            customSynopsis = {"[NAME] [--now] [--out DIR]", "NAME [--now] --hdfs [options]"},
            description =
                    "Asks the client of a running campaign to stop after the run that it makes. `run --resume` goes on.",
            footer = {
                "Examples:",
                "  stop                         the latest campaign under results, after its current run",
                "  stop quick-20260301-020000 --hdfs --now    one that a client on another gateway runs, at once"
            })
    static final class StopCommand extends AttendCommand {
        @Option(names = "--now", description = "Kill the current run, as Ctrl-C does.")
        private boolean now;

        StopCommand(CliContext context, Console console) {
            super(context, console);
        }

        @Override
        public Integer call() {
            if (isRemote()) {
                if (campaign() == null) {
                    problems.add(Problem.at(Location.COMMAND_LINE, "stop", "--hdfs needs the name of the campaign")
                            .withRemedy("`status --hdfs` lists the campaigns"));
                }
                return remote(Optional.ofNullable(campaign()), now);
            }
            Optional<Plan> plan = problems.isEmpty() ? plan() : Optional.empty();
            if (plan.isEmpty()) {
                return console.refuse(NOTHING);
            }
            Path campaign = results().resolve(plan.get().campaign());
            try {
                if (!Files.isDirectory(campaign) || !CampaignLock.isHeld(campaign)) {
                    problems.add(Problem.at(Location.COMMAND_LINE, "stop", "no client runs this campaign now")
                            .withValue(plan.get().campaign())
                            .withRemedy("`status` says how far the campaign is"));
                    return console.refuse(NOTHING);
                }
                CampaignStatus.askToStop(campaign, now);
            } catch (IOException e) {
                return failed(campaign, e);
            }
            console.out()
                    .println("Asked the client of " + plan.get().campaign() + " to stop "
                            + (now ? "now" : "after its current run") + ".");
            return ExitCode.ALL_VALID.code();
        }
    }
}
