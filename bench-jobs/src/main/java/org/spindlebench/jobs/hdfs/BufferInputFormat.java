package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Reads whole files, one per map, in buffers of {@code spindle.buffer.bytes}. Each record contains an offset and the
 * bytes that start there.
 */
public final class BufferInputFormat extends FileInputFormat<LongWritable, BytesWritable> {
    @Override
    protected boolean isSplitable(JobContext context, Path file) {
        return false;
    }

    @Override
    public RecordReader<LongWritable, BytesWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new BufferReader();
    }

    /** Reads a part of a file, from the split's start on. */
    public static class BufferReader extends RecordReader<LongWritable, BytesWritable> {
        private final LongWritable offset = new LongWritable();
        private BytesWritable bytes;
        private byte[] buffer;
        private FSDataInputStream in;
        private long start;
        private long length;
        private long read;

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            FileSplit file = (FileSplit) split;
            start = file.getStart();
            length = file.getLength();
            buffer = new byte[HdfsWriteConfig.readBufferBytes(context.getConfiguration())];
            in = file.getPath().getFileSystem(context.getConfiguration()).open(file.getPath(), buffer.length);
            in.seek(start);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            int size = (int) Math.min(buffer.length, length - read);
            if (size == 0) {
                return false;
            }
            in.readFully(buffer, 0, size);
            offset.set(start + read);
            bytes = new BytesWritable(buffer, size);
            read += size;
            return true;
        }

        @Override
        public LongWritable getCurrentKey() {
            return offset;
        }

        @Override
        public BytesWritable getCurrentValue() {
            return bytes;
        }

        @Override
        public float getProgress() {
            return length == 0 ? 1 : read / (float) length;
        }

        @Override
        public void close() throws IOException {
            if (in != null) {
                in.close();
            }
        }
    }
}
