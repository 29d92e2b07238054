package org.spindlebench.jobs;

/** Names of the settings that jobs read from their Configuration. */
public final class JobKeys {
    /** Number of maps of a job that makes its own data. */
    public static final String MAPS = "spindle.maps";
    /** Bytes in total over all maps; Hadoop's suffixes k, m, g, t are understood. */
    public static final String BYTES = "spindle.bytes";
    /** Data follow from it. */
    public static final String SEED = "spindle.seed";
    /** The seed where none is set. */
    public static final long DEFAULT_SEED = 1;
    /** Bytes handed to, or taken from, the file system at once. */
    public static final String BUFFER_BYTES = "spindle.buffer.bytes";
    /** What a written file is forced to: {@code none} or {@code close}. */
    public static final String SYNC = "spindle.sync";

    private JobKeys() {}
}
