package org.spindlebench.jobs.wordcount;

import org.apache.hadoop.conf.Configuration;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.synthetic.SyntheticConfig;

/** Settings of {@link TextGenerator}. */
final class TextConfig {
    /** With fewer, two splits are too many of all for a rare word to be rare. */
    static final int MIN_MAPS = 4;
    /** With less, the base vocabulary is too small for a text. */
    static final long MIN_BYTES_PER_MAP = 1 << 16;
    /** With more, there would be more rare words than eight letters have; about 70 TB. */
    static final long MAX_BYTES = RareWords.MAX / 3 * 1000;

    /** With more, the numbers of a split's rare words would overflow. */
    static final long MAX_BYTES_PER_MAP = 1L << 39;

    private final SyntheticConfig synthetic;

    private TextConfig(SyntheticConfig synthetic) {
        this.synthetic = synthetic;
    }

    static TextConfig read(Configuration conf) {
        SyntheticConfig synthetic = SyntheticConfig.read(conf, MIN_MAPS, MIN_BYTES_PER_MAP);
        long max = Math.min(MAX_BYTES, synthetic.maps() * MAX_BYTES_PER_MAP);
        if (synthetic.bytes() > max) {
            throw new IllegalArgumentException(JobKeys.BYTES + "=" + synthetic.bytes() + ": allowed are at most " + max
                    + " over " + synthetic.maps() + " maps");
        }
        return new TextConfig(synthetic);
    }

    int maps() {
        return synthetic.maps();
    }

    long bytes() {
        return synthetic.bytes();
    }

    long seed() {
        return synthetic.seed();
    }
}
