package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ComparableVersion;
import org.spindlebench.runner.cluster.embedded.ClassArchive.ContainerClassPath;

/**
 * Defines how container JVMs are started, with Java, class path and flags. The flags are in the options that Hadoop
 * reserves for administrators and that precede the user's own. So a user can still set {@code mapreduce.map.java.opts}.
 */
final class ContainerJvm {

    /**
     * Most methods of a short task run some hundred times. To compile them costs more than to interpret them: with
     * Java's own limits of 200, 100 and 2000 an empty task takes a tenth more of the processors' time.
     */
    private static final String COMPILE_LATER = " -XX:Tier3InvocationThreshold=2000"
            + " -XX:Tier3MinInvocationThreshold=1000 -XX:Tier3CompileThreshold=20000";

    /** A property that marks every JVM of one cluster, so that the watchdog finds it. */
    static final String ID_PROPERTY = "spindle.embedded.id";

    private final String id;
    private final ContainerClassPath classPath;
    private final Optional<Path> classArchive;

    ContainerJvm(String id, ContainerClassPath classPath, Optional<Path> classArchive) {
        this.id = id;
        this.classPath = classPath;
        this.classArchive = classArchive;
    }

    void configure(Configuration conf) {
        String env = "JAVA_HOME=" + System.getProperty("java.home");
        conf.set("yarn.app.mapreduce.am.admin.user.env", env);
        conf.set("mapreduce.admin.user.env", env);
        conf.set("yarn.application.classpath", classPath.entries());
        // This value must not be empty. Hadoop's default names an installation that does not exist here.
        conf.set("mapreduce.application.classpath", classPath.jars().get(0));
        conf.set("yarn.app.mapreduce.am.admin-command-opts", flags());
        conf.set("mapreduce.admin.map.child.java.opts", flags());
        conf.set("mapreduce.admin.reduce.child.java.opts", flags());
    }

    private String flags() {
        StringBuilder flags = new StringBuilder("-D" + ID_PROPERTY + "=" + id)
                .append(" -Djava.net.preferIPv4Stack=true -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto")
                .append(COMPILE_LATER);
        if (System.getProperty("os.name").equals("Linux")) {
            // Otherwise the first size of a heap follows the limit of a control group, and the laboratory moves it.
            flags.append(" -XX:-UseContainerSupport");
        }
        if (OpenJavaLang.here()) {
            flags.append(' ').append(OpenJavaLang.FLAG);
        }
        classArchive.ifPresent(archive ->
                flags.append(" -XX:SharedArchiveFile=").append(archive).append(classPath.option()));
        return flags.toString();
    }

    /**
     * The flag that lets Hadoop's libraries access {@code java.lang}. Hadoop before version 3.5 needs it on Java 17 or
     * later. Without it, daemons fail or hang at the start, and ApplicationMasters exit with code 1.
     */
    static final class OpenJavaLang {

        static final String FLAG = "--add-opens=java.base/java.lang=ALL-UNNAMED";
        private static final ComparableVersion NOT_NEEDED_FROM = new ComparableVersion("3.5.0");

        private OpenJavaLang() {}

        /** Returns whether this JVM was started with the flag. If so, its containers have the flag, too. */
        static boolean here() {
            return Object.class.getModule().isOpen(Object.class.getPackageName(), OpenJavaLang.class.getModule());
        }

        /**
         * Checks that the flag is set if it is needed, because a start without it would hang.
         *
         * @throws IOException if this version of Hadoop needs the flag and this JVM was not started with it
         */
        static void require(String hadoopVersion) throws IOException {
            if (isNeededBy(hadoopVersion) && !here()) {
                throw new IOException("Hadoop " + hadoopVersion + " on Java "
                        + Runtime.version().feature() + " needs " + FLAG
                        + "; with bin/spindle, put it into SPINDLE_JAVA_OPTS");
            }
        }

        /** Returns whether the given version of Hadoop, such as 3.4.2, needs the flag. */
        static boolean isNeededBy(String hadoopVersion) {
            return new ComparableVersion(hadoopVersion).compareTo(NOT_NEEDED_FROM) < 0;
        }
    }
}
