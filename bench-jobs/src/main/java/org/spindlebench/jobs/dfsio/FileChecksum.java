package org.spindlebench.jobs.dfsio;

import java.util.zip.CRC32;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * A checksum of one file: of its bytes in their order, its length and its index among the files. It does not depend on the
 * buffers in which the bytes come. CRC-32 since every JVM has a fast one, its quick compiler too.
 */
final class FileChecksum {
    private final CRC32 crc = new CRC32();
    private long length;

    void update(byte[] buffer, int count) {
        crc.update(buffer, 0, count);
        length += count;
    }

    /** Mixed, so that sums over files show a byte that moved from one file to another. */
    long value(int index) {
        return SplitMix.mix(SplitMix.mix(SplitMix.mix(crc.getValue()) + length) + (index + 1) * SplitMix.STEP);
    }
}
