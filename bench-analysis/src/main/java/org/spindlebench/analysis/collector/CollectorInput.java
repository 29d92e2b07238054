package org.spindlebench.analysis.collector;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens files, also those that were packed by gzip, which collectl does unless it is told not to. */
final class CollectorInput {
    private static final int[] GZIP = {0x1f, 0x8b};

    private CollectorInput() {}

    static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            in.mark(GZIP.length);
            boolean packed = in.read() == GZIP[0] && in.read() == GZIP[1];
            in.reset();
            return packed ? new GZIPInputStream(in) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }
}
