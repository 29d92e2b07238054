package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.spindlebench.runner.campaign.CampaignRequest.SavedOptions;
import org.spindlebench.runner.campaign.RunOptions.BaseDirConverter;
import org.spindlebench.runner.campaign.RunOptions.EmbeddedShape;
import org.spindlebench.runner.campaign.RunOptions.Resume;
import org.spindlebench.runner.campaign.RunOptions.RetryConverter;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.CountConverter;
import org.spindlebench.runner.console.OptionConverter.NameConverter;
import org.spindlebench.runner.console.OptionConverter.SizeConverter;
import org.spindlebench.runner.console.OptionConverter.WholeNumberConverter;
import org.spindlebench.runner.lab.EmulatedSetup;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of run, plan and check. An option that was not given, or was refused, is null; for a list of values, the
 * list is empty.
 */
final class CampaignArguments {
    /** The options that hold for all visits of an experiment, and are saved with it. */
    private static final List<String> SAVED = List.of(
            "--slots",
            "--queue",
            "--nodes",
            "--base-dir",
            "--cold",
            "--probe",
            "--contended",
            "--failed-attempts",
            DamageArguments.STOP,
            DamageArguments.START,
            DamageArguments.HOST,
            "--datanodes",
            "--nodemanagers",
            "--data-dirs",
            "--local-dirs",
            "--emulate",
            "--lab-dir",
            "--lab-size",
            "--lab-log");

    private static final String EMBEDDED = "--embedded";

    @Option(
            names = "--suite",
            paramLabel = "NAME|FILE",
            description =
                    "what to run: a name of `list suites`, or a YAML file. Required without --experiment, --workload"
                            + " or --resume; with --embedded the default is quick, and with --compare it is hour")
    String suite;

    @Option(
            names = "--setup",
            paramLabel = "NAME|FILE",
            description =
                    "the storage setup. A name of `list setups` or a YAML file is checked against the nodes before the"
                            + " first run. Any other name is only a label for the results (default: default). More than"
                            + " one makes an experiment: Spindle visits them in turns, and the first is the baseline")
    List<String> setups = new ArrayList<>();

    @Option(
            names = "--experiment",
            paramLabel = "NAME|FILE",
            description =
                    "instead of --suite: a name of `list experiments`, or a YAML file, which names the suite and the"
                            + " setups. --setup FILE then replaces the setup of the same name")
    String experiment;

    @Option(
            names = "--workload",
            paramLabel = "NAME|FILE",
            description =
                    "instead of --suite: a name of `list workloads`, or a YAML file, with jobs that arrive one after"
                            + " another and run at once. Each different job runs alone first, in each visit if there are"
                            + " several setups")
    String workload;

    @Option(
            names = "--visits",
            paramLabel = "N",
            converter = VisitsConverter.class,
            description = "the number of an experiment's visits to each setup. Each visit makes --repeats runs of each"
                    + " cell (default: the experiment's number, or 5)")
    Integer visits;

    @Option(
            names = "--jobs",
            paramLabel = "a,b",
            split = ",",
            hideParamSyntax = true,
            converter = JobConverter.class,
            description = "run only these jobs of the suite (default: all)")
    List<String> jobs = new ArrayList<>();

    @Option(
            names = "--repeats",
            paramLabel = "N",
            converter = RepeatsConverter.class,
            description = "runs of each cell (default: the suite's)")
    Integer repeats;

