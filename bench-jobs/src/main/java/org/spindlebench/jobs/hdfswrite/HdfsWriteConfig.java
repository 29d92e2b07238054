package org.spindlebench.jobs.hdfswrite;

import org.apache.hadoop.conf.Configuration;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.SettingReader;
import org.spindlebench.jobs.synthetic.SyntheticConfig;

/** Settings of {@link HdfsWrite}. */
final class HdfsWriteConfig {
    static final int DEFAULT_BUFFER_BYTES = 1 << 20;
    private static final int MIN_BUFFER_BYTES = 512;
    private static final int MAX_BUFFER_BYTES = 1 << 28;

    /** When a file's data are forced to the medium. */
    enum Sync {
        NONE,
        CLOSE
    }

    private final SyntheticConfig synthetic;
    private final int bufferBytes;
    private final Sync sync;

    private HdfsWriteConfig(SyntheticConfig synthetic, int bufferBytes, Sync sync) {
        this.synthetic = synthetic;
        this.bufferBytes = bufferBytes;
        this.sync = sync;
    }

    static HdfsWriteConfig read(Configuration conf) {
        SyntheticConfig synthetic = SyntheticConfig.read(conf, 1, 1);
        if (synthetic.bytes() / synthetic.maps() >= RandomBytes.MAX_FILE_BYTES) {
            throw new IllegalArgumentException(JobKeys.BYTES + "=" + synthetic.bytes()
                    + ": allowed are fewer than " + RandomBytes.MAX_FILE_BYTES + " for each of " + synthetic.maps()
                    + " maps");
        }
        Sync sync = new SettingReader(conf).choice(JobKeys.SYNC, Sync.CLOSE);
        return new HdfsWriteConfig(synthetic, readBufferBytes(conf), sync);
    }

    /** Rounded down to a multiple of 8: the data are made in longs. */
    static int readBufferBytes(Configuration conf) {
        long bytes = new SettingReader(conf)
                .number(JobKeys.BUFFER_BYTES, DEFAULT_BUFFER_BYTES, MIN_BUFFER_BYTES, MAX_BUFFER_BYTES);
        return (int) (bytes / Long.BYTES * Long.BYTES);
    }

    long seed() {
        return synthetic.seed();
    }

    int bufferBytes() {
        return bufferBytes;
    }

    Sync sync() {
        return sync;
    }
}
