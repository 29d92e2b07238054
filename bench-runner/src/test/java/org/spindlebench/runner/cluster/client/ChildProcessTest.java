package org.spindlebench.runner.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.runner.program.Program.Call;

class ChildProcessTest {
    @TempDir
    private Path directory;

    @Test
    void aCommandGetsItsWordsTheVariablesAndTheSettingsAndItsOutputIsAppendedToALog() throws Exception {
        Path log = Files.writeString(directory.resolve("run.log"), "before\n");
        Call call = Call.ofCommand(List.of("sh", "-c", "unused"));

        Process process = new ChildProcess(
                        call,
                        List.of(
                                "sh",
                                "-c",
                                "echo \"$1,$SPINDLE_TAG,$HADOOP_CONF_DIR,$YARN_CONF_DIR\"; cat; exit 3",
                                "-",
                                "a b"),
                        Map.of("SPINDLE_TAG", "t"))
                .start(directory, log);

        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(log).content().isEqualTo("before\na b,t," + directory + "," + directory + "\n");
        assertThat(ChildProcess.end(log)).startsWith("before").endsWith("," + directory);
        assertThat(ChildProcess.end(directory.resolve("none"))).isEmpty();
    }

    @Test
    void aLineGoesToAShellAsItIs() throws Exception {
        Call call = Call.ofShell("echo ${X:-none}");

        assertThat(new ChildProcess(call, call.words(), Map.of()).command(directory))
                .containsExactly("sh", "-c", "echo ${X:-none}");
    }

    @Test
    void aJarIsRunAsHadoopRunsItWithTheSettingsFirstOnTheClassPath() throws Exception {
        Path named = jar("named.jar", "org.example.Main");
        Path bare = jar("bare.jar", null);
        String classPath = directory + ":" + System.getProperty("java.class.path");

        assertThat(tail(Call.ofJar(named.toString(), null, List.of("pi", "2"))))
                .containsExactly("-cp", classPath, "org.apache.hadoop.util.RunJar", named.toString(), "pi", "2");
        assertThat(tail(Call.ofJar(named.toString(), "org.example.Main", List.of("pi"))))
                .containsExactly("-cp", classPath, "org.apache.hadoop.util.RunJar", named.toString(), "pi");
        assertThat(tail(Call.ofJar(bare.toString(), "org.example.Other", List.of("x"))))
                .as("a jar without a main class")
                .containsExactly(
                        "-cp", classPath, "org.apache.hadoop.util.RunJar", bare.toString(), "org.example.Other", "x");
        assertThat(tail(Call.ofJar(named.toString(), "org.example.Other", List.of("x"))))
                .as("RunJar would give the class to the manifest's class")
                .containsExactly(
                        "-cp",
                        directory + ":" + named + ":" + System.getProperty("java.class.path"),
                        "org.example.Other",
                        "x");
    }

    /** Returns the command from the class path on. */
    private List<String> tail(Call call) throws IOException {
        List<String> command = new ChildProcess(call, call.words(), Map.of()).command(directory);
        assertThat(command.get(0)).endsWith("/bin/java");
        return command.subList(command.indexOf("-cp"), command.size());
    }

    @Test
    void aJarThatChangedSinceThePlanIsNotRun() throws Exception {
        Path jar = jar("job.jar", "org.example.Main");
        Call planned = Call.ofJar("job.jar", null, List.of()).found(jar.toString(), DigestJournal.sha256(jar));
        Files.write(jar, new byte[] {0}, java.nio.file.StandardOpenOption.APPEND);

        assertThatThrownBy(() -> new ChildProcess(planned, List.of(), Map.of()).start(directory, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has changed since the campaign was planned")
                .hasMessageContaining(planned.sha256());
    }

    @Test
    void theSettingsOfARunAreInEverySiteAndDefaultsInNone() throws Exception {
        Path own = Files.createDirectory(directory.resolve("own"));
        Files.writeString(own.resolve("log4j.properties"), "x=y\n");
        Files.writeString(own.resolve("core-site.xml"), "<configuration/>");
        Configuration run = new Configuration();
        run.set("mapreduce.job.tags", "a,b");
        run.set("io.file.buffer.size", "8192");
        run.set("mine", "${user.name}/x");

        Path made;
        try (ClientDirectory settings = ClientDirectory.of(run, own)) {
            made = settings.path();
            assertThat(made.resolve("log4j.properties")).content().isEqualTo("x=y\n");
            for (String site : List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml")) {
                Configuration read = new Configuration(false);
                read.addResource(
                        new org.apache.hadoop.fs.Path(made.resolve(site).toUri()));
                assertThat(read.get("mapreduce.job.tags")).isEqualTo("a,b");
                assertThat(read.get("io.file.buffer.size")).isEqualTo("8192");
                assertThat(read.getRaw("mine")).isEqualTo("${user.name}/x");
                assertThat(read.get("io.bytes.per.checksum")).as("a default").isNull();
            }
            assertThat(Files.getPosixFilePermissions(made)).hasSize(3);
        }

        assertThat(made).doesNotExist();
        try (Stream<Path> left = Files.list(own)) {
            assertThat(left).hasSize(2);
        }
    }

    private Path jar(String name, String main) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (main != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        }
        Path jar = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            entries.finish();
        }
        return jar;
    }
}
