package org.spindlebench.runner.options;

import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** The way in which nodes are watched during runs. */
public enum ProbeChoice {
    /** Watches every host, from a container on it. */
    YARN,
    /** Watches this host, from the client. */
    LOCAL,
    /** Watches nothing. */
    OFF;

    public static ProbeChoice parse(String text) throws NotUnderstoodException {
        return Stream.of(values())
                .filter(choice -> choice.word().equals(text))
                .findFirst()
                .orElseThrow(() -> AllowedValues.unknown(
                        "probe",
                        text,
                        Stream.of(values()).map(ProbeChoice::word).toList()));
    }

    /** Returns the word that {@link #parse} accepts. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the default: the client watches if all nodes are on this host, otherwise a probe on every host. */
    public static ProbeChoice standard(boolean allNodesHere) {
        return allNodesHere ? LOCAL : YARN;
    }
}
