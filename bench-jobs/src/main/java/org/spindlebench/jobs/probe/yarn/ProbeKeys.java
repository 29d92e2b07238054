package org.spindlebench.jobs.probe.yarn;

/** The names of a probe's settings, which the client writes to a file for it. */
public final class ProbeKeys {
    /** The directory that {@link ProbePlaces} describes. */
    public static final String DIRECTORY = "spindle.probe.directory";
    /** The time between two samples in milliseconds. */
    public static final String INTERVAL = "spindle.probe.interval.ms";
    /** The time between two renewals of the lease in milliseconds. */
    public static final String LEASE = "spindle.probe.lease.ms";
    /** The time between two readings of the channel in milliseconds. */
    public static final String POLL = "spindle.probe.poll.ms";
    /** The memory to request from YARN for a container, in MiB. */
    public static final String MEMORY = "spindle.probe.memory.mb";

    /** The heap of the JVM on a node, in MiB. */
    public static final String HEAP = "spindle.probe.heap.mb";
    /** The settings for measuring the devices in {@link ProbePlaces#devices()}. Without them, nothing is measured. */
    public static final String DEVICES = "spindle.probe.devices";

    /**
     * The number of renewals that may be missed. If more are missed, the client's machine or HDFS is considered lost.
     */
    public static final int MISSED = 3;

    private ProbeKeys() {}
}
