package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.runner.campaign.CampaignRequest.SavedOptions;
import org.spindlebench.runner.campaign.RunOptions.BaseDirConverter;
import org.spindlebench.runner.campaign.RunOptions.Resume;
import org.spindlebench.runner.campaign.RunOptions.RetryConverter;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Group;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.CountConverter;
import org.spindlebench.runner.console.OptionConverter.NameConverter;
import org.spindlebench.runner.console.OptionConverter.SizeConverter;
import org.spindlebench.runner.console.OptionConverter.WholeNumberConverter;
import org.spindlebench.runner.lab.EmulatedSetup;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of run, plan and check. An option that was not given, or was refused, is null; for a list of values, the
 * list is empty.
 */
final class CampaignArguments {
    @Group(Group.WHAT)
    @Option(
            names = {"-s", "--suite"},
            paramLabel = "NAME|FILE",
            description = "Run this suite: a name of `list suites`, or a YAML file. Default with --embedded: quick;"
                    + " with --compare: hour.")
    String suite;

    @Group(Group.WHAT)
    @Option(
            names = "--setup",
            paramLabel = "NAME|FILE",
            description = "Name the storage setup. A name of `list setups` or a YAML file is checked against the"
                    + " nodes before the first run. Any other name is only a label for the results. More than"
                    + " one makes an experiment: Spindle visits them in turns, and the first is the baseline."
                    + " Default: default.")
    List<String> setups = new ArrayList<>();

    @Group(Group.WHAT)
    @Option(
            names = "--experiment",
            paramLabel = "NAME|FILE",
            description = "Run this experiment: a name of `list experiments`, or a YAML file, which names the"
                    + " suite and the setups. --setup FILE then replaces the setup of the same name.")
    String experiment;

    @Group(Group.WHAT)
    @Option(
            names = "--workload",
            paramLabel = "NAME|FILE",
            description = "Run this workload: a name of `list workloads`, or a YAML file. Its jobs arrive one"
                    + " after another and run at once. Each different job runs alone first, in each visit if"
                    + " there are several setups.")
    String workload;

    @Group(Group.WHAT)
    @Option(
            names = "--visits",
            paramLabel = "N",
            converter = VisitsConverter.class,
            description = "Visit each setup of an experiment N times. Each visit makes --repeats runs of each"
                    + " cell. Default: the experiment's number, or 5.")
    Integer visits;

