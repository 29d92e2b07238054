package org.spindlebench.runner.campaign;

/** What to do with a plan. */
public enum Command {
    /** Runs it. */
    RUN,
    /** Prints it. */
    PLAN,
    /** Checks that the cluster can run it. */
    CHECK,
    /** Checks, and measures how many containers the queue grants at once. */
    CALIBRATE
}
