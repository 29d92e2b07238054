package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The difference between this node's clock and the NameNode's. A file that is closed gets the NameNode's time. */
final class NodeClock {
    private static final int TRIES = 3;

    private final long offset;
    private final long error;

    private NodeClock(long offset, long error) {
        this.offset = offset;
        this.error = error;
    }

    /** Compares the clocks by a file that is made and removed; of several tries the quickest counts. */
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

    /** Returns the milliseconds to add to this node's time to get the NameNode's. */
    long offset() {
        return offset;
    }

    /** Returns the largest error of the offset in milliseconds. */
    long error() {
        return error;
    }
}
