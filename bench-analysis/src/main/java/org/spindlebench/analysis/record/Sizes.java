package org.spindlebench.analysis.record;

/**
 * Bytes requested and processed, over the whole cluster.
 *
 * @param nodes hosts with a usable NodeManager
 * @param bytesPerNode bytes requested per node
 * @param bytes bytes requested in total
 * @param dataRatio how far its data can be compressed: bytes before / bytes after DEFLATE at level 1, on a sample; null
 *     if there was no data
 * @param input bytes read from HDFS as the job's input (0 for jobs that make their data)
 * @param mapOutput bytes that the maps produced, before compression
 * @param shuffle REDUCE_SHUFFLE_BYTES: bytes that the reduces fetched, compressed if map output is
 * @param output bytes of the job's files in HDFS, once
 * @param outputReplicated the same, times their replication
 * @param stored bytes in HDFS of all the campaign's files when the job had ended, with inputs and replicas
 * @param meanShuffleSegment shuffle / SHUFFLED_MAPS: mean bytes of one fetch; null without a shuffle
 * @param taskCpu CPU seconds of all tasks (CPU_MILLISECONDS)
 * @param spilledRecords SPILLED_RECORDS of maps and reduces
 * @param reduceSkew bytes that the largest reduce fetched / the mean of all; null if unknown or with fewer than two
 *     reduces
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
