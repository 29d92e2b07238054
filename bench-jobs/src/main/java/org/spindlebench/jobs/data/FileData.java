package org.spindlebench.jobs.data;

/** The bytes of one file, which any part of it can be made from again. Not safe for several threads. */
public interface FileData {
    /** Offsets and lengths of buffers are multiples of it. */
    int UNIT_BYTES = Long.BYTES;

    /** The longest file that any kind of data can fill: 8 TiB. */
    long MAX_FILE_BYTES = 1L << 43;

    /**
     * Fills the first bytes of a buffer with what the file holds from an offset on. What lies behind them in the buffer is
     * not kept.
     *
     * @param offset from 0, a multiple of {@link #UNIT_BYTES}
     * @param buffer its length is a multiple of {@link #UNIT_BYTES}
     * @param length bytes to make, at most the buffer's length
     */
    void fill(long offset, byte[] buffer, int length);
}
