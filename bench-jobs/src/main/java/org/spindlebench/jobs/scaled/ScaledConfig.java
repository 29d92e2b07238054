package org.spindlebench.jobs.scaled;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SettingReader;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.base.SplitFiles.Sync;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.jobs.base.SyntheticInputFormat.Shares;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.hdfs.HdfsWriteConfig;
import org.spindlebench.jobs.shuffle.ShuffleRecords;

/** The bytes that a scaled job reads, shuffles and writes, and each task's share of them. */
final class ScaledConfig {
    private final int maps;
    private final long inputBytes;
    private final long inputOffset;
    private final long shuffleBytes;
    private final long outputBytes;
    private final long seed;
    private final DataKind data;
    private final DataKind shuffleData;
    private final int bufferBytes;

    private ScaledConfig(Configuration conf) {
        SettingReader settings = new SettingReader(conf);
        this.maps = (int) settings.number(JobKeys.MAPS, 1, SyntheticConfig.MAX_MAPS);
        this.inputBytes = settings.number(JobKeys.INPUT_BYTES, 0, Long.MAX_VALUE);
        this.inputOffset = settings.number(JobKeys.INPUT_OFFSET, 0, 0, Long.MAX_VALUE);
        this.shuffleBytes = settings.number(JobKeys.SHUFFLE_BYTES, 0, Long.MAX_VALUE);
        this.outputBytes = settings.number(JobKeys.OUTPUT_BYTES, 0, Long.MAX_VALUE);
        this.seed = SyntheticConfig.readSeed(conf);
        this.data = DataKind.read(conf);
        this.shuffleData = settings.parsed(JobKeys.SHUFFLE_DATA, ShuffleRecords.TEXT, ShuffleRecords::kind);
        this.bufferBytes = HdfsWriteConfig.readBufferBytes(conf);
    }

    /** @throws IllegalArgumentException if a setting is missing or out of range */
    static ScaledConfig read(Configuration conf) {
        return new ScaledConfig(conf);
    }

    int maps() {
        return maps;
    }

    long inputBytes() {
        return inputBytes;
    }

    /** Returns the offset in the concatenated files at which the input begins. */
    long inputOffset() {
        return inputOffset;
    }

    int bufferBytes() {
        return bufferBytes;
    }

    FileData inputFile(int index) {
        return data.file(seed, index);
    }

    /**
     * Returns the content of the output file with the given index, which differs from the content of the input file.
     */
    FileData outputFile(int index) {
        return data.file(SplitMix.mix(seed), index);
    }

    boolean shuffles() {
        return shuffleBytes > 0;
    }

    /** Returns the framed bytes of all records: the requested number, but at least the size of one record. */
    long framedBytes() {
        return framedBytes(shuffleBytes);
    }

    static long framedBytes(long asked) {
        return asked == 0 ? 0 : Math.max(ShuffleRecords.MIN_BYTES, asked);
    }

    /** Returns a map's share of the shuffle. If there are fewer records than maps, the share of the last maps is 0. */
    long shuffleShare(int map) {
        int emitting = (int) Math.min(maps, framedBytes() / ShuffleRecords.MIN_BYTES);
        return map < emitting ? Shares.of(framedBytes(), emitting, map) : 0;
    }

    /** Returns a maker of the records that a map emits; null if its share of the shuffle is 0. */
    ShuffleRecords records(int map) {
        long share = shuffleShare(map);
        return share == 0 ? null : ShuffleRecords.of(shuffleData, seed, map, share);
    }

    long inputShare(int map) {
        return Shares.of(inputBytes, maps, map);
    }

    /** Writes a task's share of the output in steps, not forced to the medium. Makes no file if the share is 0. */
    static final class SeededOutput implements Closeable {
        private final TaskInputOutputContext<?, ?, ?, ?> context;
        private final FSDataOutputStream out;
        private final FileData data;
        private final byte[] buffer;
        private final long share;
        private long written;

        SeededOutput(TaskInputOutputContext<?, ?, ?, ?> context, ScaledConfig config, int task, int tasks)
                throws IOException, InterruptedException {
            this.context = context;
            this.share = Shares.of(config.outputBytes, tasks, task);
            this.data = config.outputFile(task);
            this.buffer = new byte[config.bufferBytes()];
            this.out = share == 0 ? null : SplitFiles.create(context, task, config.bufferBytes(), Sync.NONE);
        }

        /** Writes whole buffers up to the given part of the share, from 0 to 1. */
        void writeUpTo(double part) throws IOException {
            long target = (long) (share * Math.min(1, part));
            while (target - written >= buffer.length) {
                write(buffer.length);
            }
        }

        /** Writes and counts the remaining bytes. */
        void finish() throws IOException {
            while (written < share) {
                write((int) Math.min(buffer.length, share - written));
            }
            context.getCounter(ScaledTool.Counter.OUTPUT_BYTES).increment(written);
            context.getCounter(FileOutputFormatCounter.BYTES_WRITTEN).increment(written);
        }

        private void write(int length) throws IOException {
            data.fill(written, buffer, length);
            out.write(buffer, 0, length);
            written += length;
        }

        @Override
        public void close() throws IOException {
            if (out != null) {
                out.close();
            }
        }
    }
}
