package org.spindlebench.runner.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.runner.cluster.ProbeApplication;
import org.spindlebench.runner.conf.NotUnderstoodException;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.run.ProbeContainers;

/** How nodes are watched during runs. */
public enum ProbeChoice {
    /** Every host, by a container there. */
    YARN,
    /** This host by its client. */
    LOCAL,
    /** Not at all. */
    OFF;

    /** Reads what {@code --probe} was given. */
    static ProbeChoice parse(String text) throws NotUnderstoodException {
        return Stream.of(values())
                .filter(choice -> choice.word().equals(text))
                .findFirst()
                .orElseThrow(() -> Words.unknown(
                        "probe",
                        text,
                        Stream.of(values()).map(ProbeChoice::word).toList()));
    }

    /** The word that {@link #parse} takes. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where every node is on this host it watches all of them itself; elsewhere YARN gets a probe to every host. */
    static ProbeChoice standard(boolean allNodesHere) {
        return allNodesHere ? LOCAL : YARN;
    }

    /** What it takes of a cluster for as long as a campaign runs. */
    Optional<ProbeContainers> containers() {
        return this == YARN ? Optional.of(ProbeContainers.of(ProbeApplication.MEMORY)) : Optional.empty();
    }
}