    @Option(
            names = "--bytes-per-node",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "bytes to read, shuffle or write per node, such as 64MB or 8GiB (default: the suite's)")
    Long bytesPerNode;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = WholeNumberConverter.class,
            description = "determines the order of the runs and the jobs' data (default: random, and recorded)")
    Long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = PathConverter.class,
            description = "the results are stored in DIR/SUITE-YYYYMMDD-HHMMSS (default: results)")
    Path out;

    @Option(
            names = "--resume",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME",
            description = "continue a campaign under --out; without NAME, the latest unfinished one")
    String resume;

    @Option(
            names = "--retry",
            paramLabel = "failed|invalid|failed,invalid",
            converter = RetryConverter.class,
            description =
                    "with --resume NAME: Spindle makes runs that ended like this again, too, and keeps their records")
    Resume retry;

    @Option(
            names = "--yes",
            description =
                    "begin at once: without a small run of jobs of unknown duration, without a question before more than an"
                            + " hour, and although the plan takes more than 10 %% of the free space in HDFS or in a"
                            + " node's local dirs (50 %% on a cluster that Spindle starts)")
    boolean yes;

    @Option(
            names = "--notify",
            paramLabel = "COMMAND",
            description =
                    "a shell command that Spindle runs when the campaign ends or stops, such as `mail -s done me`. Its"
                            + " environment has SPINDLE_CAMPAIGN, SPINDLE_RESULTS and SPINDLE_EXIT_CODE")
    String notify;

    @Option(names = "--json", description = "print JSON on stdout instead of text")
    boolean json;

    @Option(names = "--verbose", description = "print more on stderr")
    boolean verbose;

    @ArgGroup(validate = false, order = 1, heading = "%nThe cluster:%n")
    ClusterArguments cluster = new ClusterArguments();

    @ArgGroup(validate = false, order = 2, heading = "%nHow runs are measured:%n")
    MeasuringArguments measuring = new MeasuringArguments();

    @ArgGroup(validate = false, order = 3, heading = "%nLimits on a cluster that others use:%n")
    GuestArguments guest = new GuestArguments();

    @ArgGroup(validate = false, order = 4, heading = "%nDamage as a treatment:%n")
    DamageArguments damage = new DamageArguments();

    @ArgGroup(validate = false, order = 5, heading = "%nA cluster on this machine:%n")
    EmbeddedArguments embedded = new EmbeddedArguments();

    @ArgGroup(validate = false, order = 6, heading = "%nComparing directories of this machine:%n")
    CompareArguments compare = new CompareArguments();

    @ArgGroup(validate = false, order = 7, heading = "%nEmulated disks on this machine:%n")
    LabArguments lab = new LabArguments();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Options for the cluster, and for what Spindle may do there. */
    static final class ClusterArguments {
        @Option(
                names = "--slots",
                paramLabel = "N",
                converter = SlotsConverter.class,
                description = "tasks of one wave (default: as many as YARN can run at once)")
        Integer slots;

        @Option(
                names = "--queue",
                paramLabel = "Q",
                converter = NameConverter.class,
                description = "the YARN queue (default: the cluster's default)")
        String queue;

        @Option(
                names = "--base-dir",
                paramLabel = "DIR",
                converter = BaseDirConverter.class,
                description = "the directory for data in HDFS (default: spindle, in your home directory there)")
        String baseDir;

        @Option(
                names = "--allow-disruptive",
                description =
                        "run commands that a setup's file or a resumed campaign contains, and programs that a suite"
                                + " contains, and stop DataNodes for --with. That may change the cluster for all its"
                                + " users. Without this option Spindle only shows such commands and programs")
        boolean allowDisruptive;

        @Option(
                names = "--restore",
                description =
                        "with --allow-disruptive: first restore what an earlier campaign under --out left changed,"
                                + " because its client was killed or its restore command failed")
        boolean restore;
    }

    /** Options for the cluster that Spindle starts. */
    static final class EmbeddedArguments {
        @Option(
                names = EMBEDDED,
                description = "start a cluster on this machine for the campaign, instead of using a running one")
        boolean wanted;

        @Option(
                names = OwnNetwork.SHARE,
                description =
                        "with --embedded: start the cluster in the host's network, where every user of this host can run"
                                + " programs as you (default: in a network that only Spindle can reach)")
        boolean shareHost;

        @Option(
                names = "--data-dirs",
                paramLabel = "DIR,...",
                split = ",",
                hideParamSyntax = true,
                converter = DataDirConverter.class,
                description = "with --embedded: directories for HDFS, each as DIR or [SSD]DIR (default: temporary)")
        List<StorageDirectory> dataDirs = new ArrayList<>();

        @Option(
                names = "--local-dirs",
                paramLabel = "DIR,...",
                split = ",",
                hideParamSyntax = true,
                converter = PathConverter.class,
                description = "with --embedded: directories for shuffle and spills (default: temporary)")
        List<Path> localDirs = new ArrayList<>();

        @Option(
                names = "--datanodes",
                paramLabel = "N",
                converter = NodesConverter.class,
                description = "with --embedded: number of DataNodes (default: 3)")
        Integer dataNodes;

        @Option(
                names = "--nodemanagers",
                paramLabel = "N",
                converter = NodesConverter.class,
                description = "with --embedded: number of NodeManagers (default: 1)")
        Integer nodeManagers;
    }

    /** Options for emulated disks. */
    static final class LabArguments {
        @Option(
                names = "--emulate",
                paramLabel = "SCALE",
                converter = LabCommand.EmulateConverter.class,
                description =
                        "emulate the disks of every setup, with bandwidths divided by SCALE, and start a cluster on them."
                                + " `file`: the scale of the setup's file, of the experiment's, or 10. An experiment then has"
                                + " the small form that its file states. Needs root (see `lab --help`)")
        Integer scale;

        @Option(
                names = "--lab-dir",
                paramLabel = "DIR",
                converter = PathConverter.class,
                description = "a directory for emulated disks, which does not exist (default: /var/tmp/spindle-lab)")
        Path directory;

        @Option(
                names = "--lab-size",
                paramLabel = "SIZE",
                converter = SizeConverter.class,
                description =
                        "bytes of all emulated disks of one setup together (default: 32GB, or half of what is free there)")
        Long size;

        @Option(
                names = "--lab-log",
                paramLabel = "DIR",
                converter = PathConverter.class,
                description = "write time, kind, offset and length of every request to emulated disks to"
                        + " DIR/VISIT/DISK.csv")
        Path logs;
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
        return new SavedOptions(SavedOptions.SCHEMA, given(SAVED), embedded.wanted);
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
            refuseOther(EMBEDDED, "", "not given", problems);
        }
        if (problems.isEmpty()) {
            CommandLine program = spec.root().commandLine();
            List<String> words = new ArrayList<>(program.getParseResult().originalArgs());
            began.texts().forEach((option, value) -> {
                if (!now.texts().containsKey(option)) {
                    words.add(option + "=" + value);
                }
            });
            if (began.embedded() && !now.embedded()) {
                words.add(EMBEDDED);
            }
            program.parseArgs(words.toArray(new String[0]));
            OptionConverter.report(spec, problems);
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

    static final class NodesConverter extends CountConverter {
        NodesConverter() {
            super(EmbeddedShape.MOST_NODES);
        }
    }

    static final class ScaleConverter extends CountConverter {
        ScaleConverter() {
            super(EmulatedSetup.MOST_SCALE);
        }
    }

    /** Takes any name, because a suite may have programs of the user. The plan refuses what the suite does not have. */
    static final class JobConverter extends OptionConverter<String> {
        JobConverter() {
            super(text -> FileSafeName.parse(text.trim()));
        }
    }

    static final class DataDirConverter extends OptionConverter<StorageDirectory> {
        DataDirConverter(CliContext context) {
            super(text -> StorageDirectory.parse(context.directory(), text.trim()));
        }
    }
}
