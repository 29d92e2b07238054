package org.spindlebench.it.proof;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * An HDFS that delays one kind of call of each file of a split, named by {@link #CALL}: {@code open}, {@code transfer}
 * (the tenth write), {@code hsync} or {@code close}. Public, because Hadoop makes it.
 */
public final class SlowHdfs extends DistributedFileSystem {
    static final String CALL = "spindle.it.slow";
    static final long MILLIS = 1500;
    private static final int SLOW_WRITE = 10;

    /** The seconds for which each file was open, in the order of closing. */
    static final List<Double> SECONDS = new CopyOnWriteArrayList<>();

    private void delay(Path file, String call) throws IOException {
        if (isOfSplit(file)) {
            pause(call, getConf().get(CALL, ""));
        }
    }

    private static boolean isOfSplit(Path file) {
        return file.getName().startsWith("part-m-");
    }

    private static void pause(String call, String slow) throws IOException {
        try {
            if (call.equals(slow)) {
                Thread.sleep(MILLIS);
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException(e.toString());
        }
    }

    @Override
    public FSDataOutputStream create(
            Path file,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum)
            throws IOException {
        long begin = System.nanoTime();
        delay(file, "open");
        FSDataOutputStream out =
                super.create(file, permission, flags, bufferSize, replication, blockSize, progress, checksum);
        return isOfSplit(file) ? new SlowOutput(out, begin, getConf().get(CALL, "")) : out;
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        long begin = System.nanoTime();
        delay(file, "open");
        FSDataInputStream in = super.open(file, bufferSize);
        return isOfSplit(file) ? new SlowInput(in, begin, getConf().get(CALL, "")) : in;
    }

    private static void closed(long begin) {
        SECONDS.add((System.nanoTime() - begin) / 1e9);
    }

    private static final class SlowOutput extends FSDataOutputStream {
        private final long begin;
        private final String slow;
        private int writes;

        SlowOutput(FSDataOutputStream out, long begin, String slow) throws IOException {
            super(out, null);
            this.begin = begin;
            this.slow = slow;
        }

        @Override
        public synchronized void write(byte[] buffer, int from, int length) throws IOException {
            writes++;
            if (writes == SLOW_WRITE) {
                pause("transfer", slow);
            }
            super.write(buffer, from, length);
        }

        @Override
        public void hsync() throws IOException {
            pause("hsync", slow);
            super.hsync();
        }

        @Override
        public void close() throws IOException {
            pause("close", slow);
            super.close();
            closed(begin);
        }
    }

    private static final class SlowInput extends FSDataInputStream {
        private final long begin;
        private final String slow;

        SlowInput(FSDataInputStream in, long begin, String slow) {
            super(in);
            this.begin = begin;
            this.slow = slow;
        }

        @Override
        public void close() throws IOException {
            pause("close", slow);
            super.close();
            closed(begin);
        }
    }
}
