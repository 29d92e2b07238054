package org.spindlebench.jobs.shuffle;

import java.util.zip.CRC32;
import org.apache.hadoop.io.Text;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.shuffle.RecordMaker.RecordSize;

/**
 * Number, framed bytes and checksum of a set of records in any order. The checksum is the sum, modulo 2^64, of a 64-bit
 * mix of each record's two CRC32s and two lengths. The mix reveals two records that exchanged their values. The sum
 * does not depend on order and reveals a record that was lost or came twice.
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

    private long crc(Text text) {
        crc.reset();
        crc.update(text.getBytes(), 0, text.getLength());
        return crc.getValue();
    }
}
