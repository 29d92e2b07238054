package org.spindlebench.jobs.probe.yarn;

/** The names of a probe's settings, which the client writes to a file for the probe. */
public final class ProbeKeys {
    /** The directory that {@link ProbePlaces} describes. */
    public static final String DIRECTORY = "spindle.probe.directory";
    /** The time between two samples in milliseconds. */
    public static final String INTERVAL = "spindle.probe.interval.ms";
    /** The time between two renewals of the lease in milliseconds. */
    public static final String LEASE = "spindle.probe.lease.ms";
    /** The time between two readings of the channel in milliseconds, while requests are likely. */
    public static final String POLL = "spindle.probe.poll.ms";
    /** The time between two readings of the channel in milliseconds otherwise. */
    public static final String PACE = "spindle.probe.pace.ms";
    /** The memory to request from YARN for a container, in MiB. */
    public static final String MEMORY = "spindle.probe.memory.mb";

    /** The heap of the JVM on a node, in MiB. */
    public static final String HEAP = "spindle.probe.heap.mb";
    /** The command with which a node drops its caches, by {@code sudo -n}. */
    public static final String DROP = "spindle.probe.drop.command";

    /** The default of {@link #DROP}. */
    public static final String DROP_COMMAND = "/usr/local/sbin/spindle-drop-caches";

    /**
     * The settings for measuring the devices in {@link ProbePlaces#devices()}, {@link #LIST_LEFT} or
     * {@link #REMOVE_LEFT}. Without them, nothing is measured.
     */
    public static final String DEVICES = "spindle.probe.devices";

    /** Makes containers find the files that killed measurements have left in the directories of the devices. */
    public static final String LIST_LEFT = "list-left";

    /** Makes containers find and remove these files. */
    public static final String REMOVE_LEFT = "remove-left";

    /**
     * The number of renewals that may be missed. If more are missed, the client's machine or HDFS is considered lost.
     */
    public static final int MISSED = 3;

    private ProbeKeys() {}
}
