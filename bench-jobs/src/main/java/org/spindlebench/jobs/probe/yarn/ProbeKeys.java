package org.spindlebench.jobs.probe.yarn;

/** Settings of a probe, in the file that its client leaves for it. */
public final class ProbeKeys {
    /** The directory of {@link ProbePlaces}. */
    public static final String DIRECTORY = "spindle.probe.directory";
    /** Milliseconds from sample to sample. */
    public static final String INTERVAL = "spindle.probe.interval.ms";
    /** Milliseconds from one renewal of the lease to the next. */
    public static final String LEASE = "spindle.probe.lease.ms";
    /** Milliseconds from one look into the channel to the next. */
    public static final String POLL = "spindle.probe.poll.ms";
    /** Mebibytes that a container asks YARN for. */
    public static final String MEMORY = "spindle.probe.memory.mb";

    /** Mebibytes of a node's heap. */
    public static final String HEAP = "spindle.probe.heap.mb";
    /** What to measure of the devices of {@link ProbePlaces#devices()}; where it is not set nothing is measured. */
    public static final String DEVICES = "spindle.probe.devices";

    /** Renewals that may be missed: the client's machine is gone, or HDFS is. */
    public static final int MISSED = 3;

    private ProbeKeys() {}
}
