package org.spindlebench.jobs.shuffle;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Parts random keys by their first four bytes into ranges of one size: as TeraSort does, but for the unevenness of its sample. Keys of a segment then have as much
 * in common as TeraSort's, which a hash would take from them, and compress as far.
 */
public final class KeyRange extends Partitioner<Text, Text> {
    private static final int BYTES = Integer.BYTES;

    @Override
    public int getPartition(Text key, Text value, int partitions) {
        byte[] bytes = key.getBytes();
        long first = 0;
        for (int i = 0; i < BYTES; i++) {
            first = first << Byte.SIZE | (bytes[i] & 0xff);
        }
        return (int) ((first * partitions) >>> Integer.SIZE);
    }
}
