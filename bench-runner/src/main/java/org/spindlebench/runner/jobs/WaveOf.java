package org.spindlebench.runner.jobs;

/** Which tasks of a job are sized to run in one wave. */
public enum WaveOf {
    MAPS,
    REDUCES,
    BOTH,
    /** The input decides. */
    NONE
}
