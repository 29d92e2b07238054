package org.spindlebench.jobs.probe.yarn;

/** Names of a probe's settings, in the file that its client leaves for it. */
public final class ProbeKeys {
    /** The directory of {@link ProbePlaces}. */
    public static final String DIRECTORY = "spindle.probe.directory";
    /** Milliseconds from sample to sample. */
    public static final String INTERVAL = "spindle.probe.interval.ms";
    /** Milliseconds from one renewal of the lease to the next. */
    public static final String LEASE = "spindle.probe.lease.ms";
    /** Milliseconds from one look into the channel to the next. */
    public static final String POLL = "spindle.probe.poll.ms";
    /** Mebibytes of a container, for its request to YARN. */
    public static final String MEMORY = "spindle.probe.memory.mb";

    /** Mebibytes of the heap of a node's JVM. */
    public static final String HEAP = "spindle.probe.heap.mb";
    /** How to measure the devices of {@link ProbePlaces#devices()}; nothing is measured if it is not set. */
    public static final String DEVICES = "spindle.probe.devices";

    /** Renewals that may be missed. After more, the client's machine or HDFS is considered lost. */
    public static final int MISSED = 3;

    private ProbeKeys() {}
}
