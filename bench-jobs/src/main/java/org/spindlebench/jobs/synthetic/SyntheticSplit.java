package org.spindlebench.jobs.synthetic;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** One map's part: which of how many, and the bytes it has to make. It has no data and no place. */
public final class SyntheticSplit extends InputSplit implements Writable {
    private int index;
    private long bytes;

    /** For deserialisation only. */
    public SyntheticSplit() {}

    public SyntheticSplit(int index, long bytes) {
        this.index = index;
        this.bytes = bytes;
    }

    /** From 0. A task's number is not the index: Hadoop sorts splits by size. */
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
