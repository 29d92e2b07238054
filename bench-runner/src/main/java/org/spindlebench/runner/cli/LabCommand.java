package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.Laboratory;
import org.spindlebench.runner.options.LabArguments;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes, lists and removes emulated disks on this host. */
@CommandLine.Command(
        name = "lab",
        customSynopsis = {
            "up NAME|FILE [options]",
            "run NAME|FILE [--scale N] [options of run]",
            "run --suite NAME|FILE --setup NAME|FILE [--scale N] [options of run]",
            "status|down [--lab-dir DIR]"
        },
        description =
                "Emulates the disks of a setup as block devices of this host. They are slow file systems with seeks, for"
                        + " studies without a rack of disks. `up` makes and mounts the disks, `status` describes them, `down`"
                        + " removes them. `run` means `run --emulate` with `--cold local`: Spindle makes the disks for each visit,"
                        + " runs the jobs on an embedded cluster there, and removes the disks. Needs root.",
        footer = {
            "%nExamples:",
            "  lab run new-cluster               a study of a paper in the small form that its file states",
            "  lab run --suite quick --setup hdd-6 --setup ssd --scale 20   a suite on disks a twentieth as fast",
            "  lab up hdd-6 --scale 10           six disks of 12 MB/s below /var/lib/spindle-lab/mnt",
            "  lab down"
        })
