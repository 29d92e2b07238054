package org.spindlebench.jobs.data;

import java.util.zip.Deflater;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Measures how many times smaller compressors make some bytes. */
final class Compressed {
    private static final LZ4Compressor LZ4 = LZ4Factory.safeInstance().fastCompressor();

    private Compressed() {}

    static double byLz4(byte[] data) {
        return byLz4(data, data.length);
    }

    /** Compresses in chunks that are independent of each other. */
    static double byLz4(byte[] data, int chunk) {
        double compressed = 0;
        for (int at = 0; at < data.length; at += chunk) {
            compressed += LZ4.compress(data, at, Math.min(chunk, data.length - at)).length;
        }
        return data.length / compressed;
    }

    static double byDeflate(byte[] data) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        deflater.setInput(data);
        deflater.finish();
        int compressed = deflater.deflate(new byte[2 * data.length]);
        deflater.end();
        return data.length / (double) compressed;
    }
}
