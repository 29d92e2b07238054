package org.spindlebench.runner.cluster;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** Where HDFS put the blocks of a directory's files, and under which policies. */
final class PlacementReader {
    private final DistributedFileSystem hdfs;
    private final Map<Byte, String> policyNames = new HashMap<>();

    PlacementReader(DistributedFileSystem hdfs) throws IOException {
        this.hdfs = hdfs;
        for (BlockStoragePolicy policy : hdfs.getClient().getStoragePolicies()) {
            policyNames.put(policy.getId(), policy.getName());
        }
    }

    /** The different placements of all blocks below a directory; of hidden files too. */
    Set<Placement> below(String directory) throws IOException {
        Set<Placement> placements = new HashSet<>();
        try {
            RemoteIterator<LocatedFileStatus> found = hdfs.listFiles(new Path(directory), true);
            while (found.hasNext()) {
                add(found.next(), placements);
            }
        } catch (FileNotFoundException none) {
            return Set.of();
        }
        return placements;
    }

    private void add(LocatedFileStatus file, Set<Placement> placements) {
        if (!(file instanceof HdfsFileStatus status)) {
            return;
        }
        String storage = policyNames.getOrDefault(status.getStoragePolicy(), "");
        ErasureCodingPolicy coding = status.getErasureCodingPolicy();
        for (BlockLocation block : file.getBlockLocations()) {
            StorageType[] types = block.getStorageTypes();
            placements.add(new Placement(
                    storage,
                    coding == null || coding.isReplicationPolicy() ? "" : coding.getName(),
                    Arrays.stream(types).map(String::valueOf).toList(),
                    coding == null || coding.isReplicationPolicy()
                            ? 0
                            : Math.max(0, parts(block, coding) - types.length)));
        }
    }

    /** A short block fills fewer data cells than the policy has, but all of its parities. */
    private static int parts(BlockLocation block, ErasureCodingPolicy coding) {
        long cells = (block.getLength() + coding.getCellSize() - 1) / coding.getCellSize();
        return (int) Math.min(cells, coding.getNumDataUnits()) + coding.getNumParityUnits();
    }
}
