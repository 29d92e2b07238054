package org.spindlebench.runner.cluster;

import java.util.List;

/**
 * How HDFS keeps a block.
 *
 * @param storagePolicy the storage policy that its file has, or gets from a directory above, such as {@code ALL_SSD}; empty
 *     where none was set
 * @param erasureCoding the erasure-coding policy of its file, such as {@code RS-6-3-1024k}; empty where it is replicated
 * @param storageTypes what each reported replica lies on, such as {@code SSD}, sorted
 * @param missing parts of an erasure-coded block that no DataNode has reported; 0 for a replicated one
 */
public record Placement(String storagePolicy, String erasureCoding, List<String> storageTypes, int missing) {
    public Placement {
        storageTypes = storageTypes.stream().sorted().toList();
    }
}
