package org.spindlebench.jobs.base;

import org.apache.hadoop.conf.Configuration;

/** The number of bytes to make, the number of maps that make them, and the seed. */
public final class SyntheticConfig {
    /**
     * The largest number of maps, more than any cluster runs. File names and file indices still fit into their fields.
     */
    public static final int MAX_MAPS = 100_000;

    private final int maps;
    private final long bytes;
    private final long seed;

    private SyntheticConfig(int maps, long bytes, long seed) {
        this.maps = maps;
        this.bytes = bytes;
        this.seed = seed;
    }

    /**
     * @param minMaps the smallest number of maps that the job supports
     * @param minBytesPerMap the smallest number of bytes that a map can make
     * @throws IllegalArgumentException if a setting is missing or out of range
     */
    public static SyntheticConfig read(Configuration conf, int minMaps, long minBytesPerMap) {
        SettingReader settings = new SettingReader(conf);
        int maps = (int) settings.number(JobKeys.MAPS, minMaps, MAX_MAPS);
        long bytes = settings.number(JobKeys.BYTES, maps * minBytesPerMap, Long.MAX_VALUE);
        return new SyntheticConfig(maps, bytes, readSeed(conf));
    }

    /** Returns only the seed, for jobs that check data made by other jobs. */
    public static long readSeed(Configuration conf) {
        return new SettingReader(conf).number(JobKeys.SEED, JobKeys.DEFAULT_SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public int maps() {
        return maps;
    }

    public long bytes() {
        return bytes;
    }

    public long seed() {
        return seed;
    }
}
