package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.OpenCluster.ClusterLook;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.lab.Laboratory;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.WorkloadPlanner.PlannedWorkload;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * A validated command line for a campaign.
 *
 * @param plan all visits; if {@link RunOptions#resumed()}, the plan that the campaign's first start saved
 * @param setups the setups, in the plan's order
 * @param origin the files and options that the plan came from
 * @param generic the arguments for Hadoop's own option parser
 * @param out the stream for results
 * @param err the stream for progress and errors
 */
public record CampaignRequest(
        Command command,
        Plan plan,
        List<SetupRequest> setups,
        Origin origin,
        GenericOptions generic,
        PrintStream out,
        PrintStream err)
        implements ClusterAction {
    public CampaignRequest {
        setups = List.copyOf(setups);
    }

    /** Runs the pending restores that the user asked for, and then the command. */
    @Override
    public int run() throws IOException, InterruptedException, ClusterUnreachableException {
        PendingRestores.of(this).settle(ClusterLook.of(this), err);
        return switch (command) {
            case RUN -> CampaignRunner.run(SizedCampaign.of(this));
            case CHECK, ADVISE -> CampaignRunner.check(this);
            case CALIBRATE -> {
                VisitRequest visit = firstVisits().get(0);
                yield OpenCluster.with(visit, session -> new CalibrateAction(visit, session).run());
            }
            case PLAN -> throw new IllegalStateException("a plan is printed without a cluster");
        };
    }

    /**
     * A setup, and the options of its runs.
     *
     * @param options the campaign's options, except that a setup may choose its own cluster
     */
    public record SetupRequest(ChosenSetup setup, RunOptions options) {}

    /**
     * The files and options that a plan came from. All components are empty if a campaign of one setup is resumed
     * without {@code --suite}.
     *
     * @param suite the suite's file; also empty for an experiment and for a workload
     * @param workload the jobs' arrivals and their runs; empty for other campaigns
     * @param text the experiment's or the workload's file; empty if there is none
     * @param options the options that an experiment, or a workload on several setups, saves; empty for other campaigns
     * @param sized the directories whose speed decides how large the runs are; empty if the plan has the final sizes
     */
    public record Origin(
            Optional<Suite> suite,
            Optional<PlannedWorkload> workload,
            String text,
            Optional<SavedOptions> options,
            Optional<SizedCampaign.Directories> sized) {
        public static Origin of(Optional<Suite> suite) {
            return new Origin(suite, Optional.empty(), "", Optional.empty(), Optional.empty());
        }

        public static Origin of(String text, SavedOptions options) {
            return new Origin(Optional.empty(), Optional.empty(), text, Optional.of(options), Optional.empty());
        }

        /** Returns this origin with other options to save. */
        Origin with(Optional<SavedOptions> other) {
            return new Origin(suite, workload, text, other, sized);
        }

        /** Returns this origin of a plan whose sizes depend on the speed of directories. */
        Origin sizedBy(SizedCampaign.Directories directories) {
            return new Origin(suite, workload, text, options, Optional.of(directories));
        }

        /** Makes the origin of a workload. Its options are saved if it has several visits. */
        public static Origin of(PlannedWorkload workload, String text, SavedOptions options) {
            return new Origin(
                    Optional.empty(),
                    Optional.of(workload),
                    text,
                    Optional.of(options).filter(any -> workload.plan().isExperiment()),
                    Optional.empty());
        }
    }

    /** Returns this request with sizes that depend on the speed of directories, which is measured when it runs. */
    public CampaignRequest sizedBy(SizedCampaign.Directories directories) {
        return new CampaignRequest(command, plan, setups, origin.sizedBy(directories), generic, out, err);
    }

    /** Returns the options of the first setup, which name its cluster. */
    public RunOptions options() {
        return setups.get(0).options();
    }

    public CampaignDirectory directory() {
        return new CampaignDirectory(options().out().resolve(plan.campaign()));
    }

    /** Returns the longest time that changing the cluster back can take, which delays the end after an interruption. */
    Duration toUndo() {
        Duration disks =
                setups.stream().anyMatch(each -> each.setup().emulated().isPresent())
                        ? Laboratory.LONGEST_END
                        : Duration.ZERO;
        return setups.stream()
                .flatMap(each -> each.setup().commands().stream())
                .map(commands -> commands.restore().limit().plus(commands.healthyLimit()))
                .max(Duration::compareTo)
                .orElse(disks);
    }

    /** Returns the setups that have a file, the baseline first. */
    public List<StorageSetup> declared() {
        return setups.stream().flatMap(each -> each.setup().declared().stream()).toList();
    }

    /** Returns the number that the bandwidths of each setup with emulated disks are divided by. */
    public Map<String, Integer> scales() {
        Map<String, Integer> scales = new HashMap<>();
        setups.forEach(each -> each.setup()
                .emulated()
                .ifPresent(emulated -> scales.put(each.setup().name(), emulated.scale())));
        return scales;
    }

    /** Returns the first visit to each setup. */
    public List<VisitRequest> firstVisits() {
        return setups.stream()
                .map(each -> visit(plan.first(each.setup().name())))
                .toList();
    }

    VisitRequest visit(Visit visit) {
        SetupRequest chosen = setups.stream()
                .filter(each -> each.setup().name().equals(visit.setup()))
                .findFirst()
                .orElseThrow();
        return new VisitRequest(this, visit, chosen.setup(), chosen.options());
    }

    /**
     * The options that hold for all visits of an experiment, as they were given when it began. Spindle saves them as
     * {@code options.json}, so that later visits of a resumed experiment have the same conditions.
     *
     * @param texts values by option; options that were not given are omitted
     * @param embedded whether {@code --embedded} was given
     */
    public record SavedOptions(int schema, Map<String, String> texts, boolean embedded) {
        public static final int SCHEMA = 1;

        static final String COLD = "--cold";

        /** The options with a text that an experiment saves. A file gives no other option. */
        public static final List<String> NAMES = List.of(
                "--slots",
                "--queue",
                "--nodes",
                "--base-dir",
                COLD,
                "--probe",
                "--probe-interval",
                "--contended",
                "--failed-attempts",
                "--datanodes",
                "--nodemanagers",
                "--data-dirs",
                "--local-dirs",
                "--emulate",
                "--lab-dir",
                "--lab-size",
                "--lab-log");

        /** What earlier versions saved and this version has no more. */
        private static final List<String> DROPPED = List.of("--stop-datanode", "--start-datanode", "--datanode-host");

        public SavedOptions {
            texts = new LinkedHashMap<>(texts);
        }

        /** Reads saved options. Adds a problem for each one that Spindle does not save. */
        static SavedOptions read(Path file, Problems problems) throws IOException {
            SavedOptions saved = JsonDocument.read(file, SavedOptions.class, SCHEMA);
            saved.texts.keySet().removeAll(DROPPED);
            saved.texts.forEach((option, text) -> {
                Problem problem = Problem.at(
                        new Location(file.toString(), 0, 0),
                        option,
                        text == null ? "has no text" : "Spindle does not save this option, so it is not from Spindle");
                if (text == null || !NAMES.contains(option)) {
                    problems.add(problem.withValue(String.valueOf(text))
                            .withAllowed(String.join(", ", NAMES))
                            .withRemedy("remove it from the file; if you want it, give it on the command line"));
                }
            });
            return saved;
        }

        /** Returns these options with a value, unless the option was given. */
        public SavedOptions with(String option, String value) {
            Map<String, String> all = new LinkedHashMap<>(texts);
            all.putIfAbsent(option, value);
            return new SavedOptions(schema, all, embedded);
        }

        /** Returns these options without one. */
        public SavedOptions without(String option) {
            Map<String, String> all = new LinkedHashMap<>(texts);
            all.remove(option);
            return new SavedOptions(schema, all, embedded);
        }

        /** Returns these options with a file's way of making caches cold, unless {@code --cold} was given. */
        public SavedOptions cooled(String how) {
            Map<String, String> all = new LinkedHashMap<>(texts);
            if (!how.equals("off")) {
                all.putIfAbsent(COLD, how);
            }
            return new SavedOptions(schema, all, embedded);
        }
    }
}
