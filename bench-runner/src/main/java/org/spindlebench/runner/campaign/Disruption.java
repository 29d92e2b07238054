package org.spindlebench.runner.campaign;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Secrets;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.TypedSettings;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.Cold;
import org.spindlebench.runner.options.SavedOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.program.Program.Call;

/**
 * Describes the actions that the user allows Spindle. Anyone who can write a file can put a command into it, or a
 * setting that loads code. Spindle therefore uses such a file only if the user allows it, and shows its content first.
 * A command or a setting on the command line is the user's own.
 *
 * @param allowed whether commands in files may run, which may change a cluster that others use
 * @param settings the keys that files may set to any value
 * @param restoring whether Spindle first runs the pending restores of earlier campaigns
 */
public record Disruption(boolean allowed, Set<String> settings, boolean restoring) {
    public static final String ALLOW = "--allow-disruptive";
    public static final String ALLOW_SETTING = "--allow-setting";
    static final String RESTORE = "--restore";

    /** Allows nothing. */
    public static final Disruption NONE = new Disruption(false, false);

    public Disruption {
        settings = Set.copyOf(settings);
    }

    public static Disruption of(CampaignArguments options) {
        CampaignArguments.ClusterArguments given = options.cluster;
        Set<String> settings =
                given.allowSettings.stream().filter(Objects::nonNull).collect(Collectors.toSet());
        return new Disruption(given.allowDisruptive, settings, given.restore);
    }

    /** Makes the permissions of a user who allows no settings. */
    public Disruption(boolean allowed, boolean restoring) {
        this(allowed, Set.of(), restoring);
    }

    /**
     * Reports a setup whose file contains commands, unless commands are allowed, or settings for the daemons that Spindle
     * starts, unless they are typed or allowed.
     */
    public void check(Command command, ChosenSetup setup, Cluster cluster, Problems problems) {
        if (command == Command.RUN && !allowed) {
            setup.declared().flatMap(Disruption::problem).ifPresent(problems::add);
        }
        if (cluster == Cluster.EMBEDDED && command != Command.PLAN) {
            setup.demands().daemons().entrySet().stream()
                    .map(FileSetting::of)
                    .filter(setting -> setting.isUntyped() && !settings.contains(setting.key))
                    .forEach(setting -> problems.add(setting.problem("the setup " + setup.name())));
        }
    }

    private static Optional<Problem> problem(StorageSetup setup) {
        if (setup.way() instanceof SetupWay.SetupCommands commands) {
            return Optional.of(missing("commands in " + setup.source()
                            + " apply the setup and change the cluster for all its users: apply "
                            + CommandOutcome.shown(commands.apply().command()) + ", verify "
                            + CommandOutcome.shown(commands.verify().command()) + ", restore "
                            + CommandOutcome.shown(commands.restore().command()))
                    .withValue(setup.name())
                    .withRemedy("add " + ALLOW + ", or apply it yourself and set its way to `kind: as-is`"));
        }
        if (setup.way() instanceof SetupWay.AsIs asIs && asIs.verify() != null) {
            return Optional.of(missing("the setup is verified by a command in " + setup.source() + ": "
                            + CommandOutcome.shown(asIs.verify().command()))
                    .withValue(setup.name())
                    .withRemedy("add " + ALLOW + " to run it, or remove `verify` from the file"));
        }
        return Optional.empty();
    }

    private static Problem missing(String reason) {
        return Problem.at(Location.COMMAND_LINE, ALLOW, "missing: " + reason);
    }

    /**
     * Reports a cooling command among the saved options of a campaign, unless commands are allowed.
     *
     * @param given the options that the user gives again, so that their values are the user's own
     */
    public void checkSaved(Command command, SavedOptions saved, Set<String> given, Path file, Problems problems) {
        String text = saved.texts().get("--cold");
        if (command != Command.RUN || allowed || text == null || given.contains("--cold")) {
            return;
        }
        try {
            if (Cold.parse(text) instanceof Cold.ShellCommand shell) {
                problems.add(missing("caches are made cold by a command in " + file + ": "
                                + CommandOutcome.shown(shell.line()))
                        .withRemedy(
                                "add " + ALLOW + " to run it before each run, or give the command again with --cold"));
            }
        } catch (NotUnderstoodException reportedWithTheOption) {
            return;
        }
    }

    /**
     * Reports settings of a suite or a saved plan that are not typed, unless they are allowed. Every command except
     * plan gives them to a client or a job.
     *
     * @param given the user's own settings, which are never reported
     */
    public void checkSettings(Command command, Plan plan, Map<String, String> given, Problems problems) {
        if (command != Command.PLAN) {
            untyped(plan, given)
                    .filter(setting -> !settings.contains(setting.key))
                    .forEach(setting -> problems.add(setting.problem("the suite or the saved plan")));
        }
    }

    /** Returns a sentence for each setting of a plan's files that the user has allowed or must allow. */
    public List<String> notes(Plan plan, Map<String, String> given) {
        return untyped(plan, given)
                .map(setting -> "a file sets " + setting.shown() + ", which "
                        + (settings.contains(setting.key)
                                ? ALLOW_SETTING + " allows"
                                : "`run` and `check` refuse without " + ALLOW_SETTING + " " + setting.name()))
                .toList();
    }

    private static Stream<FileSetting> untyped(Plan plan, Map<String, String> given) {
        return plan.runs().stream()
                .flatMap(run -> run.configuration().entrySet().stream())
                .distinct()
                .filter(setting -> !setting.getValue().equals(given.get(setting.getKey())))
                .map(FileSetting::of)
                .filter(FileSetting::isUntyped);
    }

    /** A setting of a file. */
    private record FileSetting(String key, String value) {
        static FileSetting of(Map.Entry<String, String> setting) {
            return new FileSetting(HadoopKeys.current(setting.getKey()), setting.getValue());
        }

        boolean isUntyped() {
            return !TypedSettings.allows(key, value);
        }

        String shown() {
            return name() + " = " + CommandOutcome.shown(Secrets.USUAL.shown(key, value));
        }

        /** Returns the key, which a file may have spelt with control characters. */
        String name() {
            return HumanText.oneLine(key);
        }

        Problem problem(String file) {
            return Problem.at(
                            Location.COMMAND_LINE,
                            ALLOW_SETTING,
                            "missing: " + file + " sets " + shown()
                                    + ", which may load code, run a command or copy files of this host to the cluster")
                    .withAllowed(TypedSettings.ALLOWED)
                    .withRemedy(
                            "add " + ALLOW_SETTING + " " + name() + " if you trust the file, or remove the setting");
        }
    }

    /**
     * Reports the programs of a plan, which are the suite's and not Spindle's own, unless commands are allowed. Each
     * call is reported once.
     */
    public void checkPrograms(Command command, Plan plan, Problems problems) {
        Set<String> said = new HashSet<>();
        if (allowed || !(command == Command.RUN || command == Command.CALIBRATE)) {
            return;
        }
        for (RunSpec run : plan.runs()) {
            for (Call call :
                    run.program() == null ? List.<Call>of() : run.program().calls()) {
                if (said.add(call.describe())) {
                    problems.add(missing("the suite runs a program of its own as you: "
                                    + CommandOutcome.shown(call.describe()))
                            .withValue(run.job())
                            .withRemedy("add " + ALLOW + " to run it, or leave it out with --jobs"));
                }
            }
        }
    }
}
