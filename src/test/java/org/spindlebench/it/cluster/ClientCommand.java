package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds a client, `hadoop jar JAR ARGUMENTS`, that runs in a separate process. */
public final class ClientCommand {
    private final ClusterLayout layout;
    private final String name;
    private final List<String> jvmFlags = new ArrayList<>();
    private final List<String> through = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private Path jar = ProcessCluster.projectRoot().resolve("bench-runner/target/bench-runner.jar");
    private Path directory;
    private String user = ProcessCluster.USER;
    private Duration timeout = Duration.ofMinutes(5);

    ClientCommand(ClusterLayout layout, String name) {
        this.layout = layout;
        this.name = name;
        this.directory = layout.root().resolve("work");
    }

    public ClientCommand jar(Path file) {
        jar = file;
        return this;
    }

    public ClientCommand jvmFlags(List<String> flags) {
        jvmFlags.addAll(flags);
        return this;
    }

    /** Starts the client by a program, such as {@code unshare} with its options. */
    public ClientCommand through(String... program) {
        through.addAll(List.of(program));
        return this;
    }

    public ClientCommand arguments(String... words) {
        arguments.addAll(List.of(words));
        return this;
    }

    public ClientCommand environment(String key, String value) {
        environment.put(key, value);
        return this;
    }

    /** Sets the working directory. By default, all clients of the cluster share one. */
    public ClientCommand directory(Path path) {
        directory = path;
        return this;
    }

    /** Sets the user that Hadoop sees, such as hdfs, the superuser. */
    public ClientCommand user(String userName) {
        user = userName;
        return this;
    }

    /** Sets the time after which the client is killed; the default is 5 minutes. */
    public ClientCommand timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    /** Starts the client without waiting for its end. */
    public ClientRun start() throws IOException {
        Files.createDirectories(directory);
        Path out = layout.logs().resolve(name + ".out");
        Path err = layout.logs().resolve(name + ".err");
        ProcessBuilder builder = new JavaCommand(layout)
                .hadoopJar(jvmFlags, user, jar, arguments)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.command().addAll(0, through);
        // Hadoop unpacks five thousand files of the jar otherwise, which no class is loaded from.
        builder.environment().put("HADOOP_CLIENT_SKIP_UNJAR", "true");
        builder.environment().putAll(environment);
        return new ClientRun(builder.start(), out, err, timeout);
    }

    /** Starts the client and waits for its end. */
    public ClientRun run() throws IOException, InterruptedException {
        ClientRun run = start();
        run.waitFor();
        return run;
    }
}
