package org.spindlebench.runner.cluster.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The Hadoop jars of this JVM, for container JVMs; the job's own jar comes to them through HDFS. */
final class ContainerClassPath {

    private final List<String> jars;

    ContainerClassPath(List<String> jars) {
        this.jars = List.copyOf(jars);
    }

    /** Absolute, in the order of this JVM, without the test libraries that only the mini clusters need. */
    static ContainerClassPath ofThisJvm() {
        List<String> found = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator))) {
            if (entry.endsWith(".jar")
                    && isForContainers(Path.of(entry).getFileName().toString())) {
                found.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        return new ContainerClassPath(found);
    }

    private static boolean isForContainers(String name) {
        return !name.endsWith("-tests.jar") && !name.startsWith("bench-runner") && !name.startsWith("junit-");
    }

    /** For {@code yarn.application.classpath}. */
    String entries() {
        return String.join(",", jars);
    }

    /** For a command line. What the job brings follows, as it does in the class path that MapReduce makes. */
    String option() {
        return " -cp " + String.join(":", jars) + ":job.jar/job.jar:job.jar/classes/:job.jar/lib/*:./*:.";
    }

    List<String> jars() {
        return jars;
    }
}
