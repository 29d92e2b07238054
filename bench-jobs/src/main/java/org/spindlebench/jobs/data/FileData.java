package org.spindlebench.jobs.data;

import java.nio.ByteBuffer;

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

    /**
     * Returns how many bytes that were read from the file differ from its content.
     *
     * @param offset the offset in the file of the first byte, which may be any number
     * @param found an array whose first {@code length} bytes were read
     * @param buffer receives the content; a multiple of {@link #UNIT_BYTES} long, and longer than {@code length} by one
     */
    default int differences(long offset, byte[] found, int length, byte[] buffer) {
        // If the offset is within a unit, the bytes before it in that unit are made, too.
        int skip = (int) (offset % UNIT_BYTES);
        fill(offset - skip, buffer, skip + length);
        // The JVM compares whole buffers fastest, so single bytes are compared only if the buffers differ.
        if (ByteBuffer.wrap(buffer, skip, length).equals(ByteBuffer.wrap(found, 0, length))) {
            return 0;
        }
        int different = 0;
        for (int i = 0; i < length; i++) {
            different += buffer[skip + i] == found[i] ? 0 : 1;
        }
        return different;
    }
}
