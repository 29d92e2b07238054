package org.spindlebench.runner.campaign;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.ExperimentPlan;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * A validated command line that is about an experiment.
 *
 * @param command what to do
 * @param plan all visits
 * @param setups for each setup, in the plan's order, the request of its first visit
 * @param text of the experiment's file; empty where the command line alone describes it
 * @param kept the options that hold for all visits
 * @param options how to run it; its cluster is that of no setup
 * @param out for results
 * @param err for progress and complaints
 */
public record ExperimentRequest(
        Command command,
        ExperimentPlan plan,
        List<RunRequest> setups,
        String text,
        KeptArguments kept,
        RunOptions options,
        PrintStream out,
        PrintStream err) {
    public ExperimentRequest {
        setups = List.copyOf(setups);
    }

    /** Where its files lie. */
    public CampaignDirectory directory() {
        return new CampaignDirectory(options.out().resolve(plan.campaign()));
    }

    /** What the setups' files declare, the baseline first. */
    public List<StorageSetup> declared() {
        return setups.stream()
                .flatMap(setup -> setup.setup().declared().stream())
                .toList();
    }

    /** The request of one visit: of a campaign that was begun before, by the look at all setups. */
    public RunRequest of(Plan visit) {
        return setups.stream()
                .filter(setup -> setup.plan().setup().equals(visit.setup()))
                .findFirst()
                .orElseThrow()
                .with(visit, true);
    }

    /**
     * The options that hold for all visits of an experiment, as they were given when it was begun. Written as {@code options.json}: a visit that is
     * made after an interruption is one under the same conditions.
     *
     * @param schema version of this document
     * @param texts values by option; absent where an option was not given
     * @param embedded whether {@code --embedded} was given
     */
    public record KeptArguments(int schema, Map<String, String> texts, boolean embedded) {
        /** The schema this version writes and reads. */
        static final int SCHEMA = 1;

        public KeptArguments {
            texts = new LinkedHashMap<>(texts);
        }

        public static KeptArguments of(CampaignArguments given) {
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
            return new KeptArguments(SCHEMA, texts, given.embedded);
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
