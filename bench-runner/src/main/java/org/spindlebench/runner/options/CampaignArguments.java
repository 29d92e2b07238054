package org.spindlebench.runner.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.conf.ValueParser;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.CountConverter;
import org.spindlebench.runner.console.OptionConverter.SizeConverter;
import org.spindlebench.runner.console.OptionConverter.WholeNumberConverter;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of run, plan and check. An option that is missing or was refused is null; a list of values is then empty.
 */
public final class CampaignArguments {
    /** The usual directory of results. */
    public static final String DEFAULT_OUT = "results";

    /** The usual directory of data, under the user's home in HDFS. */
    public static final String DEFAULT_BASE_DIR = "spindle";

    /** The name of the setup if the user gives none. */
    public static final String DEFAULT_SETUP = "default";

    @Heading(Heading.WHAT)
    @Option(
            names = {"-s", "--suite"},
            paramLabel = "NAME|FILE",
            description = "Run this suite: a name that `list suites` prints, or a YAML file. Default with --embedded:"
                    + " quick;"
                    + " with --compare: hour.")
    @Kept
    public String suite;

    @Heading(Heading.WHAT)
    @Option(
            names = "--setup",
            paramLabel = "NAME|FILE",
            description = "Name the storage setup. A name that `list setups` prints, or a YAML file, is checked against"
                    + " the nodes before the first run. Any other name is only a label for the results. More than"
                    + " one makes an experiment: Spindle visits them in turn, and the first is the baseline."
                    + " Default: default.")
    @Kept
    public List<String> setups = new ArrayList<>();

    @Heading(Heading.WHAT)
    @Option(
            names = "--experiment",
            paramLabel = "NAME|FILE",
            description = "Run this experiment: a name that `list experiments` prints, or a YAML file, which names the"
                    + " suite and the setups. --setup FILE then replaces the setup of the same name.")
    @Kept
    public String experiment;

    @Heading(Heading.WHAT)
    @Option(
            names = "--workload",
            paramLabel = "NAME|FILE",
            description = "Run this workload: a name that `list workloads` prints, or a YAML file. Its jobs arrive one"
                    + " after another and run at once. Each different job runs alone first, in each visit if"
                    + " there are several setups.")
    @Kept
    public String workload;

    @Heading(Heading.WHAT)
    @Option(
            names = "--visits",
            paramLabel = "N",
            converter = VisitsConverter.class,
            description = "Visit each setup of an experiment N times. Each visit makes --repeats runs of each"
                    + " cell. Default: the experiment's number, or 5. With --resume NAME, extends a campaign that"
                    + " decided too little: its report then claims less at each further look.")
    @Kept
    public Integer visits;

