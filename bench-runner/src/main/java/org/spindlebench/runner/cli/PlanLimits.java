package org.spindlebench.runner.cli;

import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.check.JobLimits;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.session.ClusterSession.AssumedCluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.Sizing;

/**
 * What {@code plan --for-nodes} looks for.
 *
 * @param nodes of the cluster that is thought of
 * @param generic Hadoop's options
 */
record PlanLimits(int nodes, GenericOptions generic) {
    private static final int MOST_NODES = 100_000;

    /** Empty where the option was not given or, with a problem, is no number of nodes. */
    static Optional<PlanLimits> read(String text, GenericOptions generic, Problems problems) {
        return OptionReader.read("--for-nodes", text, WholeNumber.between(1, MOST_NODES), problems)
                .map(number -> new PlanLimits(number, generic));
    }

    void check(List<Plan> visits, RunOptions options, Problems problems) {
        try {
            AssumedCluster cluster = new AssumedCluster(nodes, generic.hadoopArguments());
            Integer slots =
                    options.slots().isPresent() ? (Integer) options.slots().getAsInt() : null;
            long seed = visits.get(0).seed();
            JobLimits.problems(new Sizing(cluster.shape(), slots, seed, cluster::requests), visits)
                    .forEach(problem -> problems.add(problem(problem)));
        } catch (ClusterUnreachableException | IllegalArgumentException e) {
            problems.add(problem(e.getMessage()));
        }
    }

    private Problem problem(String text) {
        return Problem.at(Location.COMMAND_LINE, "--for-nodes " + nodes, text);
    }
}
