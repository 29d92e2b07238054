package org.spindlebench.jobs.scaled;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.synthetic.SplitFiles;
import org.spindlebench.jobs.synthetic.Sync;

/** A task's share of the output, written bit by bit to a file of its own; no file where the share is nothing. Nothing is forced to the medium. */
final class SeededOutput implements Closeable {
    private final FSDataOutputStream out;
    private final FileData data;
    private final byte[] buffer;
    private final long share;
    private long written;

    SeededOutput(TaskInputOutputContext<?, ?, ?, ?> context, ScaledConfig config, int task, int tasks)
            throws IOException, InterruptedException {
        this.share = config.outputShare(task, tasks);
        this.data = config.outputFile(task);
        this.buffer = new byte[config.bufferBytes()];
        this.out = share == 0 ? null : SplitFiles.create(context, task, config.bufferBytes(), Sync.NONE);
    }

    /** Writes whole buffers, up to this part of the share. */
    void writeUpTo(double part) throws IOException {
        long target = (long) (share * Math.min(1, part));
        while (target - written >= buffer.length) {
            write(buffer.length);
        }
    }

    /** Writes what is left; returns the bytes of all. */
    long finish() throws IOException {
        while (written < share) {
            write((int) Math.min(buffer.length, share - written));
        }
        return written;
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
