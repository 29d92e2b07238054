package org.spindlebench.runner.campaign;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.WorkloadPlanner.PlannedWorkload;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * A validated command line that is about a campaign.
 *
 * @param command what to do
 * @param plan all visits; when {@link RunOptions#resumed()}, as saved by the campaign's first start
 * @param setups in the plan's order
 * @param origin where the plan came from
 * @param generic what Hadoop's own option parser is to get
 * @param out for results
 * @param err for progress and complaints
 */
public record CampaignRequest(
        Command command,
        Plan plan,
        List<SetupRequest> setups,
        Origin origin,
        GenericOptions generic,
        PrintStream out,
        PrintStream err) {
    public CampaignRequest {
        setups = List.copyOf(setups);
    }

    /**
     * A setup, and how to run under it.
     *
     * @param setup the storage that the cluster is to have
     * @param options its cluster may be one of the setup's own
     */
    public record SetupRequest(ChosenSetup setup, RunOptions options) {}

    /**
     * Where a plan came from. All of it is empty when a campaign of one setup is resumed without {@code --suite}.
     *
     * @param suite the suite's file; empty for an experiment and a workload, too
     * @param workload which run is which job, and when jobs arrive; empty for all other campaigns
     * @param text of the experiment's or the workload's file; empty where there is none
     * @param options those that an experiment saves; empty for all other campaigns
     */
    public record Origin(
            Optional<Suite> suite, Optional<PlannedWorkload> workload, String text, Optional<SavedOptions> options) {
        /** Of a suite. */
        public static Origin of(Optional<Suite> suite) {
            return new Origin(suite, Optional.empty(), "", Optional.empty());
        }

        /** Of an experiment. */
        public static Origin of(String text, SavedOptions options) {
            return new Origin(Optional.empty(), Optional.empty(), text, Optional.of(options));
        }

        /** Of a workload. */
        public static Origin of(PlannedWorkload workload, String text) {
            return new Origin(Optional.empty(), Optional.of(workload), text, Optional.empty());
        }
    }

    /** How to run it; the cluster is that of its first setup. */
    public RunOptions options() {
        return setups.get(0).options();
    }

    /** Where its files lie. */
    public CampaignDirectory directory() {
        return new CampaignDirectory(options().out().resolve(plan.campaign()));
    }

    /** What the setups' files declare, the baseline first. */
    public List<StorageSetup> declared() {
        return setups.stream().flatMap(each -> each.setup().declared().stream()).toList();
    }

    /** The first visit to each setup. */
    public List<VisitRequest> firstVisits() {
        return setups.stream()
                .map(each -> visit(plan.first(each.setup().name())))
                .toList();
    }

    /** One of its visits. */
    VisitRequest visit(Visit visit) {
        SetupRequest chosen = setups.stream()
                .filter(each -> each.setup().name().equals(visit.setup()))
                .findFirst()
                .orElseThrow();
        return new VisitRequest(this, visit, chosen.setup(), chosen.options());
    }

    /**
     * What {@code clean} is to remove.
     *
     * @param mode whether to remove it or only to list it
     * @param baseDir the directory in HDFS that {@code run} was given
     * @param generic what Hadoop's own option parser is to get
     * @param out for the list
     * @param err for complaints
     */
    public record CleanRequest(Mode mode, String baseDir, GenericOptions generic, PrintStream out, PrintStream err) {
        /** Whether anything is removed. */
        public enum Mode {
            REMOVE,
            DRY_RUN
        }
    }

    /**
     * The options that hold for all visits of an experiment, as they were given when it was begun. Written as {@code options.json}: a visit that is
     * made after an interruption is one under the same conditions.
     *
     * @param schema version of this document
     * @param texts values by option; absent where an option was not given
     * @param embedded whether {@code --embedded} was given
     */
    public record SavedOptions(int schema, Map<String, String> texts, boolean embedded) {
        /** The schema this version writes and reads. */
        static final int SCHEMA = 1;

        public SavedOptions {
            texts = new LinkedHashMap<>(texts);
        }

        public static SavedOptions of(CampaignArguments given) {
            Map<String, String> texts = new LinkedHashMap<>();
            texts.put("--slots", given.slots);
            texts.put("--queue", given.queue);
            texts.put("--base-dir", given.baseDir);
            texts.put("--cold", given.cold);
            texts.put("--probe", given.probe);
            texts.put("--contended", given.contended);
            texts.put("--datanodes", given.dataNodes);
            texts.put("--nodemanagers", given.nodeManagers);
            texts.put("--data-dirs", joined(given.dataDirs));
            texts.put("--local-dirs", joined(given.localDirs));
            texts.values().removeIf(Objects::isNull);
            return new SavedOptions(SCHEMA, texts, given.embedded);
        }

        private static String joined(List<String> values) {
            return values.isEmpty() ? null : String.join(",", values);
        }

        /** Gives arguments what they do not say; a problem for each that says something else. */
        public void into(CampaignArguments arguments, Problems problems) {
            of(arguments).texts.forEach((option, value) -> {
                if (!value.equals(texts.get(option))) {
                    problems.add(
                            Problem.at(Location.COMMAND_LINE, option, "the experiment was begun with another value")
                                    .withValue(value)
                                    .withAllowed(texts.getOrDefault(option, "not given"))
                                    .withRemedy("leave it out: what was given then holds"));
                }
            });
            arguments.embedded = embedded;
            arguments.slots = texts.get("--slots");
            arguments.queue = texts.get("--queue");
            arguments.baseDir = texts.get("--base-dir");
            arguments.cold = texts.get("--cold");
            arguments.probe = texts.get("--probe");
            arguments.contended = texts.get("--contended");
            arguments.dataNodes = texts.get("--datanodes");
            arguments.nodeManagers = texts.get("--nodemanagers");
            arguments.dataDirs = split(texts.get("--data-dirs"));
            arguments.localDirs = split(texts.get("--local-dirs"));
        }

        private static List<String> split(String joined) {
            return joined == null ? new ArrayList<>() : new ArrayList<>(List.of(joined.split(",")));
        }
    }
}
