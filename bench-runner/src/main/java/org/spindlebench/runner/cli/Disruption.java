package org.spindlebench.runner.cli;

import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/**
 * What the user allows to be done to a cluster that others may use.
 *
 * @param allowed whether commands of setups may change it
 * @param restoring whether what earlier campaigns left changed is to be changed back first
 */
public record Disruption(boolean allowed, boolean restoring) {
    static final String ALLOW = "--allow-disruptive";
    static final String RESTORE = "--restore";

    /** Nothing. */
    static final Disruption NONE = new Disruption(false, false);

    /** Reports a setup that only commands bring about, where they are not allowed. */
    void check(Command command, ChosenSetup setup, Problems problems) {
        if (command == Command.RUN && !allowed && setup.commands().isPresent()) {
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            ALLOW,
                            "missing: the setup is brought about by commands of yours that change the cluster for all"
                                    + " its users")
                    .withValue(setup.name())
                    .withRemedy("add " + ALLOW + ", or bring it about yourself and make its way `kind: as-is`"));
        }
    }
}
