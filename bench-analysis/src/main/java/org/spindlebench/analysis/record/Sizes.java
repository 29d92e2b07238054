package org.spindlebench.analysis.record;

/**
 * Bytes requested and processed, over the whole cluster.
 *
 * @param nodes the number of hosts with a usable NodeManager
 * @param bytesPerNode bytes requested per node
 * @param bytes bytes requested in total
 * @param dataRatio the bytes before / the bytes after DEFLATE at level 1, on a sample of the job's data; null if there
 *     was no data
 * @param input bytes read from HDFS as the job's input; 0 for jobs that make their data
 * @param mapOutput bytes that the maps produced, before compression
 * @param shuffle REDUCE_SHUFFLE_BYTES: bytes that the reduces fetched, compressed if map output is compressed
 * @param output bytes of the job's files in HDFS, counted once
 * @param outputReplicated bytes of the job's files in HDFS, times their replication
 * @param stored bytes in HDFS of all the campaign's files at the job's end, including inputs and replicas
 * @param meanShuffleSegment shuffle / SHUFFLED_MAPS: mean bytes of one fetch; null without a shuffle
 * @param taskCpu CPU seconds of all tasks (CPU_MILLISECONDS)
 * @param spilledRecords SPILLED_RECORDS of maps and reduces
 * @param reduceSkew bytes that the largest reduce fetched / mean bytes that a reduce fetched; null if unknown or if
 *     there are fewer than two reduces
 */
public record Sizes(
        Integer nodes,
        Long bytesPerNode,
        Long bytes,
        Double dataRatio,
        Long input,
        Long mapOutput,
        Long shuffle,
        Long output,
        Long outputReplicated,
        Long stored,
        Double meanShuffleSegment,
        Double taskCpu,
        Long spilledRecords,
        Double reduceSkew) {}