    @Heading(Heading.WHAT)
    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "JOB,...",
            split = ",",
            hideParamSyntax = true,
            converter = JobConverter.class,
            description = "Run only these jobs of the suite. Default: all.")
    @Kept
    public List<String> jobs = new ArrayList<>();

    @Heading(Heading.WHAT)
    @Option(
            names = {"-n", "--repeats"},
            paramLabel = "N",
            converter = RepeatsConverter.class,
            description = "Make N runs of each cell. Default: the suite's number.")
    @Kept
    public Integer repeats;

    @Heading(Heading.WHAT)
    @Option(
            names = "--bytes-per-node",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Read, shuffle or write this much per node, such as 64MB or 8GiB, instead of the"
                    + " suite's sizes. MB is 10^6 bytes, MiB 2^20.")
    @Kept
    public Long bytesPerNode;

    @Heading(Heading.WHAT)
    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = WholeNumberConverter.class,
            description = "Determine the order of the runs and the jobs' data. Default: random, and recorded.")
    @Kept
    public Long seed;

    @Heading(Heading.OUTPUT)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "Write the results to DIR/SUITE-YYYYMMDD-HHMMSS. Default: results.")
    @Kept.Not("it says where the campaign is")
    public Path out;

    @Heading(Heading.WHAT)
    @Option(
            names = "--resume",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME",
            description = "Continue a campaign under --out. Without NAME, continue the latest unfinished one. Its"
                    + " plan and its options stay as they were. Give limits and consents again, such as --timeout,"
                    + " --window, --yes and --allow-disruptive.")
    @Kept.Not("it names the campaign")
    public String resume;

    @Heading(
            value = Heading.WHAT,
            usedBy = {"run"})
    @Option(
            names = "--retry",
            paramLabel = "failed|invalid|failed,invalid",
            converter = Retry.Converter.class,
            description = "Repeat also runs that ended in one of these ways, and keep their records. Needs --resume"
                    + " NAME.")
    @Kept.Not("it chooses runs of an earlier start")
    public Retry retry;

    @Heading(
            value = Heading.WHAT,
            usedBy = {"run"})
    @Option(
            names = {"-y", "--yes"},
            description = "Begin at once: without small runs of jobs of unknown duration, and without a question"
                    + " before more than an hour. Also lifts the default limits of --max-hdfs and --max-local.")
    @Kept.Not("each start is agreed to anew")
    public boolean yes;

    @Heading(
            value = Heading.OUTPUT,
            usedBy = {"run"})
    @Option(
            names = "--notify",
            paramLabel = "COMMAND",
            description = "Run this shell command when the campaign ends or stops, such as `mail -s done me`. Its"
                    + " environment has SPINDLE_CAMPAIGN, SPINDLE_RESULTS and SPINDLE_EXIT_CODE.")
    @Kept.Not("a file must not give a command")
    public String notify;

    @Heading(Heading.OUTPUT)
    @Option(names = "--json", description = "Print JSON on stdout instead of text.")
    @Kept.Not("it only changes what is printed")
    public boolean json;

    @Heading(
            value = Heading.OUTPUT,
            usedBy = {"run", "check"})
    @Option(
            names = {"-v", "--verbose"},
            description = "Print what Hadoop's client logs, too.")
    @Kept.Not("it only changes what is printed")
    public boolean verbose;

    @Heading(Heading.DISKS)
    @Option(
            names = "--emulate",
            paramLabel = "SCALE|file",
            converter = LabArguments.EmulateConverter.class,
            description = "Emulate the disks of every setup, with bandwidths divided by SCALE, and start a"
                    + " cluster on them. `file` means the scale of the setup's file, of the experiment's, or"
                    + " 10. An experiment then has the small form that its file states. Needs root (see `lab"
                    + " --help`).")
    @Kept
    public Integer emulate;

    @ArgGroup(validate = false)
    public final ClusterArguments cluster = new ClusterArguments();

    @ArgGroup(validate = false)
    public final MeasuringArguments measuring = new MeasuringArguments();

    @ArgGroup(validate = false)
    public final GuestArguments guest = new GuestArguments();

    @ArgGroup(validate = false)
    public final EmbeddedArguments embedded = new EmbeddedArguments();

    @ArgGroup(validate = false)
    public final CompareArguments compare = new CompareArguments();

    @ArgGroup(validate = false)
    public final LabArguments lab = new LabArguments();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * Values that are in force although the command line does not have them: values of the campaign's start, or of a
     * file.
     */
    private final Map<String, String> implied = new HashMap<>();

    /** Returns whether the user resumes a saved campaign. */
    public boolean isResumed() {
        return resume != null;
    }

    /** Returns the names of the options that hold for all starts of a campaign. */
    public List<String> kept() {
        return SavedOptions.names(spec);
    }

    /** Returns the options that hold for all starts of the campaign, as texts. */
    public SavedOptions saved() {
        return new SavedOptions(given(kept()));
    }

    /**
     * Applies the saved options of the campaign's start. Adds a problem for each option that now has another value, except
     * for {@code --visits}, which extends the campaign.
     */
    public void resume(SavedOptions began, Problems problems) {
        saved().texts().forEach((option, value) -> {
            if (!option.equals("--visits") && !value.equals(began.texts().get(option))) {
                problems.add(Problem.at(Location.COMMAND_LINE, option, "the campaign began with another value")
                        .withValue(value)
                        .withAllowed(began.texts().getOrDefault(option, "not given"))
                        .withRemedy(
                                "leave it out, since the campaign's own value applies; or leave --resume out to start"
                                        + " another campaign"));
            }
        });
        if (problems.isEmpty()) {
            began.texts().forEach(this::imply);
            OptionConverter.report(spec, problems);
        }
    }

    /** Gives an option a value if it has none. The text is never parsed as a command line. */
    public void imply(String name, String text) {
        OptionSpec option = spec.findOption(name);
        if (!option.originalStringValues().isEmpty() || implied.containsKey(name)) {
            return;
        }
        implied.put(name, text);
        if (isFlag(option)) {
            option.setValue(true);
            return;
        }
        List<Object> values = Stream.of(option.isMultiValue() ? text.split(",") : new String[] {text})
                .map(part -> option.converters().length == 0
                        ? part
                        : ((OptionConverter<?>) option.converters()[0]).convert(part))
                .collect(Collectors.toCollection(ArrayList::new));
        option.setValue(option.isMultiValue() ? values : values.get(0));
    }

    private static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    /** Returns the given options that a resumed campaign needs again, except for options that belong to one start. */
    public List<String> again() {
        List<String> names = SavedOptions.notKept(spec).stream()
                .filter(name ->
                        !List.of("--out", "--resume", "--retry", "--restore").contains(name))
                .toList();
        List<String> again = new ArrayList<>();
        given(names).forEach((name, text) -> {
            again.add(name);
            if (!isFlag(spec.findOption(name))) {
                again.add(text);
            }
        });
        return again;
    }

    /** Returns the text of a value, with absolute paths: a later start may be in another directory. */
    private static String text(OptionSpec option) {
        Object value = option.getValue();
        List<?> values = value instanceof List<?> list ? list : Collections.singletonList(value);
        boolean paths = values.stream().allMatch(each -> each instanceof Path || each instanceof StorageDirectory);
        return paths && !values.isEmpty()
                ? values.stream().map(Object::toString).collect(Collectors.joining(","))
                : String.join(",", option.originalStringValues());
    }

    /** Returns the options that have a value, with their values. */
    public Map<String, String> given(List<String> options) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String name : options) {
            OptionSpec option = spec.findOption(name);
            if (implied.containsKey(name)) {
                given.put(name, implied.get(name));
            } else if (!option.originalStringValues().isEmpty()) {
                given.put(name, isFlag(option) ? "true" : text(option));
            }
        }
        return given;
    }

    /** Where Spindle works on a cluster. */
    @Heading(Heading.CLUSTER)
    public static class ClusterPlace {
        @Heading(
                value = Heading.CLUSTER,
                usedBy = {"run", "check", "clean", "devices"})
        @Option(
                names = "--queue",
                paramLabel = "NAME",
                converter = QueueConverter.class,
                description = "Run in this YARN queue. Default: the cluster's default queue.")
        @Kept
        public String queue;

        @Heading(
                value = Heading.CLUSTER,
                usedBy = {"run", "check", "clean", "devices"})
        @Option(
                names = "--base-dir",
                paramLabel = "DIR",
                converter = BaseDirConverter.class,
                description = "Use this directory of HDFS. Default: spindle, in your home directory there.")
        @Kept
        public String baseDir;

        /** Returns the directory of data in HDFS; a relative directory is in the user's home directory there. */
        public String baseDir() {
            return Objects.requireNonNullElse(baseDir, DEFAULT_BASE_DIR);
        }
    }

    /** Options for the cluster, and for Spindle's permissions there. */
    @Heading(Heading.CLUSTER)
    public static final class ClusterArguments extends ClusterPlace {
        @Option(
                names = "--slots",
                paramLabel = "N",
                converter = SlotsConverter.class,
                description = "Size the jobs to N tasks of one wave. Default: as many as YARN can run at once.")
        @Kept
        public Integer slots;

        @Option(
                names = "--no-split-hosts",
                description = "Let the maps of jobs that make their own data run on any host, as earlier versions did."
                        + " YARN may then start only one a second on each node. Default: each map asks for a host, and"
                        + " the record has the setting `placement: hosts`.")
        @Kept
        public boolean noSplitHosts;

        @Heading(
                value = Heading.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--allow-disruptive",
                description = "Run commands that a setup's file or a resumed campaign contains, and programs that a"
                        + " suite contains. That may change the cluster for all its users. Without this option Spindle"
                        + " only shows such commands and programs.")
        @Kept.Not("a file must not give a consent")
        public boolean allowDisruptive;

        @Heading(
                value = Heading.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--allow-setting",
                paramLabel = "KEY,...",
                split = ",",
                hideParamSyntax = true,
                converter = KeyConverter.class,
                description =
                        "Let the files of the plan set these Hadoop settings to any value, even if that loads code, runs a"
                                + " command or copies files of this host to the cluster. Without this option a file may set"
                                + " numbers, sizes, names, codecs, and a JVM's memory and collectors.")
        @Kept.Not("a file must not give a consent")
        public List<String> allowSettings = new ArrayList<>();

        @Heading(
                value = Heading.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--without",
                paramLabel = "HOST,...",
                split = ",",
                hideParamSyntax = true,
                description = "Resume without these hosts, such as a worker that stays away. Begins at the next whole"
                        + " block, and computes sizes and makes inputs anew. Reports never pool its runs with the"
                        + " earlier ones. Needs --resume.")
        @Kept.Not("it applies from a block on that the campaign's reduced.json names")
        public List<String> without = new ArrayList<>();

        @Heading(
                value = Heading.CLUSTER,
                usedBy = {"run", "check"})
        @Option(
                names = "--restore",
                description = "Restore first what an earlier campaign under --out left changed, because its client"
                        + " was killed or its restore command failed. Needs --allow-disruptive.")
        @Kept.Not("a file must not give a consent")
        public boolean restore;
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

    /** Receives the key of a setting, and returns Hadoop's current name for it. */
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

    /**
     * Accepts any name, because a suite may have programs of the user. The plan refuses what the suite does not have.
     */
    static final class JobConverter extends OptionConverter<String> {
        JobConverter() {
            super(text -> FileSafeName.parse(text.trim()));
        }
    }

    /** Converts the name of a YARN queue, which may be its path. */
    static final class QueueConverter extends OptionConverter<String> {
        QueueConverter() {
            super(ValueParser.matching(
                    "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
                    "not the name of a queue",
                    "up to 64 letters, digits, `-`, `_` and `.`, a letter or digit first"));
        }
    }

    /** Converts the value of {@code --base-dir}, the directory of data in HDFS. */
    public static final class BaseDirConverter extends OptionConverter<String> {
        public BaseDirConverter() {
            super(text -> {
                if (text.isBlank() || AbsolutePath.plain(text).equals("/") || text.contains("..")) {
                    throw new NotUnderstoodException(
                            "not a directory of Spindle's own",
                            "a path that nothing else uses, absolute or relative to your home directory in HDFS; not /, and without `..`",
                            "");
                }
                return text;
            });
        }
    }
}