    @Group(Group.WHAT)
    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "JOB,...",
            split = ",",
            hideParamSyntax = true,
            converter = JobConverter.class,
            description = "Run only these jobs of the suite. Default: all.")
    List<String> jobs = new ArrayList<>();

    @Group(Group.WHAT)
    @Option(
            names = {"-n", "--repeats"},
            paramLabel = "N",
            converter = RepeatsConverter.class,
            description = "Make N runs of each cell. Default: the suite's number.")
    Integer repeats;

    @Group(Group.WHAT)
    @Option(
            names = "--bytes-per-node",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Read, shuffle or write this much per node, such as 64MB or 8GiB, instead of the"
                    + " suite's sizes. MB is 10^6 bytes, MiB 2^20.")
    Long bytesPerNode;

    @Group(Group.WHAT)
    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = WholeNumberConverter.class,
            description = "Determine the order of the runs and the jobs' data. Default: random, and recorded.")
    Long seed;

    @Group(Group.OUTPUT)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write the results to DIR/SUITE-YYYYMMDD-HHMMSS. Default: results.")
    Path out;

    @Group(Group.WHAT)
    @Option(
            names = "--resume",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME",
            description = "Continue a campaign under --out. Without NAME, continue the latest unfinished one. The"
                    + " plan, the queue, the slots, --cold, --probe, --probe-interval and the directory in HDFS stay as"
                    + " they were. Give other options again, such as --out, --timeout, --window or --embedded; an"
                    + " experiment saves those for its cluster and disks.")
    String resume;

    @Group(
            value = Group.WHAT,
            usedBy = {"run"})
    @Option(
            names = "--retry",
            paramLabel = "failed|invalid|failed,invalid",
            converter = RetryConverter.class,
            description =
                    "Make runs that ended like this again, too, and keep their records. Needs --resume" + " NAME.")
    Resume retry;

    @Group(
            value = Group.WHAT,
            usedBy = {"run"})
    @Option(
            names = {"-y", "--yes"},
            description = "Begin at once: without small runs of jobs of unknown duration, and without a question"
                    + " before more than an hour. Also lifts the default limits of --max-hdfs and --max-local.")
    boolean yes;

    @Group(
            value = Group.OUTPUT,
            usedBy = {"run"})
    @Option(
            names = "--notify",
            paramLabel = "COMMAND",
            description = "Run this shell command when the campaign ends or stops, such as `mail -s done me`. Its"
                    + " environment has SPINDLE_CAMPAIGN, SPINDLE_RESULTS and SPINDLE_EXIT_CODE.")
    String notify;

    @Group(Group.OUTPUT)
    @Option(names = "--json", description = "Print JSON on stdout instead of text.")
    boolean json;

    @Group(
            value = Group.OUTPUT,
            usedBy = {"run", "check"})
    @Option(
            names = {"-v", "--verbose"},
            description = "Print what Hadoop's client logs, too.")
    boolean verbose;

    @ArgGroup(validate = false)
    ClusterArguments cluster = new ClusterArguments();

    @ArgGroup(validate = false)
    MeasuringArguments measuring = new MeasuringArguments();

    @ArgGroup(validate = false)
    GuestArguments guest = new GuestArguments();

    @ArgGroup(validate = false)
    EmbeddedArguments embedded = new EmbeddedArguments();

    @ArgGroup(validate = false)
    CompareArguments compare = new CompareArguments();

    @ArgGroup(validate = false)
    LabArguments lab = new LabArguments();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The saved options that apply, because a resumed experiment began with them. */
    private final Map<String, String> kept = new HashMap<>();

    /** Options for the cluster, and for what Spindle may do there. */
    @Group(Group.CLUSTER)
    static final class ClusterArguments {
        @Option(
                names = "--slots",
                paramLabel = "N",
                converter = SlotsConverter.class,
                description = "Size the jobs to N tasks of one wave. Default: as many as YARN can run at once.")
        Integer slots;

        @Group(
                value = Group.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--queue",
                paramLabel = "NAME",
                converter = NameConverter.class,
                description = "Run in this YARN queue. Default: the cluster's default queue.")
        String queue;

        @Group(
                value = Group.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--base-dir",
                paramLabel = "DIR",
                converter = BaseDirConverter.class,
                description = "Store data in this directory of HDFS. Default: spindle, in your home directory there.")
        String baseDir;

        @Group(
                value = Group.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--allow-disruptive",
                description = "Run commands that a setup's file or a resumed campaign contains, and programs that a"
                        + " suite contains. That may change the cluster for all its users. Without this option Spindle"
                        + " only shows such commands and programs.")
        boolean allowDisruptive;

        @Group(
                value = Group.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--allow-setting",
                paramLabel = "KEY,...",
                split = ",",
                hideParamSyntax = true,
                converter = KeyConverter.class,
                description =
                        "Let the files of the plan set these Hadoop settings to any value, even if that loads code, runs a"
                                + " command or takes files along. Without this option a file may set numbers, sizes, names,"
                                + " codecs, and a JVM's memory and collectors.")
        List<String> allowSettings = new ArrayList<>();

        @Group(
                value = Group.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--restore",
                description = "Restore first what an earlier campaign under --out left changed, because its client"
                        + " was killed or its restore command failed. Needs --allow-disruptive.")
        boolean restore;
    }

    /** Names the suite of a campaign on a cluster that Spindle starts, if the user names nothing to run. */
    void useStandardSuite() {
        boolean named = Stream.of(suite, experiment, workload, resume).anyMatch(Objects::nonNull);
        if (!named && embedded.wanted && compare.directories.isEmpty() && setups.size() < 2) {
            suite = "quick";
        }
    }

    Resume resumed() {
        return resume == null ? Resume.NO : Objects.requireNonNullElse(retry, Resume.YES);
    }

    /** Returns the options that an experiment saves, as texts. */
    SavedOptions saved() {
        return new SavedOptions(SavedOptions.SCHEMA, given(SavedOptions.NAMES), embedded.wanted);
    }

    /** Applies the saved options of the experiment's start. Adds a problem for each that now has another value. */
    void resume(SavedOptions began, Problems problems) {
        SavedOptions now = saved();
        now.texts().forEach((option, value) -> {
            if (!value.equals(began.texts().get(option))) {
                refuseOther(option, value, began.texts().getOrDefault(option, "not given"), problems);
            }
        });
        if (now.embedded() && !began.embedded()) {
            refuseOther(EmbeddedArguments.EMBEDDED, "", "not given", problems);
        }
        if (problems.isEmpty()) {
            began.texts().forEach(this::keep);
            embedded.wanted = began.embedded();
            OptionConverter.report(spec, problems);
        }
    }

    /** Gives an option a saved text, which is never read as a command line. */
    private void keep(String name, String text) {
        OptionSpec option = spec.findOption(name);
        if (option.originalStringValues().isEmpty()) {
            List<Object> values = Stream.of(option.isMultiValue() ? text.split(",") : new String[] {text})
                    .map(part -> option.converters().length == 0
                            ? part
                            : ((OptionConverter<?>) option.converters()[0]).convert(part))
                    .collect(Collectors.toCollection(ArrayList::new));
            option.setValue(option.isMultiValue() ? values : values.get(0));
            kept.put(name, text);
        }
    }

    private static void refuseOther(String option, String value, String began, Problems problems) {
        problems.add(Problem.at(Location.COMMAND_LINE, option, "the experiment began with another value")
                .withValue(value)
                .withAllowed(began)
                .withRemedy("leave it out: the saved value applies"));
    }

    Map<String, String> given(List<String> options) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String option : options) {
            List<String> texts = spec.findOption(option).originalStringValues();
            if (!texts.isEmpty()) {
                given.put(option, String.join(",", texts));
            } else if (kept.containsKey(option)) {
                given.put(option, kept.get(option));
            }
        }
        return given;
    }

    static final class VisitsConverter extends CountConverter {
        VisitsConverter() {
            super(ExperimentReader.MOST_VISITS);
        }
    }

    static final class RepeatsConverter extends CountConverter {
        RepeatsConverter() {
            super(SuiteReader.MOST_REPEATS);
        }
    }

    static final class SlotsConverter extends CountConverter {
        SlotsConverter() {
            super(1_000_000);
        }
    }

    static final class ScaleConverter extends CountConverter {
        ScaleConverter() {
            super(EmulatedSetup.MOST_SCALE);
        }
    }

    /** Takes the key of a setting, and returns Hadoop's current name for it. */
    static final class KeyConverter extends OptionConverter<String> {
        private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._-]+");

        KeyConverter() {
            super(text -> {
                if (!KEY.matcher(text.trim()).matches()) {
                    throw new NotUnderstoodException(
                            "not the key of a setting", "letters, digits, `.`, `-` and `_`, without a value", "");
                }
                return HadoopKeys.current(text.trim());
            });
        }
    }

    /** Takes any name, because a suite may have programs of the user. The plan refuses what the suite does not have. */
    static final class JobConverter extends OptionConverter<String> {
        JobConverter() {
            super(text -> FileSafeName.parse(text.trim()));
        }
    }
}
