package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * The cluster that {@code --embedded} starts.
 *
 * @param dataDirs for HDFS's blocks; empty for temporary ones
 * @param localDirs for shuffle and spills; empty for temporary ones
 * @param dataNodes how many
 * @param nodeManagers how many
 */
public record EmbeddedOptions(List<StorageDirectory> dataDirs, List<Path> localDirs, int dataNodes, int nodeManagers) {
    /** More on one machine measure nothing. */
    static final int MOST_NODES = 64;

    /** Enough for the usual replication of 3. */
    static final int DEFAULT_DATA_NODES = 3;

    static final int DEFAULT_NODE_MANAGERS = 1;

    public EmbeddedOptions {
        dataDirs = List.copyOf(dataDirs);
        localDirs = List.copyOf(localDirs);
    }
}
