package org.spindlebench.it.proof;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A directory of files in HDFS that a test may spoil. */
record HdfsTree(FileSystem fileSystem, String path) {
    private static final int BUFFER = 1 << 16;

    /** Copies the files, with their replication, to a directory next to this one. */
    HdfsTree copy(String name) throws IOException {
        HdfsTree copy = new HdfsTree(fileSystem, path + "-" + name);
        for (Path file : files()) {
            copy.write(file.getName(), bytes(file), fileSystem.getFileStatus(file));
        }
        return copy;
    }

    /** Returns the files that hold data, in the order of their names. */
    List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (FileStatus status : fileSystem.listStatus(new Path(path))) {
            if (status.isFile() && !status.getPath().getName().startsWith("_")) {
                files.add(status.getPath());
            }
        }
        return files;
    }

    Path first() throws IOException {
        return files().get(0);
    }

    byte[] bytes(Path file) throws IOException {
        byte[] content = new byte[Math.toIntExact(fileSystem.getFileStatus(file).getLen())];
        try (FSDataInputStream in = fileSystem.open(file)) {
            in.readFully(0, content);
        }
        return content;
    }

    /** Replaces a file's content, and keeps its replication. */
    void rewrite(Path file, byte[] content) throws IOException {
        write(file.getName(), content, fileSystem.getFileStatus(file));
    }

    void delete(Path file) throws IOException {
        if (!fileSystem.delete(file, false)) {
            throw new IOException(file + " was not there");
        }
    }

    private void write(String name, byte[] content, FileStatus like) throws IOException {
        Path target = new Path(path, name);
        try (OutputStream out = fileSystem.create(target, true, BUFFER, like.getReplication(), like.getBlockSize())) {
            out.write(content);
        }
    }
}
