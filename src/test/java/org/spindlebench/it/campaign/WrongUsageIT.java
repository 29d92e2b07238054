package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;

/** Tests what a user is told about a mistake, and that nothing else happens. Runs no MapReduce job. */
class WrongUsageIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private SpindleCommand spindle;

    @BeforeEach
    void makeCommand() throws IOException {
        spindle = new SpindleCommand(directory);
    }

    @Test
    void threeMistakesInASuiteAreReportedTogetherWithLinesAndNearestWords() throws Exception {
        Path suite = directory.resolve("mine.yaml");
        Files.writeString(suite, """
                name: mine
                bytes_per_nod: 64MB
                repeats: 1
                runs:
                  - jobs: [teragen, terasrt]
                    compresion: none
                """);
        ClientRun run = refused(2, "run", "--embedded", "--suite", suite.toString(), "--out", "results");
        assertThat(run.err())
                .containsSubsequence("mine.yaml:2", "bytes_per_nod", "bytes_per_node")
                .containsSubsequence("mine.yaml:5", "terasrt", "terasort")
                .containsSubsequence("mine.yaml:6", "compresion", "compression")
                .contains("nothing was started");
    }

    @Test
    void aSettingOfDaemonsIsRefusedOnARunningCluster() throws Exception {
        ClientRun run = refused(2, "--suite", "quick", "--out", "results", "-D", "dfs.datanode.handler.count=5");
        assertThat(run.err())
                .contains("dfs.datanode.handler.count", "a daemon setting; use a setup", "nothing was started");
    }

    @Test
    void theLocalJobRunnerIsRefused() throws Exception {
        ClientRun run = refused(
                3, "--suite", "quick", "--out", "results", "-D", "mapreduce.framework.name=local", "-fs", closed());
        assertThat(run.err()).contains("mapreduce.framework.name is 'local'", "HADOOP_CONF_DIR", "--embedded");
    }

    @Test
    void withoutAnyConfigurationTheUserHearsWhatToSet() throws Exception {
        ClientRun run = refused(3, "--suite", "quick", "--out", "results");
        assertThat(run.err()).contains("HADOOP_CONF_DIR", "--embedded");
    }

    @Test
    void aClusterThatDoesNotAnswerIsGivenUpWithWhatToSet() throws Exception {
        String address = closed();
        ClientRun run = refused(
                3,
                "--suite",
                "quick",
                "--out",
                "results",
                "-D",
                "mapreduce.framework.name=yarn",
                "-fs",
                address,
                "-jt",
                address.replace("hdfs://", ""));
        assertThat(run.err())
                .contains("cannot reach the cluster", "fs.defaultFS=" + address, "HADOOP_CONF_DIR", "--embedded");
    }

    @Test
    void outputThatCannotBeWrittenIsAnErrorButAReaderThatHasSeenEnoughIsNone() throws Exception {
        Path said = directory.resolve("said");
        assertThat(shell("\"$0\" version >/dev/full 2>" + said)).isEqualTo(1);
        assertThat(said)
                .content()
                .startsWith("error: Spindle could not write all of its standard output")
                .hasLineCount(1);

        assertThat(shell("set -o pipefail; \"$0\" list settings 2>" + said + " | (exec 0<&-; sleep 5)"))
                .isZero();
        assertThat(said).isEmptyFile();
    }

    /** Runs a line in which {@code $0} is the script, and returns the exit code. */
    private static int shell(String line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "-c", line, ProcessCluster.projectRoot() + "/bin/spindle").start();
        if (!process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return process.waitFor();
    }

    /** Runs a command that must be refused in time, without standard output, stack trace, further JVM or file. */
    private ClientRun refused(int exitCode, String... arguments) throws IOException, InterruptedException {
        ClientRun run = spindle.start(SOON, arguments);
        String own = run.process().info().commandLine().orElse("");
        TreeSet<String> jvms = new TreeSet<>();
        boolean ended = Await.within(SOON, () -> {
            // A child that was forked a moment ago still has the client's own program and arguments.
            run.process()
                    .descendants()
                    .filter(child -> child.info().command().orElse("").endsWith("java"))
                    .map(child -> child.info().commandLine().orElse(""))
                    .filter(line -> !line.isEmpty() && !line.equals(own))
                    .forEach(jvms::add);
            return !run.process().isAlive();
        });
        if (!ended) {
            run.kill();
        }
        assertThat(ended).as(run::tails).isTrue();
        assertThat(run.exitCode()).as(run::tails).isEqualTo(exitCode);
        assertThat(jvms).isEmpty();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).doesNotContainPattern("(?m)^\\s+at [a-z]").doesNotContain("Exception in thread");
        assertThat(spindle.temp()).isEmptyDirectory();
        assertThat(directory.resolve("results")).doesNotExist();
        return run;
    }

    /** Returns an address with a free port on which nothing listens. */
    private static String closed() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "hdfs://127.0.0.1:" + socket.getLocalPort();
        }
    }
}
