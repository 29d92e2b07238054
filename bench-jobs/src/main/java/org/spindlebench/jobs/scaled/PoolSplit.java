package org.spindlebench.jobs.scaled;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** One map's part of the input. It has an index and ranges of files, which the map reads in order. */
public final class PoolSplit extends InputSplit implements Writable {
    /** A range of a file. */
    static final class Range {
        private final Path file;
        private final long offset;
        private final long length;

        Range(Path file, long offset, long length) {
            this.file = file;
            this.offset = offset;
            this.length = length;
        }

        Path file() {
            return file;
        }

        long offset() {
            return offset;
        }

        long length() {
            return length;
        }
    }

    private int index;
    private List<Range> ranges = Collections.emptyList();
    private String[] hosts = new String[0];

    /** Creates an empty split for deserialisation. */
    public PoolSplit() {}

    PoolSplit(int index, List<Range> ranges, String[] hosts) {
        this.index = index;
        this.ranges = ranges;
        this.hosts = hosts.clone();
    }

    /** Returns the split's index, from 0. A task's number may differ from it, because Hadoop sorts splits by size. */
    int index() {
        return index;
    }

    List<Range> ranges() {
        return ranges;
    }

    @Override
    public long getLength() {
        return ranges.stream().mapToLong(Range::length).sum();
    }

    /** Returns the hosts that store most of the split's bytes. */
    @Override
    public String[] getLocations() {
        return hosts.clone();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(index);
        out.writeInt(ranges.size());
        for (Range range : ranges) {
            Text.writeString(out, range.file.toString());
            out.writeLong(range.offset);
            out.writeLong(range.length);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        index = in.readInt();
        int size = in.readInt();
        ranges = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            ranges.add(new Range(new Path(Text.readString(in)), in.readLong(), in.readLong()));
        }
    }

    @Override
    public String toString() {
        return "split " + index + ", " + getLength() + " bytes in " + ranges.size() + " range(s)";
    }
}
