package org.spindlebench.runner.collect.failure;

/**
 * A container to look at, and where it is or was.
 *
 * @param container YARN's id, or null where it is not known
 * @param attempt MapReduce's attempt id, or null
 * @param host its host, or null
 * @param web {@code host:port} of its NodeManager's web service, or null
 * @param diagnostics what YARN and MapReduce said of it; may be empty
 */
record ContainerPlace(String container, String attempt, String host, String web, String diagnostics) {
    /** What messages call it. */
    String label() {
        String name = attempt == null ? String.valueOf(container) : attempt;
        return host == null ? name : name + " on " + host;
    }
}
