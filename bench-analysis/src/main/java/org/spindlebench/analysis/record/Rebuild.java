package org.spindlebench.analysis.record;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What was done to the cluster for a damaged run, and what followed. Times are by the client's clock; a time that was
 * not reached is null. Blocks are those of all users that lack replicas.
 *
 * @param treatment {@value #DATANODE_STOPPED}
 * @param host the host of the stopped DataNode
 * @param dataNode the DataNode, as {@code host:port}
 * @param stopped when Spindle had stopped the DataNode
 * @param dead when the NameNode had counted it dead and HDFS began to rebuild its blocks
 * @param recovered when all blocks of the job's input had their replicas again; for a job without input, when no more
 *     blocks lacked replicas than before
 * @param started when Spindle began to start the DataNode again
 * @param lackingBefore blocks that lacked replicas before the DataNode was stopped
 * @param lackingMost the largest number of blocks that lacked replicas
 * @param detection seconds from {@code stopped} to {@code dead}
 * @param recovery seconds from {@code dead} to {@code recovered}
 * @param overlap the share of the job's duration, from 0 to 1, during which HDFS rebuilt blocks
 */
public record Rebuild(
        String treatment,
        String host,
        String dataNode,
        Instant stopped,
        Instant dead,
        Instant recovered,
        Instant started,
        Long lackingBefore,
        Long lackingMost,
        Double detection,
        Double recovery,
        Double overlap) {
    /** The setting that distinguishes damaged runs from sound ones, which do not have it. */
    public static final String SETTING = "damage";

    /** The value of {@link #SETTING} for a run during which HDFS rebuilt the blocks of a stopped DataNode. */
    public static final String DATANODE_STOPPED = "datanode-stopped";

    private static final double MILLIS = 1000;

    public Rebuild {
        Objects.requireNonNull(treatment, "treatment");
        Objects.requireNonNull(host, "host");
    }

    /** Returns the seconds between two times; null if either is. */
    public static Double seconds(Instant from, Instant to) {
        return from == null || to == null
                ? null
                : (Double) (Duration.between(from, to).toMillis() / MILLIS);
    }

    /**
     * Returns the share of a job's duration during which HDFS rebuilt blocks.
     *
     * @param begun when the job's first task began
     * @param ended when the job ended, after its begin
     * @return from 0 to 1; null if one of the times is unknown
     */
    public static Double overlap(Instant begun, Instant ended, Instant dead, Instant recovered) {
        Double all = seconds(begun, ended);
        if (all == null || all <= 0 || dead == null || recovered == null) {
            return null;
        }
        Instant from = dead.isAfter(begun) ? dead : begun;
        Instant to = recovered.isBefore(ended) ? recovered : ended;
        return Math.max(0, seconds(from, to)) / all;
    }

    /**
     * Returns when the first task of a job began.
     *
     * @param launched when the job was ready to run tasks, which counts if no task states its begin
     */
    public static Instant firstTask(List<TaskTimes> tasks, Instant launched) {
        return tasks.stream()
                .map(TaskTimes::started)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(launched);
    }

    /** Returns a subject with the setting of a damaged run, whatever settings its record states. */
    static Subject marked(Subject subject, Rebuild rebuild) {
        if (rebuild == null || rebuild.treatment.equals(subject.settings().get(SETTING))) {
            return subject;
        }
        Map<String, String> settings = new TreeMap<>(subject.settings());
        settings.put(SETTING, rebuild.treatment);
        return new Subject(subject.job(), subject.setup(), settings);
    }
}
