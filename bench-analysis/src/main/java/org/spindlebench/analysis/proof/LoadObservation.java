package org.spindlebench.analysis.proof;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.NodeFigures;

/**
 * What nodes did during a job, and how much of it the job's counters say. Bytes and seconds; null where it is not known.
 *
 * @param nodes all of them, in the job's window
 * @param taskCpu CPU seconds of all tasks (CPU_MILLISECONDS / 1000)
 * @param hdfs HDFS's devices in the job's window
 * @param hdfsRead bytes that the job read from HDFS
 * @param hdfsWritten bytes that it wrote there, times replicas
 * @param shuffle the shuffle's devices in the job's window
 * @param intermediate what the job's counters say of intermediate data
 */
public record LoadObservation(
        List<NodeFigures> nodes,
        Double taskCpu,
        RoleFigures hdfs,
        Long hdfsRead,
        Long hdfsWritten,
        RoleFigures shuffle,
        ShuffleObservation intermediate) {
    public LoadObservation {
        nodes = List.copyOf(nodes);
    }

    /** Whether no node is missing of which devices are known: the tasks' CPU time is that of all. */
    boolean isWhole() {
        return Stream.of(hdfs, shuffle).filter(Objects::nonNull).allMatch(devices -> devices.nodes() <= nodes.size());
    }

    Long localRead() {
        return intermediate == null ? null : intermediate.toRead();
    }

    Long localWritten() {
        return intermediate == null ? null : intermediate.fileWritten();
    }

    /** All that daemons and kernels moved for the job, as far as it is known. */
    long moved() {
        return Stream.of(hdfsRead, hdfsWritten, localRead(), localWritten())
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }
}
