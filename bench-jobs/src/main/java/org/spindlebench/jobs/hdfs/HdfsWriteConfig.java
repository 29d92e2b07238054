package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.MapContext;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SettingReader;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.base.SplitFiles.Sync;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.hdfs.StreamSamples.SampleFiles;

/** The settings of jobs that fill one file per map. */
public final class HdfsWriteConfig {
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

    /** @throws IllegalArgumentException if a setting is missing or out of range */
    public static HdfsWriteConfig read(Configuration conf) {
        SyntheticConfig synthetic = SyntheticConfig.read(conf, 1, 1);
        if (synthetic.bytes() / synthetic.maps() >= FileData.MAX_FILE_BYTES) {
            throw new IllegalArgumentException(JobKeys.BYTES + "=" + synthetic.bytes()
                    + ": must be fewer than " + FileData.MAX_FILE_BYTES + " for each of " + synthetic.maps()
                    + " maps");
        }
        return new HdfsWriteConfig(synthetic, readBufferBytes(conf), DataKind.read(conf), Sync.read(conf));
    }

    /** Returns the buffer size in bytes, rounded down to a multiple of {@link FileData#UNIT_BYTES}. */
    public static int readBufferBytes(Configuration conf) {
        long bytes = new SettingReader(conf)
                .number(JobKeys.BUFFER_BYTES, DEFAULT_BUFFER_BYTES, MIN_BUFFER_BYTES, MAX_BUFFER_BYTES);
        return (int) (bytes / FileData.UNIT_BYTES * FileData.UNIT_BYTES);
    }

    public FileData file(int index) {
        return data.file(synthetic.seed(), index);
    }

    public int bufferBytes() {
        return bufferBytes;
    }

    public Sync sync() {
        return sync;
    }

    /**
     * Writes a split's share of seeded data. At each mark it writes whole buffers until the mark is reached, and it
     * ends exactly at the last mark.
     */
    public static final class FileFiller {
        /** Receives every buffer after it was written. */
        interface BufferListener {
            /** Receives a buffer whose first {@code length} bytes were written. */
            void wrote(byte[] buffer, int length);
        }

        private FileFiller() {}

        /** Writes a split's file and, beside it, its samples. Returns the number of bytes written. */
        static long write(MapContext<SyntheticSplit, LongWritable, ?, ?> context, BufferListener watcher)
                throws IOException, InterruptedException {
            SyntheticSplit split = (SyntheticSplit) context.getInputSplit();
            HdfsWriteConfig config = read(context.getConfiguration());
            StreamMeter meter = StreamMeter.start();
            long written;
            try (FSDataOutputStream out =
                    SplitFiles.create(context, split.index(), config.bufferBytes(), config.sync())) {
                meter.opened(context);
                written = fill(context, split, config, out, meter, watcher);
                meter.ready();
                if (config.sync().end(out)) {
                    meter.forced();
                }
                meter.closing(SplitFiles.name(split.index()));
            }
            SampleFiles.write(context, split.index(), meter.closed());
            return written;
        }

        /** Writes the share to an open stream and returns the number of bytes written. */
        static long fill(
                MapContext<SyntheticSplit, LongWritable, ?, ?> context,
                SyntheticSplit split,
                HdfsWriteConfig config,
                FSDataOutputStream out,
                StreamMeter meter,
                BufferListener watcher)
                throws IOException, InterruptedException {
            FileData data = config.file(split.index());
            byte[] buffer = new byte[config.bufferBytes()];
            long written = 0;
            while (context.nextKeyValue()) {
                while (written < context.getCurrentValue().get()) {
                    int length = (int) Math.min(buffer.length, split.bytes() - written);
                    data.fill(written, buffer, length);
                    meter.ready();
                    out.write(buffer, 0, length);
                    written += length;
                    meter.moved(written);
                    watcher.wrote(buffer, length);
                    context.progress();
                }
            }
            return written;
        }
    }
}
