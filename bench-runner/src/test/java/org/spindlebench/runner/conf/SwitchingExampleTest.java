package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.conf.SetupWay.SetupCommands;

/** Runs the commands of {@code docs/examples/switching} on this host, in place of a cluster's workers. */
class SwitchingExampleTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "switching");

    @TempDir
    private Path root;

    @BeforeEach
    void aWorkerOnDisks() throws IOException {
        Files.createDirectories(root.resolve("conf.disks"));
        Files.createDirectories(root.resolve("conf.flash"));
        Files.createSymbolicLink(root.resolve("conf"), root.resolve("conf.disks"));
        program("pdsh", "test \"$1 $2 $3\" = '-S -g workers' && exec sh -c \"$4\"");
        program("systemctl", "echo \"$@\" >> " + root.resolve("log") + "; test ! -e " + root.resolve("broken"));
    }

    private void program(String name, String script) throws IOException {
        Path bin = Files.createDirectories(root.resolve("bin"));
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static StorageSetup setup(String name) throws IOException {
        Problems problems = new Problems();
        String text = Files.readString(EXAMPLE.resolve(name + ".yaml"));
        return SetupReader.read(name, text, problems).orElseThrow(() -> new AssertionError(problems.report("")));
    }

    private int run(String command) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).directory(EXAMPLE.toFile());
        shell.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
        shell.environment().put("HADOOP_CONF_ROOT", root.toString());
        Process process = shell.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private Path layout() throws IOException {
        return Files.readSymbolicLink(root.resolve("conf")).getFileName();
    }

    @Test
    void theCommandsSwitchVerifyAndRestore() throws IOException, InterruptedException {
        SetupCommands flash = (SetupCommands) setup("flash").way();
        String disks = ((SetupWay.AsIs) setup("disks").way()).verify().command();
        assertThat(run(disks)).isZero();
        assertThat(run(flash.verify().command())).isNotZero();

        assertThat(run(flash.apply().command())).isZero();
        assertThat(layout()).hasToString("conf.flash");
        assertThat(run(flash.verify().command())).isZero();
        assertThat(run(disks)).isNotZero();

        assertThat(run(flash.restore().command())).isZero();
        assertThat(layout()).hasToString("conf.disks");
        assertThat(run(disks)).isZero();
        assertThat(Files.readAllLines(root.resolve("log")))
                .startsWith("is-active --quiet hadoop-hdfs-datanode hadoop-yarn-nodemanager")
                .containsSubsequence(
                        "stop hadoop-hdfs-datanode hadoop-yarn-nodemanager",
                        "start hadoop-hdfs-datanode hadoop-yarn-nodemanager",
                        "stop hadoop-hdfs-datanode hadoop-yarn-nodemanager",
                        "start hadoop-hdfs-datanode hadoop-yarn-nodemanager");
    }

    @Test
    void aDaemonThatCannotBeStoppedOrALayoutThatIsNotThereIsAFailure() throws IOException, InterruptedException {
        SetupCommands flash = (SetupCommands) setup("flash").way();
        Files.createFile(root.resolve("broken"));
        assertThat(run(flash.apply().command())).isNotZero();
        assertThat(layout()).hasToString("conf.disks");
        Files.delete(root.resolve("broken"));
        Files.delete(root.resolve("conf.flash"));
        assertThat(run(flash.apply().command())).isNotZero();
        assertThat(layout()).hasToString("conf.disks");
    }
}
