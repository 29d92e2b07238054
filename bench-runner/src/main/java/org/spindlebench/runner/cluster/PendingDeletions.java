package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Counts replicas that HDFS has not yet deleted. The NameNode counts those that it has not yet passed on to a
 * DataNode. The DataNodes count those that are still on their disks (Hadoop 3.4 and later).
 */
final class PendingDeletions {
    private static final String DATA_SETS = "/jmx?qry=Hadoop:service=DataNode,name=FSDatasetState*";
    private static final String KEY = "PendingAsyncDeletions";
    private static final int AT_ONCE = 16;
    private static final long LIMIT_SECONDS = 10;

    private final DistributedFileSystem hdfs;
    private List<String> dataNodes;

    PendingDeletions(DistributedFileSystem hdfs) {
        this.hdfs = hdfs;
    }

    /** Returns the number of replicas to delete; empty if the NameNode does not report it. */
    synchronized OptionalLong count() {
        try {
            long atNameNode = hdfs.getPendingDeletionBlocksCount();
            if (atNameNode < 0) {
                return OptionalLong.empty();
            }
            // While the NameNode still has some, it is not necessary to ask the DataNodes.
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
        List<Future<OptionalLong>> answers = ask(dataNodes);
        for (int i = answers.size() - 1; i >= 0; i--) {
            OptionalLong pending = answer(answers.get(i));
            if (pending.isPresent()) {
                sum += pending.getAsLong();
            } else {
                // The daemon did not answer. If it were asked again, every run would be delayed by the time limit.
                dataNodes.remove(i);
            }
        }
        return sum;
    }

    /** Asks all daemons at once, since many may drop packets. */
    private static List<Future<OptionalLong>> ask(List<String> webs) {
        ExecutorService readers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            return readers.invokeAll(
                    webs.stream()
                            .map(web -> (Callable<OptionalLong>) () -> at(web))
                            .toList(),
                    LIMIT_SECONDS,
                    TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } finally {
            readers.shutdownNow();
        }
    }

    private static OptionalLong answer(Future<OptionalLong> answer) {
        try {
            return answer.isCancelled() ? OptionalLong.empty() : answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        } catch (ExecutionException unread) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong at(String web) {
        return DaemonWeb.json(web + DATA_SETS).map(PendingDeletions::sum).orElse(OptionalLong.empty());
    }

    /** Returns the sum over a DataNode's data sets; empty if none has the metric. */
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
