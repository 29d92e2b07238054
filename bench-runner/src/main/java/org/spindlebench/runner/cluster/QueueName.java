package org.spindlebench.runner.cluster;

/** A queue's name, which is its path from {@code root}, or only the last part of that path. */
public record QueueName(String name) {
    private static final String ROOT = "root.";

    /**
     * Returns whether another name may mean this queue. Two paths must be equal. If a name is not a path, only the
     * parts that both names have are compared.
     */
    public boolean is(String other) {
        if (name.startsWith(ROOT) && other.startsWith(ROOT)) {
            return name.equals(other);
        }
        return ("." + name).endsWith("." + other) || ("." + other).endsWith("." + name);
    }
}
