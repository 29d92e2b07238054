package org.spindlebench.jobs.probe.yarn;

import java.util.Optional;

/**
 * A host with a probe. Hosts of several NodeManagers are one node if they share a boot id. It is the name of an empty
 * file.
 */
public final class ProbedHost {
    private static final char BETWEEN = '=';

    private final String host;
    private final String bootId;

    /**
     * @param host as YARN calls it
     * @param bootId the kernel's
     */
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

    /** Returns the name of its file. */
    public String name() {
        return host + BETWEEN + bootId;
    }

    /** Returns the host of this name; empty if the name is not a host's. */
    public static Optional<ProbedHost> parse(String name) {
        int between = name.lastIndexOf(BETWEEN);
        return between < 1 || between == name.length() - 1
                ? Optional.empty()
                : Optional.of(new ProbedHost(name.substring(0, between), name.substring(between + 1)));
    }
}
