package org.spindlebench.jobs.hdfswrite;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.synthetic.SyntheticSplit;

/** Writes a split's share of seeded data: up to each mark, rounded up to whole buffers; the last mark exactly. */
public final class FileFiller {
    /** Sees every buffer after it was written. */
    public interface Watcher {
        /**
         * A buffer was written.
         *
         * @param buffer its first {@code length} bytes
         * @param written bytes written so far, these included
         */
        void wrote(byte[] buffer, int length, long written);
    }

    private FileFiller() {}

    /** Returns the bytes written. */
    public static long fill(
            TaskInputOutputContext<SyntheticSplit, LongWritable, ?, ?> context,
            SyntheticSplit split,
            HdfsWriteConfig config,
            FSDataOutputStream out,
            Watcher watcher)
            throws IOException, InterruptedException {
        FileData data = config.file(split.index());
        byte[] buffer = new byte[config.bufferBytes()];
        long written = 0;
        while (context.nextKeyValue()) {
            while (written < context.getCurrentValue().get()) {
                int length = (int) Math.min(buffer.length, split.bytes() - written);
                data.fill(written, buffer, length);
                out.write(buffer, 0, length);
                written += length;
                watcher.wrote(buffer, length, written);
                context.progress();
            }
        }
        return written;
    }
}
