package org.spindlebench.jobs.scaled;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.spindlebench.jobs.synthetic.SplitFiles;

/** The ranges of a split in buffers: the place of each, and its bytes. */
final class PoolReader extends RecordReader<PoolPlace, BytesWritable> {
    private final PoolSplit split;
    private Configuration conf;
    private byte[] buffer;
    private FSDataInputStream in;
    private int range;
    private int file;
    private long readOfRange;
    private long read;
    private PoolPlace place;
    private BytesWritable bytes;

    PoolReader(PoolSplit split) {
        this.split = split;
    }

    @Override
    public void initialize(InputSplit ignored, TaskAttemptContext context) {
        conf = context.getConfiguration();
        buffer = new byte[ScaledConfig.read(conf).bufferBytes()];
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        if (range < split.ranges().size()
                && readOfRange == split.ranges().get(range).length()) {
            close();
            range++;
            readOfRange = 0;
        }
        if (range == split.ranges().size()) {
            return false;
        }
        PoolSplit.Range now = split.ranges().get(range);
        if (in == null) {
            file = SplitFiles.index(now.file());
            in = now.file().getFileSystem(conf).open(now.file(), buffer.length);
            in.seek(now.offset());
        }
        int size = (int) Math.min(buffer.length, now.length() - readOfRange);
        in.readFully(buffer, 0, size);
        place = new PoolPlace(file, now.offset() + readOfRange);
        bytes = new BytesWritable(buffer, size);
        readOfRange += size;
        read += size;
        return true;
    }

    @Override
    public PoolPlace getCurrentKey() {
        return place;
    }

    @Override
    public BytesWritable getCurrentValue() {
        return bytes;
    }

    @Override
    public float getProgress() {
        return split.getLength() == 0 ? 1 : read / (float) split.getLength();
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
            in = null;
        }
    }
}
