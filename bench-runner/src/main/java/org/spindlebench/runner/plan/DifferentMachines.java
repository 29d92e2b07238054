package org.spindlebench.runner.plan;

import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.StorageSetup;

/** That setups of an experiment are other machines, and not other storage of the same ones. */
public final class DifferentMachines {
    /** The code of the warning. */
    public static final String CODE = "different-machines";

    private static final String ADVICE =
            "a difference may be the machines' and not the storage's. Compare the groups of machines under the same"
                    + " storage first (A/A, with storage that both have), or measure again with the storage of the groups"
                    + " exchanged (crossover)";

    private DifferentMachines() {}

    /** What is to be said of an experiment; empty where no node label chooses its machines. */
    static Optional<String> warning(List<StorageSetup> setups) {
        List<String> labelled = setups.stream()
                .filter(DifferentMachines::isLabelled)
                .map(StorageSetup::name)
                .toList();
        return labelled.isEmpty() || setups.size() < 2
                ? Optional.empty()
                : Optional.of(
                        CODE + ": node labels choose the machines of " + String.join(", ", labelled) + ": " + ADVICE);
    }

    /** What is to be said of each run under a setup of an experiment; empty where no node label chooses its machines. */
    public static Optional<String> warning(StorageSetup setup) {
        return isLabelled(setup)
                ? Optional.of("a node label chooses the machines of setup " + setup.name() + ": " + ADVICE)
                : Optional.empty();
    }

    private static boolean isLabelled(StorageSetup setup) {
        return setup.way() instanceof SetupWay.Label;
    }
}
