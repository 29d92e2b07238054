package org.spindlebench.jobs.data;

/** The content of one file; any part of it can be made again. Not thread-safe. */
public interface FileData {
    /** The unit of offsets and buffer lengths, which must be multiples of this number. */
    int UNIT_BYTES = Long.BYTES;

    /** The longest file that any kind of data can fill: 8 TiB. */
    long MAX_FILE_BYTES = 1L << 43;

    /**
     * Fills the first {@code length} bytes of a buffer with the file's content, starting at an offset. The rest of the
     * buffer is undefined.
     *
     * @param offset the offset in the file, a multiple of {@link #UNIT_BYTES}
     * @param buffer the buffer, whose length is a multiple of {@link #UNIT_BYTES}
     * @param length the number of bytes to make, at most the buffer's length
     */
    void fill(long offset, byte[] buffer, int length);
}
