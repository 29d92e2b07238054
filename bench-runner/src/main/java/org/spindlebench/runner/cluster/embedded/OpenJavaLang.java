package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import org.apache.hadoop.util.ComparableVersion;

/**
 * Whether Hadoop's libraries may reach into {@code java.lang}. Before 3.5 they must on a Java of 17 or later: without it daemons fail to start or never end
 * starting, and ApplicationMasters exit with 1.
 */
final class OpenJavaLang {

    static final String FLAG = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    private static final ComparableVersion NOT_NEEDED_FROM = new ComparableVersion("3.5.0");

    private OpenJavaLang() {}

    /** Whether this JVM was started with the flag; its containers then get it too. */
    static boolean here() {
        return Object.class.getModule().isOpen(Object.class.getPackageName(), OpenJavaLang.class.getModule());
    }

    /**
     * Says which flag is missing before a start that would hang without it.
     *
     * @throws IOException if this version of Hadoop needs the flag and this JVM was not started with it
     */
    static void require(String hadoopVersion) throws IOException {
        if (isNeededBy(hadoopVersion) && !here()) {
            throw new IOException(
                    "Hadoop " + hadoopVersion + " on Java " + Runtime.version().feature() + " needs " + FLAG
                            + "; with bin/spindle set SPINDLE_JAVA_OPTS to it");
        }
    }

    /** Whether this version of Hadoop, such as 3.4.2, needs the flag. */
    static boolean isNeededBy(String hadoopVersion) {
        return new ComparableVersion(hadoopVersion).compareTo(NOT_NEEDED_FROM) < 0;
    }
}
