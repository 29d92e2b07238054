package org.spindlebench.runner.campaign;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.JobSettings.DaemonKeys;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.EmbeddedArguments;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Reductions;

/**
 * A request for one visit of a campaign.
 *
 * @param visit the visit, with its setup's name and its runs
 * @param begun whether the campaign has begun, so that the conditions of its earlier runs hold
 */
public record VisitRequest(CampaignRequest campaign, Visit visit, boolean begun) {
    public ChosenSetup setup() {
        return campaign.setups().stream()
                .filter(each -> each.name().equals(visit.setup()))
                .findFirst()
                .orElseThrow();
    }

    public CampaignArguments options() {
        return campaign.options();
    }

    public Plan plan() {
        return campaign.plan();
    }

    public Command command() {
        return campaign.command();
    }

    /** Returns the arguments for Hadoop's own option parser. */
    public GenericOptions generic() {
        return campaign.generic();
    }

    /** Returns the stream for results. */
    public PrintStream out() {
        return campaign.out();
    }

    /** Returns the stream for progress and errors. */
    public PrintStream err() {
        return campaign.err();
    }

    /** Returns the hosts that the visit leaves out. */
    List<String> without() {
        return campaign.source().reductions().map(Reductions::hosts).orElse(List.of()).stream()
                .limit(visit.withoutHosts())
                .toList();
    }

    Cluster cluster() {
        return campaign.cluster(setup());
    }

    /** Returns the campaign's directory, for the conditions of the visit's setup. */
    public CampaignDirectory directory() {
        return campaign.directory().ofVisit(plan(), visit);
    }

    /** Returns the cluster to start. */
    EmbeddedOptions embedded() {
        EmbeddedArguments chosen = options().embedded;
        EmbeddedOptions nodes = EmbeddedOptions.defaults().withNodes(chosen.dataNodes(), chosen.nodeManagers());
        Optional<Integer> tasks =
                setup().emulated().map(emulated -> emulated.node().tasks());
        return tasks.map(nodes::withTasks)
                .orElse(nodes)
                .withDirs(setup().dataDirectories(chosen), setup().localDirectories(chosen))
                .withOverrides(daemonSettings());
    }

    /**
     * Returns the daemon settings that the setup demands and the suite sets, which are the same for every run. The
     * command line's choices override both.
     */
    private Map<String, String> daemonSettings() {
        Map<String, String> settings = new TreeMap<>(visit.runs().get(0).configuration());
        settings.keySet().removeIf(key -> !DaemonKeys.isForDaemons(key));
        setup().demands().daemons().forEach(settings::putIfAbsent);
        settings.putAll(generic().definitions());
        return settings;
    }
}
