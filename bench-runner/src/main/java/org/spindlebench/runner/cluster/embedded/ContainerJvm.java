package org.spindlebench.runner.cluster.embedded;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * How container JVMs are started: which Java, which classes, which flags. All of it stands in the options that Hadoop
 * keeps for administrators, before the user's own, so that a user's {@code mapreduce.map.java.opts} loses nothing.
 */
final class ContainerJvm {

    /** Marks every JVM of one cluster, for the watchdog. */
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
        // Must not be empty; Hadoop's default names an installation that does not exist here.
        conf.set("mapreduce.application.classpath", classPath.jars().get(0));
        conf.set("yarn.app.mapreduce.am.admin-command-opts", flags());
        conf.set("mapreduce.admin.map.child.java.opts", flags());
        conf.set("mapreduce.admin.reduce.child.java.opts", flags());
    }

    private String flags() {
        StringBuilder flags = new StringBuilder("-D" + ID_PROPERTY + "=" + id)
                .append(" -Djava.net.preferIPv4Stack=true -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto");
        if (OpenJavaLang.here()) {
            flags.append(' ').append(OpenJavaLang.FLAG);
        }
        classArchive.ifPresent(archive ->
                flags.append(" -XX:SharedArchiveFile=").append(archive).append(classPath.option()));
        return flags.toString();
    }
}
