package org.spindlebench.jobs.base;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names of Spindle's settings. Jobs read most of them from their Configuration, and the client reads some. Users and
 * files may set these keys, and no other key that begins with {@link #PREFIX}.
 */
public final class JobKeys {
    /** The beginning of all names. */
    public static final String PREFIX = "spindle.";
    /** The number of maps of a job that makes its own data. */
    public static final String MAPS = "spindle.maps";
    /** Total bytes of all maps, optionally with one of Hadoop's suffixes k, m, g and t. */
    public static final String BYTES = "spindle.bytes";
    /** The seed of all data that a job makes. */
    public static final String SEED = "spindle.seed";
    /** The default of {@link #SEED}. */
    public static final long DEFAULT_SEED = 1;
    /** The number of bytes that a job writes or reads with one call. */
    public static final String BUFFER_BYTES = "spindle.buffer.bytes";
    /** The time at which a job forces written data to the medium: {@code none}, {@code close} or {@code block}. */
    public static final String SYNC = "spindle.sync";
    /** The kind of data: {@code random}, {@code text}, {@code tera}, or a compression ratio such as {@code 2.5x}. */
    public static final String DATA = "spindle.data";
    /** The HDFS storage policy of the output directory, such as {@code ALL_SSD}. */
    public static final String STORAGE_POLICY = "spindle.storage.policy";
    /** The erasure-coding policy of a run's input and output, which the client sets, such as {@code RS-6-3-1024k}. */
    public static final String ERASURE_CODING = "spindle.erasure.coding";
    /** The number of files that a job writes or reads, one per map. The default is one per container of a wave. */
    public static final String FILES = "spindle.files";
    /** The sampling interval of a job's streams in milliseconds, on the grid of the wall clock. */
    public static final String SAMPLE_MILLIS = "spindle.sample.ms";
    /** The number of replicas of a job's output, which replaces the job's default. */
    public static final String REPLICATION = "spindle.replication";
    /** The number of map containers, or of reduce containers, on each node. */
    public static final String CONTAINERS_PER_NODE = "spindle.containers.per.node";

    /**
     * Where the maps of a job that makes its own data run: {@link #HOSTS}, or {@link #ANY}. Only the client reads this
     * key.
     */
    public static final String PLACEMENT = "spindle.placement";
    /** Each map asks for one host. Spindle spreads the maps over the hosts by their room. */
    public static final String HOSTS = "hosts";
    /** Each map asks for any host. */
    public static final String ANY = "any";

    /** The DataNodes to store a job's files, one for each map, as {@code host:port} of their data transfer. */
    public static final String NODES = "spindle.nodes";

    /** The time in milliseconds for which each task of a sleep job holds its container. */
    public static final String HOLD_MILLIS = "spindle.hold.ms";

    /** Bytes that the maps of a scaled job read. */
    public static final String INPUT_BYTES = "spindle.input.bytes";

    /** The offset in its concatenated input files at which a scaled job begins to read. */
    public static final String INPUT_OFFSET = "spindle.input.offset";

    /** The total bytes of the files that a scaled job may read; the job reads a part. */
    public static final String INPUT_POOL = "spindle.input.pool";

    /** Bytes that a scaled job sends from maps to reduces. */
    public static final String SHUFFLE_BYTES = "spindle.shuffle.bytes";

    /** The kind of records that a scaled job shuffles, named as in {@link #DATA}. */
    public static final String SHUFFLE_DATA = "spindle.shuffle.data";

    /** Bytes that a scaled job writes, without replicas. */
    public static final String OUTPUT_BYTES = "spindle.output.bytes";

    /**
     * The source of the inputs of reading jobs: {@link #PREPARED}, which is the default, or {@link #WRITTEN}. Only the
     * client reads this key.
     */
    public static final String INPUTS = "spindle.inputs";
    /** A separate job makes each input once. */
    public static final String PREPARED = "prepared";
    /** A run reads the output of the run of a writing job, if its block has one. */
    public static final String WRITTEN = "written";

    /** Whether a second job reads a job's output and compares every byte. Only the client reads this key. */
    public static final String READ_BACK = "spindle.read.back";

    /**
     * Whether Spindle ends an ApplicationMaster that sleeps at its end. Embedded clusters set this key. On other
     * clusters, Spindle waits unless the user sets it, because NodeManagers may count a killed container as failed.
     */
    public static final String AM_TAIL_END = "spindle.am.tail.end";

    /** All names. */
    public static final List<String> ALL = Collections.unmodifiableList(Arrays.stream(JobKeys.class.getFields())
            .filter(field -> field.getType() == String.class)
            .map(JobKeys::value)
            .filter(name -> name.startsWith(PREFIX) && !name.equals(PREFIX))
            .collect(Collectors.toList()));

    private JobKeys() {}

    private static String value(Field constant) {
        try {
            return (String) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
