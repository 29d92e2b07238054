package org.spindlebench.jobs.shuffle;

import java.util.zip.CRC32;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.shuffle.RecordMaker.RecordSize;

/**
 * The number, framed bytes and checksum of a set of records. For each record, its two CRC32s and two lengths are mixed
 * to 64 bits, and the checksum is the sum modulo 2^64. The mix changes if two records exchange their values. The sum
 * does not depend on the records' order, and changes if a record is lost or duplicated.
 */
public final class RecordChecksum {
    private final CRC32 crc = new CRC32();
    private long records;
    private long bytes;
    private long sum;

    public void add(Text key, Text value) {
        long crcs = crc(key) << 32 | crc(value);
        long lengths = (long) key.getLength() << 32 | value.getLength();
        sum += SplitMix.mix(crcs ^ SplitMix.mix(lengths));
        bytes += RecordSize.framed(key.getLength(), value.getLength());
        records++;
    }

    public long records() {
        return records;
    }

    public long bytes() {
        return bytes;
    }

    public long sum() {
        return sum;
    }

    /** Adds the three numbers to a task's counters. */
    public void count(TaskInputOutputContext<?, ?, ?, ?> task, Enum<?> ofRecords, Enum<?> ofBytes, Enum<?> ofSum) {
        task.getCounter(ofRecords).increment(records);
        task.getCounter(ofBytes).increment(bytes);
        task.getCounter(ofSum).increment(sum);
    }

    private long crc(Text text) {
        crc.reset();
        crc.update(text.getBytes(), 0, text.getLength());
        return crc.getValue();
    }
}
