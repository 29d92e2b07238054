package org.spindlebench.runner.campaign;

/** What to do with a plan. */
public enum Command {
    /** Makes its runs. */
    RUN,
    /** Prints it. */
    PLAN,
    /** Checks whether the cluster can run it. */
    CHECK,
    /** Checks it, and measures how many containers the queue grants at once. */
    CALIBRATE
}
