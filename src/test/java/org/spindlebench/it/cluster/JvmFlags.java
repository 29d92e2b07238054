package org.spindlebench.it.cluster;

/** Flags of the JVMs that run Hadoop. */
final class JvmFlags {
    /** For JVMs that live for seconds on a few cores. */
    static final String SMALL = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private JvmFlags() {}

    /** What this version of Hadoop needs on this JVM, as the build's profile says; at most a harmless property. */
    static String ofHadoop() {
        return System.getProperty("spindle.hadoop.jvm.flags", "-Dspindle.hadoop.flags=none")
                .trim();
    }
}
