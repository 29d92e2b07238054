package org.spindlebench.it.proof;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS of three DataNodes, each with one DISK directory and one SSD directory. */
record TieredHdfs(MiniDFSCluster cluster) implements AutoCloseable {
    private static final int DATA_NODES = 3;

    static TieredHdfs start(Path directory) throws IOException {
        Configuration conf = new Configuration();
        conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
        // Otherwise HDFS avoids a DataNode that has done more than others, but all three are needed.
        conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
        MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf, directory.toFile())
                .numDataNodes(DATA_NODES)
                .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD})
                .build();
        cluster.waitActive();
        return new TieredHdfs(cluster);
    }

    DistributedFileSystem fileSystem() throws IOException {
        return cluster.getFileSystem();
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }
}
