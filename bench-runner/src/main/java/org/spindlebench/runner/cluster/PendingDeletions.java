package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Counts replicas that HDFS has not yet deleted. The NameNode counts blocks that it has not yet passed on to a
 * DataNode. The DataNodes count blocks that are still on their disks (Hadoop 3.4 and later).
 */
final class PendingDeletions {
    private static final String DATA_SETS = "/jmx?qry=Hadoop:service=DataNode,name=FSDatasetState*";
    private static final String KEY = "PendingAsyncDeletions";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /**
     * The time for which Spindle leaves a DataNode that did not answer alone. Each question could take seconds.
     */
    private static final long SILENCE = TimeUnit.MINUTES.toNanos(10);

    private final DistributedFileSystem hdfs;
    private final LongSupplier nanoTime;
    private final Map<String, Long> silentSince = new HashMap<>();
    private List<String> dataNodes;

    PendingDeletions(DistributedFileSystem hdfs) {
        this(hdfs, System::nanoTime);
    }

    PendingDeletions(DistributedFileSystem hdfs, LongSupplier nanoTime) {
        this.hdfs = hdfs;
        this.nanoTime = nanoTime;
    }

    /** Returns the number of replicas to delete; empty if the NameNode does not report it. */
    synchronized OptionalLong count() {
        try {
            long atNameNode = hdfs.getPendingDeletionBlocksCount();
            if (atNameNode < 0) {
                return OptionalLong.empty();
            }
            // While the NameNode still has pending deletions, Spindle need not ask the DataNodes.
            return OptionalLong.of(atNameNode > 0 ? atNameNode : atDataNodes());
        } catch (IOException | RuntimeException unknown) {
            return OptionalLong.empty();
        }
    }

    private long atDataNodes() {
        if (dataNodes == null) {
            dataNodes = NameNodeWeb.dataNodes(hdfs.getConf()).stream()
                    .map(NameNodeWeb.DataNodeAddress::web)
                    .filter(web -> web != null)
                    .toList();
        }
        return total(dataNodes, PendingDeletions::at);
    }

    /** Returns the sum over DataNodes that answer. Spindle leaves a DataNode that does not answer alone for a while. */
    long total(List<String> webs, Function<String, OptionalLong> question) {
        List<String> asked = webs.stream()
                .filter(web -> nanoTime.getAsLong() - silentSince.getOrDefault(web, Long.MIN_VALUE / 2) >= SILENCE)
                .toList();
        List<Future<OptionalLong>> answers = ask(asked, question);
        long sum = 0;
        for (int i = 0; i < answers.size(); i++) {
            OptionalLong pending = answer(answers.get(i));
            if (pending.isPresent()) {
                sum += pending.getAsLong();
                silentSince.remove(asked.get(i));
            } else {
                silentSince.put(asked.get(i), nanoTime.getAsLong());
            }
        }
        return sum;
    }

    /** Asks all daemons at once, because many may drop packets. */
    private static List<Future<OptionalLong>> ask(List<String> webs, Function<String, OptionalLong> question) {
        try {
            return Deadlines.ask(
                    webs.stream()
                            .map(web -> (Callable<OptionalLong>) () -> question.apply(web))
                            .toList(),
                    LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return webs.stream()
                    .map(web -> (Future<OptionalLong>) CompletableFuture.completedFuture(OptionalLong.empty()))
                    .toList();
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
