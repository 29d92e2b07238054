package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which clusters run, check and plan refuse before one is contacted or started, or anything is written. */
class RefusedClusterTest {
    private static final List<String> COMMANDS = List.of("run", "check", "plan");

    @TempDir
    Path directory;

    private static String[] arguments(String command, String... more) {
        return Stream.concat(Stream.of(command, "--suite", "quick"), Stream.of(more))
                .toArray(String[]::new);
    }

    private Session refusing(String command, String... more) throws Exception {
        Session session = new Session(directory);
        assertThat(session.run(arguments(command, more)))
                .as(command + ": " + session.err())
                .isEqualTo(2);
        assertThat(session.err()).endsWith("1 problem; nothing was started.\n");
        assertThat(session.out()).isEmpty();
        assertThat(session.actions.nothingStarted()).isTrue();
        try (var files = Files.list(directory)) {
            assertThat(files).allMatch(file -> file.endsWith("core-site.xml"));
        }
        return session;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3a://bucket",
                "abfs://container@account.dfs.core.windows.net",
                "wasb://container@account",
                "gs://bucket",
                "ofs://om",
                "o3fs://bucket.volume",
                "viewfs://cluster",
                "swebhdfs://namenode:9871",
                "file:///"
            })
    void aFileSystemThatIsNotHdfsIsRefusedWhereverItIsNamed(String uri) throws Exception {
        Path file = Files.writeString(
                directory.resolve("core-site.xml"),
                "<configuration><property><name>fs.defaultFS</name><value>" + uri
                        + "</value></property></configuration>");
        for (String command : COMMANDS) {
            for (List<String> named : List.of(
                    List.of("-fs", uri), List.of("-D", "fs.defaultFS=" + uri), List.of("-conf", file.toString()))) {
                assertThat(refusing(command, named.toArray(new String[0])).err())
                        .contains("fs.defaultFS is '" + uri + "', but Spindle measures HDFS only: name one with -fs"
                                + " hdfs://NAME:PORT");
            }
        }
    }

    @Test
    void aFileOfSettingsThatIsNoXmlIsRefusedByItsOption() throws Exception {
        Path file = Files.writeString(directory.resolve("core-site.xml"), "<configuration>\n<property>");
        for (String command : COMMANDS) {
            assertThat(refusing(command, "-conf", file.toString()).err())
                    .contains("error: -conf: not XML, which Hadoop's files are: see line 2")
                    .doesNotContain("Exception", "com.");
        }
    }

    @Test
    void anHdfsIsRefusedByNoneAndAPlanNeedsNone() {
        for (String command : COMMANDS) {
            assertAccepted(command, "-fs", "hdfs://namenode:8020");
            assertAccepted(command, "-fs", "hdfs://nameservice");
            assertAccepted(command);
        }
    }

    @ParameterizedTest
    @CsvSource({"--queue, --queue, night", "-D, mapreduce.job.queuename, mapreduce.job.queuename=night"})
    void aQueueThatAnEmbeddedClusterDoesNotHaveIsRefused(String option, String named, String value) throws Exception {
        for (String command : COMMANDS) {
            assertThat(refusing(command, "--embedded", option, value).err())
                    .contains(named + ": an embedded cluster has no such queue", "night", "allowed  default");
        }
    }

    @Test
    void theQueueThatItHasIsTakenAndSoAreThoseThatTheUserGivesIt() {
        assertAccepted("run", "--embedded", "--queue", "default");
        assertAccepted("run", "--embedded", "--queue", "root.default");
        assertAccepted("run", "--embedded", "--queue", "night", "-D", "yarn.scheduler.capacity.root.queues=night");
        assertAccepted("run", "--queue", "night");
    }

    private void assertAccepted(String command, String... more) {
        Session session = new Session(directory);
        assertThat(session.run(arguments(command, more))).as(session.err()).isLessThan(2);
        assertThat(session.actions.nothingStarted()).isEqualTo(command.equals("plan"));
    }
}
