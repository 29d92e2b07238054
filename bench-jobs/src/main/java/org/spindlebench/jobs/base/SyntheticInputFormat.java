package org.spindlebench.jobs.base;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Creates splits without data. A map is called several times with its split and an increasing number of bytes. In each
 * call it makes data until it has made that many bytes in total. The last number is the split's whole share. Hadoop
 * sees progress, because there are several calls instead of one.
 *
 * <p>{@link SplitHosts#KEY} assigns the splits to hosts.
 */
public final class SyntheticInputFormat extends InputFormat<SyntheticInputFormat.SyntheticSplit, LongWritable> {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
        SyntheticConfig config = SyntheticConfig.read(context.getConfiguration(), 1, 1);
        List<String[]> hosts = SplitHosts.take(context.getConfiguration(), config.maps());
        List<InputSplit> splits = new ArrayList<>(config.maps());
        for (int index = 0; index < config.maps(); index++) {
            splits.add(new SyntheticSplit(index, Shares.of(config.bytes(), config.maps(), index), hosts.get(index)));
        }
        return splits;
    }

    @Override
    public RecordReader<SyntheticSplit, LongWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new MarkReader((SyntheticSplit) split);
    }

    /** Divides a split's share into at most a hundred steps. No step is empty. */
    static final class MarkReader extends RecordReader<SyntheticSplit, LongWritable> {
        private static final int MAX_STEPS = 100;

        private final SyntheticSplit split;
        private final int steps;
        private final LongWritable mark = new LongWritable();
        private int step;

        MarkReader(SyntheticSplit split) {
            this.split = split;
            this.steps = (int) Math.max(1, Math.min(MAX_STEPS, split.bytes()));
        }

        @Override
        public void initialize(InputSplit ignored, TaskAttemptContext context) {
            // The constructor already received the split.
        }

        @Override
        public boolean nextKeyValue() {
            if (step == steps) {
                return false;
            }
            mark.set(mark.get() + Shares.of(split.bytes(), steps, step++));
            return true;
        }

        @Override
        public SyntheticSplit getCurrentKey() {
            return split;
        }

        @Override
        public LongWritable getCurrentValue() {
            return mark;
        }

        @Override
        public float getProgress() {
            // The step was handed out, but its data is not made yet.
            return Math.max(0, step - 1) / (float) steps;
        }

        @Override
        public void close() {
            // Nothing needs closing.
        }
    }

    /**
     * One map's part of the data: its index and the number of bytes to make. It has no input. Only the client knows its
     * hosts, and tells them to the ApplicationMaster.
     */
    public static final class SyntheticSplit extends InputSplit implements Writable {
        private final String[] hosts;
        private int index;
        private long bytes;

        /** Creates an empty split for deserialisation. */
        public SyntheticSplit() {
            this(0, 0);
        }

        public SyntheticSplit(int index, long bytes) {
            this(index, bytes, new String[0]);
        }

        SyntheticSplit(int index, long bytes, String[] hosts) {
            this.index = index;
            this.bytes = bytes;
            this.hosts = hosts;
        }

        /**
         * Returns the split's index, from 0. A task's number may differ from it, because Hadoop sorts splits by size.
         */
        public int index() {
            return index;
        }

        public long bytes() {
            return bytes;
        }

        @Override
        public long getLength() {
            return bytes;
        }

        @Override
        public String[] getLocations() {
            return hosts.clone();
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(index);
            out.writeLong(bytes);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            index = in.readInt();
            bytes = in.readLong();
        }

        @Override
        public String toString() {
            return "synthetic split " + index + ", " + bytes + " bytes";
        }
    }

    /** Divides a total into parts that differ by at most one. The larger parts come first. */
    public static final class Shares {
        private Shares() {}

        public static long of(long total, int parts, int index) {
            return total / parts + (index < total % parts ? 1 : 0);
        }
    }
}
