package org.spindlebench.it.cluster;

/** Flags of the JVMs that run Hadoop. */
public final class JvmFlags {
    /** For JVMs that live for seconds on a few cores. */
    static final String SMALL = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private JvmFlags() {}

    /** What daemons of this version of Hadoop need on this JVM, as the build's profile says, separated by spaces; at least a harmless property. */
    public static String ofHadoop() {
        return property("spindle.hadoop.jvm.flags");
    }

    /** The same for an ApplicationMaster that daemons of their own start. Tasks and clients need nothing in any version. */
    static String ofApplicationMaster() {
        return property("spindle.hadoop.am.flags");
    }

    private static String property(String name) {
        return System.getProperty(name, "-Dspindle.hadoop.flags=none").trim();
    }
}
