package org.spindlebench.jobs.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.jupiter.api.Test;

class NativeLibrariesTest {
    private static final String CODECS = "org.apache.hadoop.io.compress.";

    @Test
    void whatThisProcessLacksIsComputedInJava() {
        Configuration conf = new Configuration();
        conf.set(TaskCheck.CODECS, CODECS + "BZip2Codec," + CODECS + "NoSuchCodec");

        SortedMap<String, String> found = NativeLibraries.read(conf);

        boolean loaded = NativeCodeLoader.isNativeCodeLoaded();
        assertThat(found).containsEntry(NativeLibraries.HADOOP, String.valueOf(loaded));
        assertThat(found.get(NativeLibraries.ERASURE_CODES)).isIn(loaded ? "true" : "false", "false");
        // Tests run on Java 17.
        assertThat(found).containsEntry(NativeLibraries.CHECKSUMS, loaded ? "native" : "jvm");
        assertThat(found.get(NativeLibraries.CODEC + CODECS + "BZip2Codec"))
                .isEqualTo(loaded ? "Bzip2Compressor" : "BZip2DummyCompressor");
        assertThat(found.get(NativeLibraries.CODEC + CODECS + "NoSuchCodec"))
                .startsWith("fails: java.lang.ClassNotFoundException");
    }
}
