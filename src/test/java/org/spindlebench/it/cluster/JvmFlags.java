package org.spindlebench.it.cluster;

/** Flags of the JVMs that run Hadoop. */
public final class JvmFlags {
    /** Flags for JVMs that live for seconds on a few cores. Most of their methods run too seldom to be compiled. */
    public static final String SMALL = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:Tier3InvocationThreshold=2000"
            + " -XX:Tier3MinInvocationThreshold=1000 -XX:Tier3CompileThreshold=20000";

    private JvmFlags() {}

    /**
     * Returns the flags that daemons of this version of Hadoop need on this JVM, separated by spaces. They come from
     * the build's profile; without them, this returns a harmless property.
     */
    public static String ofHadoop() {
        return property("spindle.hadoop.jvm.flags");
    }

    /**
     * Returns the flags for an ApplicationMaster that separate daemons start. Tasks and clients need none in any
     * version.
     */
    static String ofApplicationMaster() {
        return property("spindle.hadoop.am.flags");
    }

    private static String property(String name) {
        return System.getProperty(name, "-Dspindle.hadoop.flags=none").trim();
    }
}
