package org.spindlebench.jobs.hdfswrite;

import org.apache.hadoop.conf.Configuration;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.SettingReader;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.synthetic.Sync;
import org.spindlebench.jobs.synthetic.SyntheticConfig;

/** Settings of {@link HdfsWrite}. */
final class HdfsWriteConfig {
    static final int DEFAULT_BUFFER_BYTES = 1 << 20;
    private static final int MIN_BUFFER_BYTES = 512;
    private static final int MAX_BUFFER_BYTES = 1 << 28;

    private final SyntheticConfig synthetic;
    private final int bufferBytes;
    private final DataKind data;
    private final Sync sync;

    private HdfsWriteConfig(SyntheticConfig synthetic, int bufferBytes, DataKind data, Sync sync) {
        this.synthetic = synthetic;
        this.bufferBytes = bufferBytes;
        this.data = data;
        this.sync = sync;
    }

    static HdfsWriteConfig read(Configuration conf) {
        SyntheticConfig synthetic = SyntheticConfig.read(conf, 1, 1);
        if (synthetic.bytes() / synthetic.maps() >= FileData.MAX_FILE_BYTES) {
            throw new IllegalArgumentException(JobKeys.BYTES + "=" + synthetic.bytes()
                    + ": allowed are fewer than " + FileData.MAX_FILE_BYTES + " for each of " + synthetic.maps()
                    + " maps");
        }
        return new HdfsWriteConfig(synthetic, readBufferBytes(conf), DataKind.read(conf), Sync.read(conf));
    }

    /** Rounded down to whole units of {@link FileData}. */
    static int readBufferBytes(Configuration conf) {
        long bytes = new SettingReader(conf)
                .number(JobKeys.BUFFER_BYTES, DEFAULT_BUFFER_BYTES, MIN_BUFFER_BYTES, MAX_BUFFER_BYTES);
        return (int) (bytes / FileData.UNIT_BYTES * FileData.UNIT_BYTES);
    }

    /** What the file of a split holds. */
    FileData file(int index) {
        return data.file(synthetic.seed(), index);
    }

    int bufferBytes() {
        return bufferBytes;
    }

    Sync sync() {
        return sync;
    }
}
