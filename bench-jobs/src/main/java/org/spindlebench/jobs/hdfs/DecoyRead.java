package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;

/**
 * Reads files to push other data out of page caches. Linux keeps pages longer if they are read again while in memory.
 * Each piece is therefore read twice in a row, so that the pages of other data that was read again also age.
 */
public final class DecoyRead extends JobTool {
    /** Counts the bytes read. */
    public enum Counter {
        /** Bytes of the files, each counted once. */
        BYTES
    }

    private static final int TIMES = 2;
    private static final int BUFFER_BYTES = 1 << 20;
    /** The bytes of a piece. A piece is much smaller than any memory, so it is still in memory for the second read. */
    private static final long PIECE_BYTES = 32L << 20;

    public DecoyRead() {
        super("decoy-read", "dir");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        FileInputFormat.setInputPaths(job, new Path(args[0]));
        MapOnly.counting(job, BufferInputFormat.class, ReadMapper.class);
    }

    /** Reads one file. */
    public static final class ReadMapper extends Mapper<LongWritable, BytesWritable, NullWritable, NullWritable> {
        private final byte[] buffer = new byte[BUFFER_BYTES];

        @Override
        public void run(Context context) throws IOException {
            FileSplit file = (FileSplit) context.getInputSplit();
            try (FSDataInputStream in =
                    file.getPath().getFileSystem(context.getConfiguration()).open(file.getPath(), BUFFER_BYTES)) {
                for (long piece = 0; piece < file.getLength(); piece += PIECE_BYTES) {
                    long end = Math.min(file.getLength(), piece + PIECE_BYTES);
                    for (int time = 0; time < TIMES; time++) {
                        read(in, piece, end, context);
                    }
                    context.getCounter(Counter.BYTES).increment(end - piece);
                }
            }
        }

        private void read(FSDataInputStream in, long from, long to, Context context) throws IOException {
            in.seek(from);
            for (long at = from; at < to; ) {
                int size = (int) Math.min(buffer.length, to - at);
                in.readFully(buffer, 0, size);
                at += size;
                context.progress();
            }
        }
    }
}
