package org.spindlebench.runner.conf;

import java.util.Collection;

/** The kinds of files under {@code conf}. */
public enum ConfKind {
    SUITE("suites", "--suite", "suite", "quick"),
    PRICES("prices", "--prices", "price list", "template"),
    MIX("mixes", "--mix", "mix", "even"),
    SETUP("setups", "--setup", "setup", "hdd-6"),
    EXPERIMENT("experiments", "--experiment", "experiment", "new-cluster"),
    WORKLOAD("workloads", "--workload", "workload", "example");

    private final String folder;
    private final String option;
    private final String noun;
    private final String landmark;

    ConfKind(String folder, String option, String noun, String landmark) {
        this.folder = "conf/" + folder + "/";
        this.option = option;
        this.noun = noun;
        this.landmark = landmark;
    }

    /** Where its files lie, with a slash at the end. */
    String folder() {
        return folder;
    }

    /** The option that names one. */
    public String option() {
        return option;
    }

    /** What one is, for messages. */
    String noun() {
        return noun;
    }

    /** One that is always carried: where it lies, the others lie. */
    String landmark() {
        return landmark;
    }

    /** What else may be named than a file, for messages. */
    String listed(Collection<String> names) {
        return this == SUITE || this == SETUP || this == EXPERIMENT || this == WORKLOAD
                ? "a " + noun + " of `list " + noun + "s`"
                : "a " + noun + " of " + folder + ": " + String.join(", ", names);
    }
}
