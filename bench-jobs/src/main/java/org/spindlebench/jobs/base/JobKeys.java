package org.spindlebench.jobs.base;

/** Names of the settings that jobs read from their Configuration. */
public final class JobKeys {
    /** Number of maps of a job that makes its own data. */
    public static final String MAPS = "spindle.maps";
    /** Bytes in total over all maps; Hadoop's suffixes k, m, g, t are understood. */
    public static final String BYTES = "spindle.bytes";
    /** Seed of all data that a job makes. */
    public static final String SEED = "spindle.seed";
    /** The seed if none is set. */
    public static final long DEFAULT_SEED = 1;
    /** Bytes written to, or read from, the file system at once. */
    public static final String BUFFER_BYTES = "spindle.buffer.bytes";
    /** When written data are forced to the medium: {@code none}, {@code close} or {@code block}. */
    public static final String SYNC = "spindle.sync";
    /** The kind of data: {@code random}, {@code text}, {@code tera}, or a compression ratio such as {@code 2.5x}. */
    public static final String DATA = "spindle.data";
    /** HDFS storage policy of the written directory, such as {@code ALL_SSD}. */
    public static final String STORAGE_POLICY = "spindle.storage.policy";
    /** HDFS erasure-coding policy of the written directory, such as {@code RS-6-3-1024k}. */
    public static final String ERASURE_CODING = "spindle.erasure.coding";
    /** Number of files that a job writes or reads, one per map, instead of one per container of a wave. */
    public static final String FILES = "spindle.files";
    /** Milliseconds of the wall-clock grid on which a job samples the bytes of its streams. */
    public static final String SAMPLE_MILLIS = "spindle.sample.ms";
    /** Replicas of a job's output, instead of the job's usual number. */
    public static final String REPLICATION = "spindle.replication";
    /** Number of containers of maps, or of reduces, that a node is to hold. */
    public static final String CONTAINERS_PER_NODE = "spindle.containers.per.node";

    /**
     * DataNodes that are to store the files of a job, one for each map, by {@code host:port} of their data transfer.
     */
    public static final String NODES = "spindle.nodes";

    /** Milliseconds for which a task of a job that only sleeps holds its container. */
    public static final String HOLD_MILLIS = "spindle.hold.ms";

    /** Bytes that the maps of a scaled job read. */
    public static final String INPUT_BYTES = "spindle.input.bytes";

    /** The place in its concatenated files at which a scaled job begins to read. */
    public static final String INPUT_OFFSET = "spindle.input.offset";

    /** Total bytes of the files that a scaled job reads a part from. */
    public static final String INPUT_POOL = "spindle.input.pool";

    /** Bytes that a scaled job sends from maps to reduces. */
    public static final String SHUFFLE_BYTES = "spindle.shuffle.bytes";

    /** Bytes that a scaled job writes, without replicas. */
    public static final String OUTPUT_BYTES = "spindle.output.bytes";

    private JobKeys() {}
}
