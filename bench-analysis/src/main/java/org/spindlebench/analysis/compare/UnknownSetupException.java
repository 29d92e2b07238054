package org.spindlebench.analysis.compare;

import java.util.List;

/** The setup that was named as the baseline has no run. */
public final class UnknownSetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownSetupException(String setup, List<String> setups) {
        super("no run is of setup '" + setup + "'; there are " + String.join(", ", setups));
    }
}
