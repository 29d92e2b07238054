package org.spindlebench.jobs.synthetic;

import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Gives a split's share in a hundred steps at most, none of them empty. */
final class MarkReader extends RecordReader<SyntheticSplit, LongWritable> {
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
