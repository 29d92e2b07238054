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

    static final int DEFAULT_NODES = 1;

    public EmbeddedOptions {
        dataDirs = List.copyOf(dataDirs);
        localDirs = List.copyOf(localDirs);
    }
}
