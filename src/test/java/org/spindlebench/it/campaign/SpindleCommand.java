package org.spindlebench.it.campaign;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.HadoopJars;
import org.spindlebench.it.cluster.JvmFlags;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Starts Spindle in separate processes, with results, temporary files and output below one directory. All of its
 * processes, containers included, have that directory in their command lines.
 */
final class SpindleCommand {
    private static final Path ROOT = ProcessCluster.projectRoot();
    private static final Path SCRIPT = ROOT.resolve("bin/spindle");
    private static final String JARS = ROOT.resolve("bench-runner/target/bench-runner.jar")
            + File.pathSeparator
            + ROOT.resolve("bench-lab/target/bench-lab.jar")
            + File.pathSeparator
            + ROOT.resolve("bench-site/target/bench-site.jar");
    private static final String HADOOP = HadoopJars.frameworkOf(ROOT).toString();

    private final Path directory;
    private final Path temp;
    private final Map<String, String> more = new TreeMap<>();
    private final List<ClientRun> clients = new ArrayList<>();

    SpindleCommand(Path directory) throws IOException {
        this.directory = directory;
        this.temp = Files.createDirectories(directory.resolve("temp"));
    }

    /** Lets clients that are started from now on find a Hadoop's settings, as on a gateway. */
    void configuredBy(Path hadoopConf) {
        more.put("HADOOP_CONF_DIR", hadoopConf.toString());
    }

    /** Returns the directory of an embedded cluster's files. */
    Path temp() {
        return temp;
    }

    Path directory() {
        return directory;
    }

    /** Whether this machine lets a process have a network of its own, which many containers do not. */
    static final class OwnNetworks {
        private static final boolean POSSIBLE = tried();

        private OwnNetworks() {}

        static boolean arePossible() {
            return POSSIBLE;
        }

        private static boolean tried() {
            try {
                boolean root =
                        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
                return new ProcessBuilder(
                                        "unshare",
                                        root ? "--net" : "-rn",
                                        "--",
                                        "sh",
                                        "-c",
                                        "ip link set lo up && exec setpriv --pdeathsig KILL -- true")
                                .start()
                                .waitFor()
                        == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** Starts the JVM itself, so that signals reach it and not a shell. */
    ClientRun start(Duration limit, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions());
        command.addAll(List.of("-cp", JARS + File.pathSeparator + HADOOP + "/*", "org.spindlebench.launcher.Launcher"));
        command.addAll(List.of(arguments));
        return start(limit, new ProcessBuilder(command));
    }

    /** Runs the script as README tells users to, or the JVM if there is no script. */
    ClientRun startScript(Duration limit, String... arguments) throws IOException {
        if (!Files.exists(SCRIPT)) {
            return start(limit, arguments);
        }
        List<String> command = new ArrayList<>();
        command.add(SCRIPT.toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SPINDLE_JAVA_OPTS", String.join(" ", jvmOptions()));
        builder.environment().put("SPINDLE_HADOOP_LIB", HADOOP);
        return start(limit, builder);
    }

    private List<String> jvmOptions() {
        List<String> options = new ArrayList<>(List.of("-Xmx1g", "-Djava.io.tmpdir=" + temp));
        options.addAll(List.of(JvmFlags.SMALL.split(" ")));
        options.addAll(List.of(JvmFlags.ofHadoop().split(" ")));
        return options;
    }

    private ClientRun start(Duration limit, ProcessBuilder builder) throws IOException {
        int number = clients.size() + 1;
        Path out = directory.resolve("client" + number + ".out");
        Path err = directory.resolve("client" + number + ".err");
        Map<String, String> environment = builder.environment();
        // Hides any Hadoop that this machine may have.
        environment
                .keySet()
                .removeIf(key -> key.startsWith("HADOOP_") || key.startsWith("YARN_") || key.equals("CLASSPATH"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.putAll(more);
        if (!OwnNetworks.arePossible()) {
            environment.put("SPINDLE_SHARE_HOST", "true");
        }
        builder.directory(directory.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        ClientRun client = new ClientRun(builder.start(), out, err, limit);
        clients.add(client);
        return client;
    }

    /** Ends clients that still run, as after a test that failed before it waited for them. */
    void end() throws InterruptedException {
        for (ClientRun client : clients) {
            client.process().destroy();
            if (!client.process().waitFor(1, TimeUnit.MINUTES)) {
                client.kill();
            }
        }
    }
}
