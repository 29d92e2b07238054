package org.spindlebench.runner.manual;

import java.util.List;
import org.spindlebench.runner.manual.ManualPage.Entry;

/** The environment variables that users may set. */
public final class Environment {
    public static final List<Entry> VARIABLES = List.of(
            variable("HADOOP_CONF_DIR", "The directory with the cluster's client configuration."),
            variable(
                    "SPINDLE_JAVA_HOME",
                    "A Java 17 or later. If `hadoop jar` starts Spindle on an older Java, Spindle starts itself again on"
                            + " this one."),
            variable("JAVA_HOME", "The Java with which bin/spindle starts. Without it, the one on the PATH."),
            variable("SPINDLE_JAVA_OPTS", "Options of bin/spindle's JVM, such as -Xmx4g."),
            variable("HADOOP_CLIENT_OPTS", "Options of the JVM under `hadoop jar`."),
            variable(
                    "SPINDLE_HADOOP_LIB",
                    "A directory with the jars of another Hadoop, which bin/spindle uses instead of the one that it was"
                            + " built with."),
            variable("HADOOP_USER_NAME", "The user in HDFS and YARN, on a cluster without Kerberos."),
            variable("NO_COLOR", "If it is set and not empty, reports on a terminal have no colours."),
            variable("XDG_CACHE_HOME", "The directory for caches of embedded clusters. Default: ~/.cache."));

    private Environment() {}

    private static Entry variable(String name, String text) {
        return ManualPage.entry(name, "", text);
    }
}
