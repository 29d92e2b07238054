package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.spindlebench.jobs.hdfs.BufferInputFormat.BufferReader;

/**
 * Reads whole files, one per map, in buffers of {@code spindle.buffer.bytes}. A record's key is the reader, which knows
 * the offset of the record's bytes.
 */
public final class BufferInputFormat extends FileInputFormat<BufferReader, BytesWritable> {
    @Override
    protected boolean isSplitable(JobContext context, Path file) {
        return false;
    }

    @Override
    public RecordReader<BufferReader, BytesWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new BufferReader();
    }

    /** Reads a part of a file, from the split's start on. */
    public static class BufferReader extends RecordReader<BufferReader, BytesWritable> {
        private StreamMeter meter;
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
            meter = StreamMeter.start();
            in = file.getPath().getFileSystem(context.getConfiguration()).open(file.getPath(), buffer.length);
            in.seek(start);
            meter.opened(context);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            int size = (int) Math.min(buffer.length, length - read);
            if (size == 0) {
                return false;
            }
            meter.ready();
            in.readFully(buffer, 0, size);
            read += size;
            meter.moved(read);
            bytes = new BytesWritable(buffer, size);
            return true;
        }

        @Override
        public BufferReader getCurrentKey() {
            return this;
        }

        @Override
        public BytesWritable getCurrentValue() {
            return bytes;
        }

        @Override
        public float getProgress() {
            return length == 0 ? 1 : read / (float) length;
        }

        /** Returns the offset in the file of the current record. */
        public long offset() {
            return start + read - bytes.getLength();
        }

        /** Closes the file and returns the stream's samples. The file was read to its end. */
        StreamSamples end() throws IOException {
            meter.ended();
            close();
            return meter.closed();
        }

        @Override
        public void close() throws IOException {
            if (in != null) {
                in.close();
                in = null;
            }
        }
    }
}