final class LabCommand extends CliCommand {
    private static final String NOTHING = "nothing was made.";
    private static final String RUN = "run";
    private static final List<String> ACTIONS = List.of("up", RUN, "status", "down");
    private static final String EMULATE = "--emulate";
    private static final String SCALE = "--scale";
    private static final String COLD = "--cold";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "up|run|status|down",
            description = "What to do: up, run, status or down.")
    private String action;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME|FILE",
            description = "The setup of `up`: a name that `list setups` prints, or a YAML file.")
    private String setup;

    @Option(
            names = SCALE,
            paramLabel = "N",
            converter = LabArguments.ScaleConverter.class,
            description =
                    "Divide bandwidths by N. Default: the scale of the setup's or the experiment's file, or" + " 10.")
    private Integer scale;

    @ArgGroup(validate = false)
    private final LabArguments lab = new LabArguments();

    LabCommand(CliContext context, Console console) {
        super(context, console);
    }

    /** Returns `lab run ...` as the equivalent `run`; returns other arguments unchanged. */
    static List<String> asRun(List<String> arguments) {
        if (!isRun(arguments)) {
            return arguments;
        }
        List<String> run = new ArrayList<>(List.of(RUN));
        List<String> rest = arguments.subList(2, arguments.size());
        if (!rest.isEmpty() && !rest.get(0).startsWith("-")) {
            run.add("--experiment=" + rest.get(0));
            rest = rest.subList(1, rest.size());
        }
        for (String word : rest) {
            run.add(
                    word.equals(SCALE) || word.startsWith(SCALE + "=")
                            ? EMULATE + word.substring(SCALE.length())
                            : word);
        }
        if (has(run, "--resume")) {
            return run;
        }
        if (!has(run, EMULATE)) {
            run.add(EMULATE + "=" + LabArguments.EmulateConverter.FILE);
        }
        if (!has(run, COLD)) {
            // Studies evict caches by decoys, for which emulated disks have no space. This host can drop its own
            // caches.
            run.add(COLD + "=local");
        }
        return run;
    }

    /** Returns a problem with the option that the user wrote: {@code --scale} of `lab run` is {@code --emulate}. */
    static Problem asWritten(Problem problem, List<String> arguments) {
        boolean isScale = problem.key().equals(EMULATE) && isRun(arguments) && has(arguments, SCALE);
        return isScale ? problem.withKey(SCALE) : problem;
    }

    private static boolean isRun(List<String> arguments) {
        return arguments.size() > 1
                && arguments.get(0).equals("lab")
                && arguments.get(1).equals(RUN);
    }

    private static boolean has(List<String> arguments, String option) {
        return arguments.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
    }

    @Override
    public Integer call() {
        if (action == null && problems.isEmpty()) {
            problems.add(Problem.ofOption("lab", "an action is missing").withAllowed(String.join(", ", ACTIONS)));
        } else if (action != null) {
            try {
                AllowedValues.of("action", ACTIONS).parse(action);
            } catch (NotUnderstoodException e) {
                problems.add(e.at(Location.COMMAND_LINE, "lab", action));
            }
        }
        if (action != null && !action.equals("up")) {
            refuseUnlessUp(setup != null, setup);
            refuseUnlessUp(scale != null, SCALE);
            refuseUnlessUp(lab.size != null, "--lab-size");
            refuseUnlessUp(lab.logs != null, "--lab-log");
        }
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        LabDirectory place = lab.place();
        return switch (action) {
            case "up" -> up(place);
            case "down" -> guarded(() -> down(place, laboratory(place)));
            default -> guarded(() -> status(place, laboratory(place)));
        };
    }

    private void refuseUnlessUp(boolean given, String word) {
        if (given && problems.isEmpty()) {
            problems.add(Problem.ofOption(word, "has no effect on `lab " + action + "`")
                    .withRemedy("leave it out: `lab " + action + "` is about the whole laboratory"));
        }
    }

    private Laboratory laboratory(LabDirectory place) throws IOException {
        return Laboratory.in(place, console.err()::println);
    }

    private int guarded(ClusterAction work) {
        return ClusterAction.guarded(console.err(), work);
    }

    private int up(LabDirectory place) {
        Optional<EmulatedSetup> emulated = emulated(place);
        Laboratory.missing().forEach(missing -> problems.add(Problem.ofOption("lab up", "needs " + missing)));
        if (lab.logs != null && !Files.isDirectory(lab.logs)) {
            problems.add(Problem.ofOption("--lab-log", "no such directory").withValue(lab.logs.toString()));
        }
        if (problems.isEmpty()) {
            emulated.ifPresent(disks -> requirePlace(place, disks));
        }
        if (!problems.isEmpty() || emulated.isEmpty()) {
            return console.refuse(NOTHING);
        }
        return guarded(() -> {
            Laboratory laboratory = laboratory(place);
            laboratory.up(emulated.get(), true, lab.logs);
            return status(place, laboratory);
        });
    }

    /** Refuses a place that cannot hold the disks, before anything is made. */
    private void requirePlace(LabDirectory place, EmulatedSetup emulated) {
        try {
            place.requireOwn();
            long size = emulated.disks().stream().mapToLong(EmulatedDisk::size).sum();
            if (lab.size != null && size > place.free()) {
                problems.add(Problem.ofOption("--lab-size", "more than is free at " + place.root())
                        .withValue(ByteSize.format(lab.size))
                        .withAllowed("at most " + (place.free() >> 20) + "MiB"));
            }
        } catch (IOException e) {
            problems.add(Problem.ofOption("--lab-dir", FileFailure.of(e)));
        }
    }

    private Optional<EmulatedSetup> emulated(LabDirectory place) {
        if (setup == null) {
            problems.add(Problem.ofOption("lab up", "a setup is missing")
                    .withRemedy("name one of `list setups`, or a YAML file"));
            return Optional.empty();
        }
        ChosenSetup chosen = ChosenSetup.read(setup, context, problems);
        if (problems.isEmpty() && chosen.declared().isEmpty()) {
            problems.add(Problem.ofOption("lab up", "not a setup")
                    .withValue(setup)
                    .withRemedy("name one of `list setups`, or a YAML file"));
        }
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        int by = scale == null ? chosen.scale().orElse(SetupWay.Emulated.USUAL) : scale;
        try {
            long bytes = lab.size == null ? place.usualSize() : lab.size;
            return Optional.of(EmulatedSetup.of(chosen.declared().get(), by, bytes, place));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption("lab up", e.getMessage()));
            return Optional.empty();
        }
    }

    private int down(LabDirectory place, Laboratory laboratory) throws IOException, InterruptedException {
        List<String> left = laboratory.down();
        left.forEach(each -> console.err().println("error: " + each));
        if (!left.isEmpty()) {
            console.err().println("End what uses the disks, and repeat the command.");
            return ExitCode.RUN_FAILED.code();
        }
        console.out().println("There is no laboratory in " + place.root() + ".");
        return ExitCode.ALL_VALID.code();
    }

    private int status(LabDirectory place, Laboratory laboratory) throws IOException {
        console.out().println(laboratory.status().orElse("There is no laboratory in " + place.root() + "."));
        return ExitCode.ALL_VALID.code();
    }
}
