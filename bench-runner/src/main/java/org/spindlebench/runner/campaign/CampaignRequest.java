package org.spindlebench.runner.campaign;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.lab.Laboratory;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Reductions;
import org.spindlebench.runner.run.SavedLooks;

/**
 * A validated command line for a campaign.
 *
 * @param options the options, with those that the files imply; of a resumed campaign, with those of its start
 * @param plan all visits; of a resumed campaign, the plan that its start saved
 * @param setups the setups, in the plan's order
 * @param source the file that the plan came from
 * @param generic the arguments for Hadoop's own option parser
 * @param out the stream for results
 * @param err the stream for progress and errors
 */
public record CampaignRequest(
        Command command,
        CampaignArguments options,
        Plan plan,
        List<ChosenSetup> setups,
        CampaignFile source,
        GenericOptions generic,
        PrintStream out,
        PrintStream err) {
    public CampaignRequest {
        setups = List.copyOf(setups);
    }

    /**
     * The file that a plan came from.
     *
     * @param kind the kind of the file
     * @param text the file's text, which Spindle saves with the campaign; empty if there is none
     * @param suite the suite; empty for a workload and for a resumed campaign
     * @param sized the directories whose speed decides how large the runs are; empty if the plan has the final sizes
     * @param reductions the hosts without which a resumed campaign goes on; empty for a new campaign
     * @param looks the looks at a campaign that this command extends; empty if the command extends none
     * @param chosen what Spindle chooses on the cluster
     */
    public record CampaignFile(
            ConfKind kind,
            String text,
            Optional<Suite> suite,
            Optional<SetupDirectories> sized,
            Optional<Reductions> reductions,
            Optional<SavedLooks> looks,
            StorageChoice chosen) {
        /** Creates the source of a new campaign. */
        public CampaignFile(ConfKind kind, String text, Optional<Suite> suite, Optional<SetupDirectories> sized) {
            this(kind, text, suite, sized, Optional.empty(), Optional.empty(), StorageChoice.NOTHING);
        }
    }

    /**
     * The values that Spindle chooses on a running cluster so that a suite measures storage, because neither the user
     * nor a file states them.
     *
     * @param sizes whether Spindle raises the sizes, or lowers them if there is no room
     * @param cooling whether Spindle chooses how caches are made cold
     */
    public record StorageChoice(boolean sizes, boolean cooling) {
        public static final StorageChoice NOTHING = new StorageChoice(false, false);
    }

    /**
     * The directories that are compared.
     *
     * @param bySetup the directory of each setup
     * @param cools whether Spindle decides how caches are made cold, because the user does not
     */
    public record SetupDirectories(Map<String, Path> bySetup, boolean cools) {
        public SetupDirectories {
            bySetup = Collections.unmodifiableMap(new LinkedHashMap<>(bySetup));
        }
    }

    CampaignRequest with(Plan other) {
        return new CampaignRequest(command, options, other, setups, source, generic, out, err);
    }

    /** Returns what Spindle chooses: nothing on a cluster that it starts, and nothing for a resumed campaign. */
    public StorageChoice chosen() {
        return setups.stream().allMatch(setup -> cluster(setup) == Cluster.RUNNING)
                ? source.chosen()
                : StorageChoice.NOTHING;
    }

    public CampaignDirectory directory() {
        return new CampaignDirectory(options.out.resolve(plan.campaign()));
    }

    /** Returns what the user allows. */
    Disruption disruption() {
        return Disruption.of(options);
    }

    /** Returns whether a setup is measured on a running cluster, or on one that Spindle starts. */
    public Cluster cluster(ChosenSetup setup) {
        return setup.cluster(options.embedded);
    }

    /** Returns the longest time that changing the cluster back can take, which delays the end after an interruption. */
    Duration toUndo() {
        Duration disks =
                setups.stream().anyMatch(each -> each.emulated().isPresent()) ? Laboratory.LONGEST_END : Duration.ZERO;
        return setups.stream()
                .flatMap(each -> each.commands().stream())
                .map(commands -> commands.restore().limit().plus(commands.healthyLimit()))
                .max(Duration::compareTo)
                .orElse(disks);
    }

    /** Returns the setups that have a file, the baseline first. */
    public List<StorageSetup> declared() {
        return setups.stream().flatMap(each -> each.declared().stream()).toList();
    }

    /** Returns the number by which the bandwidths of each setup with emulated disks are divided. */
    public Map<String, Integer> scales() {
        Map<String, Integer> scales = new HashMap<>();
        setups.forEach(each -> each.emulated().ifPresent(emulated -> scales.put(each.name(), emulated.scale())));
        return scales;
    }

    /** Returns the first visit to each setup. */
    public List<VisitRequest> firstVisits() {
        return setups.stream()
                .map(each -> new VisitRequest(this, plan.first(each.name()), options.isResumed()))
                .toList();
    }
}
