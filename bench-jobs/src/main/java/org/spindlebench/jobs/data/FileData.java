package org.spindlebench.jobs.data;

/** The bytes of one file. Any part can be made again. Not thread-safe. */
public interface FileData {
    /** Offsets and lengths of buffers are multiples of this number. */
    int UNIT_BYTES = Long.BYTES;

    /** The longest file that any kind of data can fill: 8 TiB. */
    long MAX_FILE_BYTES = 1L << 43;

    /**
     * Fills the first bytes of a buffer with the file's content from an offset on. The rest of the buffer is undefined.
     *
     * @param offset from 0, a multiple of {@link #UNIT_BYTES}
     * @param buffer its length is a multiple of {@link #UNIT_BYTES}
     * @param length bytes to make, at most the buffer's length
     */
    void fill(long offset, byte[] buffer, int length);
}
