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
 * Splits without data. A map is called with its split and, repeatedly, with a larger number of bytes. In each call it
 * makes data until it has made that many in total. The last number is the split's whole share. Many calls instead of
 * one let Hadoop see progress.
 */
public final class SyntheticInputFormat extends InputFormat<SyntheticInputFormat.SyntheticSplit, LongWritable> {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
        SyntheticConfig config = SyntheticConfig.read(context.getConfiguration(), 1, 1);
        List<InputSplit> splits = new ArrayList<>(config.maps());
        for (int index = 0; index < config.maps(); index++) {
            splits.add(new SyntheticSplit(index, Shares.of(config.bytes(), config.maps(), index)));
        }
        return splits;
    }

    @Override
    public RecordReader<SyntheticSplit, LongWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new MarkReader((SyntheticSplit) split);
    }

    /** Divides a split's share into at most a hundred steps, none of them empty. */
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
            // The split came with the constructor.
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
            // A step is handed out before its data are made.
            return Math.max(0, step - 1) / (float) steps;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    /** One map's part: its index and the bytes it has to make. It has no data and no location. */
    public static final class SyntheticSplit extends InputSplit implements Writable {
        private int index;
        private long bytes;

        /** For deserialisation only. */
        public SyntheticSplit() {}

        public SyntheticSplit(int index, long bytes) {
            this.index = index;
            this.bytes = bytes;
        }

        /** Returns the index, from 0. A task's number is not the index, because Hadoop sorts splits by size. */
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
            return new String[0];
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

    /** Spreads a total over parts. Shares differ by at most one, the first ones are larger, and nothing is dropped. */
    public static final class Shares {
        private Shares() {}

        public static long of(long total, int parts, int index) {
            return total / parts + (index < total % parts ? 1 : 0);
        }
    }
}
