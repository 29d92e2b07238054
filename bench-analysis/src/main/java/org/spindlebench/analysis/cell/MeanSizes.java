package org.spindlebench.analysis.cell;

/**
 * Mean bytes and CPU seconds of a cell's valid runs, over the whole cluster. Each is the mean over the runs that recorded it;
 * null if none did.
 *
 * @param bytes bytes asked for in total
 * @param bytesPerNode bytes asked for per node
 * @param input bytes read from HDFS as the job's input
 * @param shuffle bytes the reducers fetched
 * @param outputReplicated bytes of the job's output, times its replication
 * @param localWritten bytes the tasks wrote to their local directories: spills, merges, what they fetched
 * @param peakContainers the most task attempts of one kind that ran at once in any run; not a mean
 * @param taskCpu CPU seconds of all tasks
 * @param meanShuffleSegment bytes of one fetch
 * @param reduceSkew bytes that the largest reduce fetched / the mean of all of its run
 */
public record MeanSizes(
        Double bytes,
        Double bytesPerNode,
        Double input,
        Double shuffle,
        Double outputReplicated,
        Double localWritten,
        Double peakContainers,
        Double taskCpu,
        Double meanShuffleSegment,
        Double reduceSkew) {}
