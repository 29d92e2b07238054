package org.spindlebench.runner.conf;

/** Whose cluster the jobs run on. */
public enum Cluster {
    /** Somebody else's daemons, running already with settings of their own. */
    RUNNING,
    /** One that is started for the campaign, and takes daemon settings. */
    EMBEDDED
}
