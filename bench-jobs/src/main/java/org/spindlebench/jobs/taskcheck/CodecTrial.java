package org.spindlebench.jobs.taskcheck;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.util.ReflectionUtils;

/** Compresses a little and decompresses it again: that a codec's class is there says nothing of its native library. */
final class CodecTrial {
    private static final int BYTES = 1 << 17;

    private CodecTrial() {}

    /** {@link TaskCheck#WORKS}, or why it does not. */
    static String of(Configuration conf, String name) {
        try {
            CompressionCodec codec =
                    ReflectionUtils.newInstance(conf.getClassByName(name).asSubclass(CompressionCodec.class), conf);
            byte[] sample = sample();
            byte[] found = decompress(codec, compress(codec, sample));
            return Arrays.equals(sample, found) ? TaskCheck.WORKS : "gives back other bytes than it was given";
        } catch (Exception | LinkageError e) {
            return e.toString();
        }
    }

    private static byte[] sample() {
        byte[] sample = new byte[BYTES];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = (byte) ((i * i) >>> 7);
        }
        return sample;
    }

    private static byte[] compress(CompressionCodec codec, byte[] sample) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = codec.createOutputStream(bytes)) {
            out.write(sample);
        }
        return bytes.toByteArray();
    }

    private static byte[] decompress(CompressionCodec codec, byte[] compressed) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = codec.createInputStream(new ByteArrayInputStream(compressed))) {
            IOUtils.copyBytes(in, bytes, BYTES, false);
        }
        return bytes.toByteArray();
    }
}
