package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Replicas that HDFS has promised to delete and has not: those that the NameNode has not handed to a DataNode, then those
 * that DataNodes have not removed from their disks, as far as they say (Hadoop 3.4 and later).
 */
final class PendingDeletions {
    private static final String DATA_SETS = "/jmx?qry=Hadoop:service=DataNode,name=FSDatasetState*";
    private static final String KEY = "PendingAsyncDeletions";

    private final DistributedFileSystem hdfs;
    private List<String> dataNodes;

    PendingDeletions(DistributedFileSystem hdfs) {
        this.hdfs = hdfs;
    }

    /** How many there are; empty where the NameNode does not say. */
    OptionalLong count() {
        try {
            long atNameNode = hdfs.getPendingDeletionBlocksCount();
            if (atNameNode < 0) {
                return OptionalLong.empty();
            }
            // Nobody asks a hundred DataNodes while the NameNode still has some.
            return OptionalLong.of(atNameNode > 0 ? atNameNode : atDataNodes());
        } catch (IOException | RuntimeException unknown) {
            return OptionalLong.empty();
        }
    }

    private long atDataNodes() {
        if (dataNodes == null) {
            dataNodes = new ArrayList<>(NameNodeWeb.dataNodes(hdfs.getConf()).stream()
                    .map(NameNodeWeb.DataNodeAddress::web)
                    .filter(web -> web != null)
                    .toList());
        }
        long sum = 0;
        for (String web : List.copyOf(dataNodes)) {
            OptionalLong pending = at(web);
            if (pending.isPresent()) {
                sum += pending.getAsLong();
            } else {
                // Asked once in vain: it would cost its time limit before every run.
                dataNodes.remove(web);
            }
        }
        return sum;
    }

    private static OptionalLong at(String web) {
        return DaemonWeb.json(web + DATA_SETS).map(PendingDeletions::sum).orElse(OptionalLong.empty());
    }

    /** Over a DataNode's data sets; empty where none has the figure. */
    static OptionalLong sum(JsonNode jmx) {
        List<Long> found = StreamSupport.stream(jmx.path("beans").spliterator(), false)
                .map(bean -> bean.path(KEY))
                .filter(JsonNode::isNumber)
                .map(JsonNode::asLong)
                .toList();
        return found.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(found.stream().mapToLong(Long::longValue).sum());
    }
}
