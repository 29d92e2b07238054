package org.spindlebench.jobs.probe.yarn;

import java.util.Optional;

/**
 * A host that has a probe, stored as the name of an empty file. Hosts of several NodeManagers are the same node if they
 * have the same boot id.
 */
public final class ProbedHost {
    private static final char BETWEEN = '=';

    private final String host;
    private final String bootId;

    /** @param host the host's name in YARN */
    public ProbedHost(String host, String bootId) {
        this.host = host;
        this.bootId = bootId;
    }

    public String host() {
        return host;
    }

    public String bootId() {
        return bootId;
    }

    /** Returns the name of the host's file. */
    public String name() {
        return host + BETWEEN + bootId;
    }

    /** Parses a file's name. Returns empty if it is not the name of a probed host. */
    public static Optional<ProbedHost> parse(String name) {
        int between = name.lastIndexOf(BETWEEN);
        return between < 1 || between == name.length() - 1
                ? Optional.empty()
                : Optional.of(new ProbedHost(name.substring(0, between), name.substring(between + 1)));
    }
}
