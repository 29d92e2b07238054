package org.spindlebench.runner.campaign;

/** A command that works on a plan. */
public enum Command {
    /** Makes the plan's runs. */
    RUN,
    /** Prints the plan. */
    PLAN,
    /** Checks whether the cluster can run the plan. */
    CHECK,
    /** Checks the cluster, and prints all advice on its nodes. */
    ADVISE,
    /** Checks the cluster, and measures the number of containers that the queue grants at once. */
    CALIBRATE
}
