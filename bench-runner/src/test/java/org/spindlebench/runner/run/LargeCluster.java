package org.spindlebench.runner.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The directory {@code large:/data} of a cluster of many hosts, as the NameNode would list it. Its files all have one
 * length, and its blocks three replicas. Nothing can be read or written.
 */
public final class LargeCluster extends FileSystem {
    private static final Path DIRECTORY = new Path("large:/data");
    private static final int REPLICAS = 3;

    private String[] hosts;
    private int files;
    private long length;
    private long block;

    /** Returns a configuration in which {@code large:} is such a cluster. */
    public static Configuration holding(List<String> hosts, int files, long length, long block) {
        Configuration conf = new Configuration(false);
        conf.setClass("fs.large.impl", LargeCluster.class, FileSystem.class);
        conf.setBoolean("fs.large.impl.disable.cache", true);
        conf.setStrings("large.hosts", hosts.toArray(new String[0]));
        conf.setInt("large.files", files);
        conf.setLong("large.length", length);
        conf.setLong("large.block", block);
        return conf;
    }

    /** Returns host names of equal length. */
    public static List<String> hosts(int number, int letters) {
        return IntStream.range(0, number)
                .mapToObj(i -> "node-" + (1000 + i) + "." + "x".repeat(letters - 10))
                .toList();
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        hosts = conf.getStrings("large.hosts");
        files = conf.getInt("large.files", 0);
        length = conf.getLong("large.length", 0);
        block = conf.getLong("large.block", 0);
    }

    @Override
    public URI getUri() {
        return URI.create("large:///");
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        if (!path.toUri().getPath().equals("/data")) {
            throw new FileNotFoundException(path.toString());
        }
        return new FileStatus(0, true, 0, 0, 0, DIRECTORY);
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) {
        Iterator<LocatedFileStatus> each =
                IntStream.range(0, files).mapToObj(this::file).iterator();
        return new RemoteIterator<>() {
            @Override
            public boolean hasNext() {
                return each.hasNext();
            }

            @Override
            public LocatedFileStatus next() {
                return each.next();
            }
        };
    }

    private LocatedFileStatus file(int index) {
        Path path = new Path(DIRECTORY, "part-m-" + (10_000 + index));
        List<BlockLocation> blocks = new ArrayList<>();
        for (long at = 0; at < length; at += block) {
            int first = Math.floorMod(index * 31 + (int) (at / block) * 7, hosts.length);
            String[] on = new String[REPLICAS];
            for (int i = 0; i < REPLICAS; i++) {
                on[i] = hosts[(first + i * 41) % hosts.length];
            }
            blocks.add(new BlockLocation(on, on, at, Math.min(block, length - at)));
        }
        FileStatus status = new FileStatus(length, false, REPLICAS, block, 0, path);
        return new LocatedFileStatus(status, blocks.toArray(new BlockLocation[0]));
    }

    @Override
    public FileStatus[] listStatus(Path path) {
        throw new UnsupportedOperationException("it is listed with its blocks");
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
        throw new UnsupportedOperationException("nothing can be read");
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw new UnsupportedOperationException("nothing can be written");
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException("nothing can be written");
    }

    @Override
    public boolean rename(Path from, Path to) {
        return false;
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        return false;
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        throw new UnsupportedOperationException("paths are absolute");
    }

    @Override
    public Path getWorkingDirectory() {
        return DIRECTORY;
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        return false;
    }
}
