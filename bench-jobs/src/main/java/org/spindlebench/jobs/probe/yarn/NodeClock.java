package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The difference between the NameNode's clock and this node's clock. It is determined from the modification time that
 * the NameNode gives to a closed file.
 */
final class NodeClock {
    private static final int TRIES = 3;

    private final long offset;
    private final long error;

    private NodeClock(long offset, long error) {
        this.offset = offset;
        this.error = error;
    }

    /** Compares the clocks by creating and removing a file. The quickest of several calls counts. */
    static NodeClock measure(FileSystem fs, String file) throws IOException {
        NodeClock best = null;
        for (int i = 0; i < TRIES; i++) {
            NodeClock one = once(fs, new Path(file));
            best = best == null || one.error < best.error ? one : best;
        }
        return best;
    }

    private static NodeClock once(FileSystem fs, Path file) throws IOException {
        OutputStream open = fs.create(file, true);
        long before = System.currentTimeMillis();
        open.close();
        long after = System.currentTimeMillis();
        long nameNode = fs.getFileStatus(file).getModificationTime();
        fs.delete(file, false);
        return new NodeClock(nameNode - (before + after) / 2, (after - before + 1) / 2);
    }

    /** Returns the milliseconds to add to this node's time to get the NameNode's time. */
    long offset() {
        return offset;
    }

    /** Returns the largest possible error of the offset in milliseconds. */
    long error() {
        return error;
    }
}
