package org.spindlebench.it.cluster;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds the command of a JVM that runs a class of Hadoop with the cluster's jars. */
final class JavaCommand {
    private final ClusterLayout layout;

    JavaCommand(ClusterLayout layout) {
        this.layout = layout;
    }

    /** Returns the command of a daemon, which ends with this JVM. */
    ProcessBuilder daemon(Role role, String name, List<String> jvmFlags, List<String> arguments) {
        List<String> classPath =
                List.of(layout.conf(name).toString(), layout.webRoot().toString(), layout.lib() + "/*", ownClasses());
        List<String> flags = new ArrayList<>(List.of(JvmFlags.ofHadoop().split(" ")));
        flags.addAll(jvmFlags);
        List<String> command = start("-Xmx256m", flags, classPath);
        command.add(Watched.class.getName());
        command.add(role.mainClass());
        command.addAll(arguments);
        return process(command, layout.conf(name), role.user());
    }

    /** Returns the command that the `hadoop jar` of an installed Hadoop runs. */
    ProcessBuilder hadoopJar(List<String> jvmFlags, String user, Path jar, List<String> arguments) {
        List<String> command =
                start("-Xmx512m", jvmFlags, List.of(layout.clientConf().toString(), layout.lib() + "/*"));
        command.add("org.apache.hadoop.util.RunJar");
        command.add(jar.toString());
        command.addAll(arguments);
        return process(command, layout.clientConf(), user);
    }

    private List<String> start(String heap, List<String> jvmFlags, List<String> classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(heap);
        command.addAll(List.of(JvmFlags.SMALL.split(" ")));
        // The directory's name contains the cluster's unique name, and RunJar unpacks into it.
        command.add("-Djava.io.tmpdir=" + layout.temp());
        command.add("-Dhadoop.log.dir=" + layout.logs());
        command.add("-Djava.net.preferIPv4Stack=true");
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(String.join(File.pathSeparator, classPath));
        return command;
    }

    private ProcessBuilder process(List<String> command, Path conf, String user) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(layout.root().toFile());
        Map<String, String> environment = builder.environment();
        // Hides any Hadoop that this machine may have.
        environment
                .keySet()
                .removeIf(key -> key.startsWith("HADOOP_") || key.startsWith("YARN_") || key.equals("CLASSPATH"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("HADOOP_CONF_DIR", conf.toString());
        environment.put("HADOOP_USER_NAME", user);
        return builder;
    }

    static String ownClasses() {
        try {
            return Path.of(Watched.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
