package org.spindlebench.analysis.document;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Unpacks a gzip file, and fails at more bytes than any measurement has. A few packed bytes can expand without end, and
 * a reader of a file from others must end.
 */
public final class UnpackedStream extends FilterInputStream {
    /** The largest number of unpacked bytes of a file: weeks of samples of every node of a large cluster. */
    public static final long MOST_BYTES = 1L << 36;

    private final String name;
    private final long most;
    private long read;

    private UnpackedStream(InputStream unpacked, String name, long most) {
        super(unpacked);
        this.name = name;
        this.most = most;
    }

    /**
     * Opens a packed file.
     *
     * @param name the file's name in messages
     * @param most the largest number of unpacked bytes; reading more throws an {@link InvalidDocumentException}
     * @throws IOException if the file does not begin as a gzip file
     */
    public static UnpackedStream of(InputStream packed, String name, long most) throws IOException {
        return new UnpackedStream(new GZIPInputStream(packed), name, most);
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        return count(next, next < 0 ? 0 : 1);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int got = super.read(into, from, length);
        return count(got, Math.max(0, got));
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = super.skip(bytes);
        count(0, skipped);
        return skipped;
    }

    private int count(int result, long bytes) {
        read += bytes;
        if (read > most) {
            throw new InvalidDocumentException(name + ": more than " + most + " bytes when unpacked");
        }
        return result;
    }
}
