package org.spindlebench.jobs.control;

import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.erasurecode.ErasureCodeNative;
import org.apache.hadoop.util.NativeCodeLoader;
import org.spindlebench.jobs.control.TaskCheck.CodecTrial;

/**
 * Finds which of Hadoop's native libraries this process can use. Without them, Hadoop silently computes the same in
 * Java, which takes more processor time.
 */
public final class NativeLibraries {
    /** The name of the finding about Hadoop's own library: {@code true} or {@code false}. */
    public static final String HADOOP = "native.hadoop";
    /** The name of the finding about ISA-L, which computes erasure codes: {@code true} or {@code false}. */
    public static final String ERASURE_CODES = "native.isa-l";
    /** The name of the finding about CRC-32C: {@code native}, {@code jvm} for its intrinsic, or {@link #JAVA}. */
    public static final String CHECKSUMS = "native.crc32c";
    /** The value for a computation in plain Java. */
    public static final String JAVA = "java";
    /** The beginning of the name of a finding about a codec; the codec's class follows. */
    public static final String CODEC = "codec.";

    private NativeLibraries() {}

    /**
     * Returns the findings by name, with one for each codec in {@link TaskCheck#CODECS}. A codec's value is the simple
     * name of the class that compresses, or {@link CodecTrial#FAILS} with the reason.
     */
    public static SortedMap<String, String> read(Configuration conf) {
        SortedMap<String, String> found = new TreeMap<>();
        boolean hadoop = NativeCodeLoader.isNativeCodeLoaded();
        found.put(HADOOP, String.valueOf(hadoop));
        found.put(ERASURE_CODES, String.valueOf(hadoop && ErasureCodeNative.isNativeCodeLoaded()));
        boolean java8 = "1.8".equals(System.getProperty("java.specification.version"));
        found.put(CHECKSUMS, hadoop ? "native" : java8 ? JAVA : "jvm");
        for (String codec : conf.getTrimmedStrings(TaskCheck.CODECS)) {
            found.put(CODEC + codec, CodecTrial.compressor(conf, codec));
        }
        return found;
    }
}
