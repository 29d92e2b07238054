package org.spindlebench.runner.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.setup.CountedCapacity;
import org.spindlebench.runner.setup.DaemonsInForce;
import org.spindlebench.runner.setup.SetupInForce;

/**
 * The result of checking whether a declared setup is in force. The sources are the daemons, the mounted file systems
 * and the user's verify command.
 *
 * @param problems differences from the declared setup, which would give runs a wrong setup name
 * @param warnings statements about what could not be verified, for every record
 */
public record SetupVerification(List<String> problems, List<Warning> warnings) {
    public SetupVerification {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }

    /** Returns the command that verifies a setup of the kind {@code as-is}; empty if the setup has none. */
    static Optional<Hook> command(ChosenSetup chosen) {
        return chosen.declared()
                .map(StorageSetup::way)
                .filter(SetupWay.AsIs.class::isInstance)
                .map(way -> ((SetupWay.AsIs) way).verify());
    }

    /**
     * Verifies a setup. For a label, Spindle only warns if HDFS overcounts the capacity of hosts.
     *
     * @param overcounted the hosts whose capacity HDFS overcounts
     * @param daemons the reports of the daemons on themselves
     * @param ownDaemons whether Spindle started the daemons
     * @param disruption whether the command in the setup's file may run
     */
    static SetupVerification of(
            ChosenSetup chosen,
            List<NodeLayout> layouts,
            List<CountedCapacity> overcounted,
            DaemonsInForce daemons,
            boolean ownDaemons,
            Disruption disruption)
            throws InterruptedException {
        List<String> counts = CountedCapacity.texts(overcounted);
        List<Warning> said = counts.stream()
                .map(text -> new Warning("capacity-overcounted", text))
                .toList();
        if (chosen.declared().isEmpty()) {
            // Several DataNodes on one machine share its disks. Spindle has already reserved as much of that space as
            // it can.
            return new SetupVerification(List.of(), ownDaemons ? List.of() : said);
        }
        StorageSetup setup = chosen.declared().get();
        List<String> problems = new ArrayList<>();
        if (!ownDaemons) {
            counts.forEach(text -> problems.add("setup " + setup.name() + ": " + text));
        }
        SetupInForce seen = SetupInForce.of(setup, layouts, ownDaemons).and(daemons.of(setup));
        String remedy = ownDaemons && setup.way() instanceof SetupWay.AsIs
                ? "; Spindle's own daemons do not have the directories of this file: write `way: embedded` in it, or run"
                        + " on the cluster that it describes, without --embedded"
                : "";
        seen.wrong().forEach(wrong -> problems.add("setup " + setup.name() + ": " + wrong + remedy));
        List<String> unseen = new ArrayList<>(seen.warnings());
        Optional<Hook> verify = command(chosen);
        if (verify.isPresent() && !disruption.allowed()) {
            unseen.add("its verify command was not run: "
                    + CommandOutcome.shown(verify.get().command()) + "; add " + Disruption.ALLOW + " to run it");
        } else if (verify.isPresent()) {
            CommandOutcome outcome =
                    CommandOutcome.ofShell(verify.get().command(), verify.get().limit());
            if (!outcome.ok()) {
                problems.add("setup " + setup.name() + ": its verify command says that it is not in force: "
                        + outcome.output());
            }
        }
        if (layouts.isEmpty()) {
            unseen.add("no node reports the devices of its directories");
        }
        List<Warning> warnings = new ArrayList<>(ownDaemons ? said : List.of());
        unseen.forEach(
                warning -> warnings.add(new Warning("setup-unverified", "setup " + setup.name() + ": " + warning)));
        return new SetupVerification(problems, warnings);
    }

    /** Adds problems and warnings about nodes that hold under any setup. */
    SetupVerification and(List<String> moreProblems, List<Warning> moreWarnings) {
        List<String> allProblems = new ArrayList<>(problems);
        allProblems.addAll(moreProblems);
        List<Warning> allWarnings = new ArrayList<>(warnings);
        allWarnings.addAll(moreWarnings);
        return new SetupVerification(allProblems, allWarnings);
    }

    /** Adds that nothing is known about these hosts' devices. For a label, Spindle verifies nothing anyway. */
    SetupVerification without(ChosenSetup chosen, List<String> hosts) {
        if (chosen.declared().isEmpty() || hosts.isEmpty()) {
            return this;
        }
        return and(
                List.of(),
                List.of(new Warning(
                        "setup-unverified",
                        "setup " + chosen.name() + ": no probe reports the devices of " + FewNames.of(hosts)
                                + ", so whether it is in force there is unknown")));
    }
}
