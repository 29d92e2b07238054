package org.spindlebench.runner.campaign;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of run, plan and check, as texts. The command line gives them types, and reports all mistakes at once. */
public final class CampaignArguments {
    @Option(
            names = "--suite",
            paramLabel = "NAME|FILE",
            description = "what to run: a name of `list suites`, or a YAML file. Needed, except with --experiment,"
                    + " --workload or --resume")
    public String suite;

    @Option(
            names = "--setup",
            paramLabel = "NAME|FILE",
            description =
                    "the storage setup under whose name results are compared: a name of `list setups` or a YAML file is"
                            + " held against what the nodes have before the first run, any other name is a mere label"
                            + " (default: default). More than one makes an experiment: all are visited in turns, the"
                            + " first is the baseline")
    public List<String> setups = new ArrayList<>();

    @Option(
            names = "--experiment",
            paramLabel = "NAME|FILE",
            description =
                    "instead of --suite: a name of `list experiments`, or a YAML file, that names the suite and the"
                            + " setups; --setup FILE then takes the place of the setup of the same name")
    public String experiment;

    @Option(
            names = "--workload",
            paramLabel = "NAME|FILE",
            description =
                    "instead of --suite: a name of `list workloads`, or a YAML file, with jobs that arrive one after the"
                            + " other and run at once; each different one runs alone first")
    public String workload;

    @Option(
            names = "--visits",
            paramLabel = "N",
            description = "of an experiment to each of its setups, with --repeats runs of each cell in each"
                    + " (default: the experiment's, else 5)")
    public String visits;

    @Option(
            names = "--jobs",
            paramLabel = "a,b",
            split = ",",
            hideParamSyntax = true,
            description = "only these of the suite's jobs (default: all)")
    public List<String> jobs = new ArrayList<>();

    @Option(names = "--repeats", paramLabel = "N", description = "runs of each cell (default: the suite's)")
    public String repeats;

    @Option(
            names = "--bytes-per-node",
            paramLabel = "SIZE",
            description = "bytes to read, shuffle or write per node, such as 64MB or 8GiB (default: the suite's)")
    public String bytesPerNode;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "the order of runs and the jobs' data follow from it (default: random, recorded)")
    public String seed;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "tasks of one wave (default: what YARN says it can run at once)")
    public String slots;

    @Option(names = "--queue", paramLabel = "Q", description = "YARN's queue (default: the cluster's default)")
    public String queue;

    @Option(
            names = "--base-dir",
            paramLabel = "DIR",
            description = "where data lies in HDFS (default: spindle, under your home there)")
    public String baseDir;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "results go to DIR/SUITE-YYYYMMDD-HHMMSS (default: results)")
    public String out;

    @Option(
            names = "--resume",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "NAME",
            description = "go on with a campaign under --out; without NAME the latest unfinished one")
    public String resume;

    @Option(
            names = "--cold",
            paramLabel = "HOW",
            description = "make caches cold before each run: off, local (this host, as root), evict[=SIZE] (read decoys"
                    + " larger than a node's memory; no root) or command='SHELL COMMAND'"
                    + " (default: off, and results are labelled warm)")
    public String cold;

    @Option(
            names = "--probe",
            paramLabel = "HOW",
            description =
                    "watch nodes and their devices during runs: yarn (a container of 256 MiB on every host), local"
                            + " (this host) or off (default: local where all nodes are on this host, else yarn)")
    public String probe;

    @Option(
            names = "--probe-interval",
            paramLabel = "T",
            description = "from one sample of a node to the next (default: 1s)")
    public String probeInterval;

    @Option(
            names = "--contended",
            paramLabel = "SHARE",
            description =
                    "runs are invalid during which others took more than this share, 0 to 1, of the processors' time"
                            + " or of the devices' bytes (default: any; much is a warning)")
    public String contended;

    @Option(names = "--timeout", paramLabel = "T", description = "time limit of each run: 90s, 30m, 4h (default: 4h)")
    public String timeout;

    @Option(names = "--keytab", paramLabel = "F", description = "not available in this version: run kinit first")
    public String keytab;

    @Option(names = "--principal", paramLabel = "P", description = "not available in this version: run kinit first")
    public String principal;

    @Option(
            names = "--yes",
            description = "agree to a plan that takes more than 10 %% of the free space in HDFS or in a node's local"
                    + " directories, or more than an hour, or nobody knows how long")
    public boolean yes;

    @Option(
            names = "--allow-disruptive",
            description =
                    "let commands run that stand in files, of a setup or of a campaign that is resumed; they may change"
                            + " the cluster, which all its users notice. Without it they are shown")
    public boolean allowDisruptive;

    @Option(
            names = "--restore",
            description =
                    "with --allow-disruptive: first change back what an earlier campaign under --out left changed,"
                            + " since its client was killed or its restore command failed")
    public boolean restore;

    @Option(
            names = "--embedded",
            description = "start a cluster of this machine's own for the campaign, instead of using a running one")
    public boolean embedded;

    @Option(
            names = "--data-dirs",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "with --embedded: directories for HDFS, each as DIR or [SSD]DIR (default: temporary)")
    public List<String> dataDirs = new ArrayList<>();

    @Option(
            names = "--local-dirs",
            paramLabel = "DIR,...",
            split = ",",
            hideParamSyntax = true,
            description = "with --embedded: directories for shuffle and spills (default: temporary)")
    public List<String> localDirs = new ArrayList<>();

    @Option(names = "--datanodes", paramLabel = "N", description = "with --embedded: how many DataNodes (default: 3)")
    public String dataNodes;

    @Option(
            names = "--nodemanagers",
            paramLabel = "N",
            description = "with --embedded: how many NodeManagers (default: 1)")
    public String nodeManagers;

    @Option(names = "--json", description = "JSON on stdout instead of text")
    public boolean json;

    @Option(names = "--verbose", description = "say more on stderr")
    public boolean verbose;
}
