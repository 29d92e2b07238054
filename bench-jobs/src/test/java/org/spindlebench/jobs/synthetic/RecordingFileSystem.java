package org.spindlebench.jobs.synthetic;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/** Remembers how a file was to be created, and creates none. */
final class RecordingFileSystem extends RawLocalFileSystem {
    private String created = "nothing";

    String created() {
        return created;
    }

    @Override
    public FSDataOutputStream create(
            Path file, boolean overwrite, int buffer, short replication, long block, Progressable progress)
            throws IOException {
        created = file + " overwrite=" + overwrite + " buffer=" + buffer + " replication=" + replication + " block="
                + block;
        return new FSDataOutputStream(OutputStream.nullOutputStream(), null);
    }
}
