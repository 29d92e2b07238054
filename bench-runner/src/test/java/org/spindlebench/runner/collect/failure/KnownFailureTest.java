package org.spindlebench.runner.collect.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.runner.collect.failure.Explanation.KnownFailure;
import org.spindlebench.runner.collect.failure.Explanation.Role;

/** Tests failures that can be provoked here; those that need containers are provoked on a cluster. */
class KnownFailureTest {
    private static List<String> codes(String text) {
        return Stream.of(KnownFailure.values())
                .flatMap(failure -> failure.in(text, Role.UNKNOWN, null).stream())
                .map(Cause::code)
                .toList();
    }

    @Test
    void everyCauseIsInTheDocument() throws IOException {
        String text = Files.readString(Path.of("../docs/troubleshooting.md"));
        String section = text.substring(text.indexOf("\n## Failed jobs\n"), text.indexOf("\n## Invalid runs\n"));
        assertThat(section.lines().filter(line -> line.startsWith("- `")).map(line -> line.split("`", 3)[1]))
                .containsExactlyElementsOf(
                        Stream.of(KnownFailure.values()).map(KnownFailure::code).toList());
    }

    @Test
    void aCodecWhoseClassIsMissing() {
        Configuration configuration = new Configuration(false);
        configuration.set("io.compression.codecs", "com.hadoop.compression.lzo.LzoCodec");

        Throwable failure = catchThrowable(() -> new CompressionCodecFactory(configuration));

        assertThat(codes(failure.toString())).containsExactly("codec");
    }

    @Test
    void aCodecWhoseNativeLibraryIsMissing() {
        ZStandardCodec codec = new ZStandardCodec();
        codec.setConf(new Configuration(false));

        Throwable failure = catchThrowable(codec::getCompressorType);

        assertThat(codes(failure.toString())).containsExactly("codec");
    }

    @Test
    void aDiskThatIsFull() {
        Throwable failure = catchThrowable(() -> Files.writeString(Path.of("/dev/full"), "x"));

        assertThat(codes(failure.toString())).containsExactly("local-dirs");
    }

    @Test
    void noLocalDirectoryWithRoom(@TempDir Path directory) {
        Configuration configuration = new Configuration(false);
        configuration.set("local", directory.toString());

        Throwable failure = catchThrowable(() ->
                new LocalDirAllocator("local").getLocalPathForWrite("output/spill0.out", 1L << 60, configuration));

        assertThat(codes(failure.toString())).containsExactly("local-dirs");
    }

    /** The text is from a shuffle's map with -Xmx64m. */
    @Test
    void aHeapThatIsTooSmall() {
        assertThat(codes(
                        "2026-11-21 15:54:02,567 ERROR [main] org.apache.hadoop.mapred.YarnChild: Error running child :"
                                + " java.lang.OutOfMemoryError: Java heap space"))
                .containsExactly("heap");
    }

    /** The texts have the forms that Hadoop 2.7 to 3.5 and Java 8 to 17 write. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "disk-error | Error: java.io.IOException: Input/output error",
                "disk-error | java.io.FileNotFoundException:"
                        + " /data/7/yarn/local/usercache/ann/appcache/application_1_0001/output/spill0.out"
                        + " (Input/output error)",
                "disk-error | Error: org.apache.hadoop.fs.FSError: java.io.IOException: Structure needs cleaning",
                "disk-error | java.io.IOException: Got error, status=ERROR, status message opReadBlock BP-7:blk_1_2"
                        + " received exception java.io.IOException: Input/output error, for OP_READ_BLOCK,"
                        + " self=/10.1.0.5:4102, remote=/10.1.0.9:9866, for file /user/ann/in/part-m-00001",
                "disk-read-only | java.io.IOException: Mkdirs failed to create"
                        + " file:/data/7/yarn/local/usercache/ann/appcache/x (Read-only file system)",
                "disk-read-only | chmod: changing permissions of '/mnt/d3/yarn/usercache': Read-only file system",
                "disk-checksum | org.apache.hadoop.fs.ChecksumException: Checksum error:"
                        + " file:/data/3/yarn/usercache/ann/appcache/a/file.out at 4096 exp: -1305 got: 77",
                "disk-checksum | org.apache.hadoop.fs.ChecksumException: Checksum Error",
                "disk-checksum | java.io.IOException: Checksum CRC32C not matched for file /user/ann/in/part-r-00002"
                        + " at position 512, expected=0 but computed=1",
                "disk-checksum | WARN [main] hdfs.DFSClient: Found Checksum error for BP-7-10.1.0.2-1:blk_1_2 from"
                        + " DatanodeInfoWithStorage[10.1.0.9:9866,DS-1,DISK] at 512",
                "hdfs-missing-block | org.apache.hadoop.hdfs.BlockMissingException: Could not obtain block:"
                        + " BP-7-10.1.0.2-1:blk_1_2 file=/user/ann/in/part-m-00000",
                "hdfs-missing-block | java.io.IOException: 4 missing blocks, the stripe is: AlignedStripe(Offset=0,"
                        + " length=1048576)",
                "hdfs-pipeline | java.io.IOException: All datanodes"
                        + " [DatanodeInfoWithStorage[10.1.0.9:9866,DS-1,DISK]] are bad. Aborting...",
                "hdfs-pipeline | java.io.IOException: All datanodes 10.1.0.9:50010 are bad. Aborting...",
                "hdfs-pipeline | java.io.IOException: Failed to replace a bad datanode on the existing pipeline due"
                        + " to no more good datanodes being available to try.",
                "hdfs-pipeline | java.io.IOException: Could not get block locations. Source file \"/user/ann/out/a\""
                        + " - Aborting...block==null",
                "hdfs-no-datanode | File /user/ann/a could only be replicated to 0 nodes instead of minReplication"
                        + " (=1).  There are 0 datanode(s) running and no node(s) are excluded in this operation.",
                "hdfs-no-datanode | File /user/ann/a could only be written to 0 of the 1 minReplication nodes. There"
                        + " are 0 datanode(s) running and 0 node(s) are excluded in this operation.",
                "hdfs-unreachable | File /user/ann/a could only be written to 0 of the 1 minReplication nodes. There"
                        + " are 12 datanode(s) running and 12 node(s) are excluded in this operation.",
                "hdfs-full | File /user/ann/a could only be written to 0 of the 1 minReplication nodes. There are 12"
                        + " datanode(s) running and 2 node(s) are excluded in this operation.",
                "hdfs-full | File /user/ann/a could only be replicated to 0 nodes instead of minReplication (=1).  "
                        + "There are 3 datanode(s) running and no node(s) are excluded in this operation.",
                "hdfs-full | File /a could only be written to 0 of the 1 minReplication nodes. There are 3"
                        + " datanode(s) running",
                "direct-memory | Error: java.lang.OutOfMemoryError: Direct buffer memory",
                "direct-memory | java.lang.OutOfMemoryError: Cannot reserve 65536 bytes of direct buffer memory"
                        + " (allocated: 983040, limit: 1048576)",
                "sort-buffer | java.io.IOException: Invalid \"mapreduce.task.io.sort.mb\": 4096",
                "threads | java.lang.OutOfMemoryError: unable to create new native thread",
                "threads | java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or"
                        + " process/resource limits reached",
                "open-files | java.io.FileNotFoundException: /data/2/yarn/x (Too many open files)",
                "xceivers | java.io.IOException: Xceiver count 4097 exceeds the limit of concurrent xcievers: 4096",
                "counters | org.apache.hadoop.mapreduce.counters.LimitExceededException: Too many counters: 121"
                        + " max=120",
                "split-meta | org.apache.hadoop.yarn.exceptions.YarnRuntimeException: java.io.IOException: Split"
                        + " metadata size exceeded 10000000. Aborting job job_1_0001",
                "launch-user launch-files | AM Container for appattempt_1 exited with  exitCode: -1000\nmain :"
                        + " requested yarn user is ann\nRequested user ann is not whitelisted and has id 501,which"
                        + " is below the minimum allowed 1000",
                "launch-user | main : requested yarn user is ann\nUser ann not found",
                "launch-user | Requested user yarn is banned",
                "launch-command | exited with exitCode: 127\nContainer exited with a non-zero exit code 127. Error"
                        + " file: prelaunch.err.\n/bin/bash: /bin/java: No such file or directory",
                "java-version | Error: java.lang.UnsupportedClassVersionError: com/example/Job has been compiled by"
                        + " a more recent version of the Java Runtime (class file version 61.0)",
                "class-missing | Error: java.lang.RuntimeException: java.lang.ClassNotFoundException: Class"
                        + " com.example.MyMapper not found",
                "class-missing | java.lang.NoClassDefFoundError: com/google/common/collect/Maps",
                "host-unknown | java.lang.IllegalArgumentException: java.net.UnknownHostException: nameservice1",
                "clocks-apart | Unauthorized request to start container. \nThis token is expired. current time is"
                        + " 1790000900000 found 1790000300000\nNote: System times on machines may be out of sync."
                        + " Check system time and time zones.",
                "token-expired |"
                        + " org.apache.hadoop.ipc.RemoteException(org.apache.hadoop.security.token.SecretManager$InvalidToken):"
                        + " token (token for ann: HDFS_DELEGATION_TOKEN owner=ann@EXAMPLE.COM, renewer=yarn,"
                        + " realUser=, issueDate=1, maxDate=2, sequenceNumber=3, masterKeyId=4) can't be found in"
                        + " cache",
                "token-expired | token (HDFS_DELEGATION_TOKEN token 7 for ann) is expired, current time: 2026-11-21"
                        + " 15:54:02,567+0000 expected renewal time: 2026-11-21 15:54:01,000+0000",
                "token-renewal | Failed to submit application_1_0001 to YARN : Failed to renew token: Kind:"
                        + " HDFS_DELEGATION_TOKEN, Service: 10.1.0.2:8020, Ident: (token for ann:"
                        + " HDFS_DELEGATION_TOKEN owner=ann)",
                "launch-files | AM Container for appattempt_1_0001_000002 exited with  exitCode: -1000",
                "launch-files | Resource hdfs://nn.invalid:8020/tmp/a/job.jar changed on src filesystem (expected 1,"
                        + " was 2",
                "shuffle-fetches | Error: org.apache.hadoop.mapreduce.task.reduce.Shuffle$ShuffleError: error in"
                        + " shuffle in fetcher#7\nCaused by: java.io.IOException: Exceeded"
                        + " MAX_FAILED_UNIQUE_FETCHES; bailing-out.",
                "shuffle-fetches | Too many fetch failures. Failing the attempt. Last failure reported by"
                        + " attempt_1_r_000000_1 from host node9",
                "shuffle-fetches | 2026-11-29 10:00:00,001 WARN [fetcher#1]"
                        + " org.apache.hadoop.mapreduce.task.reduce.Fetcher: Failed to connect to node9:13562 with 4"
                        + " map outputs\njava.net.ConnectException: Connection refused",
                "task-timeout | AttemptID:attempt_1_0001_m_000003_0 Timed out after 600 secs\nContainer killed by"
                        + " the ApplicationMaster.\nContainer exited with a non-zero exit code 143",
                "task-timeout | AttemptID:attempt_1_0001_m_000003_0 task timeout set: 600s, taskTimedOut: true; task"
                        + " stuck timeout set: 600s, taskStuck: false",
                "am-timeout | Application application_1_0001 failed 2 times due to ApplicationMaster for attempt"
                        + " appattempt_1_0001_000002 timed out. Failing the application.",
                "am-share | Application is added to the scheduler and is not yet activated. Queue's AM resource"
                        + " limit exceeded.  Details : AM Partition",
                "am-share | User's AM resource limit exceeded",
                "am-waits | ACCEPTED: Application is Activated, waiting for resources to be assigned for AM.  "
                        + "Details : AM Partition = <DEFAULT_PARTITION>",
                "disk-error shuffle-fetches | error in shuffle in fetcher#3\nCaused by: java.io.IOException:"
                        + " Input/output error",
                "direct-memory shuffle-fetches | error in shuffle in fetcher#3\nCaused by:"
                        + " java.lang.OutOfMemoryError: Direct buffer memory"
            })
    void whatHadoopSaysHasItsCause(String line) {
        String[] parts = line.split(" \\| ", 2);

        assertThat(codes(parts[1])).containsExactly(parts[0].split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EIO: Input/output error | on node7",
                "java.io.FileNotFoundException: /data/7/yarn/usercache/ann/x (Input/output error) | on node7 (/data/7/yarn)",
                "cannot read file:///data/7/dn/current/BP-1/x: Input/output error | on node7 (/data/7/dn)",
                "cannot read hdfs://nn.invalid:8020/user/ann/x: Input/output error | on node7",
                "Got error, status message opReadBlock BP-1:blk_1 received exception java.io.IOException: Input/output error,"
                        + " self=/10.1.0.5:4102, remote=/10.1.0.9:9866, for file /user/ann/x | on 10.1.0.9"
            })
    void aFailingDiskIsNamedByItsHostAndDirectory(String text, String place) {
        assertThat(KnownFailure.DISK_ERROR.in("first line of /tmp/log\n" + text + "\nlast line", Role.MAP, "node7"))
                .hasValueSatisfying(
                        cause -> assertThat(cause.message()).startsWith("a disk " + place + " gives errors; "));
        assertThat(KnownFailure.DISK_ERROR.in("Input/output error", Role.MAP, null))
                .hasValueSatisfying(cause -> assertThat(cause.message()).startsWith("a disk gives errors; "));
    }

    @Test
    void theKeysAreThoseOfTheContainersKind() {
        String killed = "Container [pid=7] is running 32313344B beyond the 'PHYSICAL' memory limit. Current usage";
        assertThat(KnownFailure.MEMORY_PHYSICAL.in(killed, Role.of("attempt_1_0001_r_000000_0"), "node7"))
                .hasValueSatisfying(cause -> assertThat(cause.message())
                        .contains("raise mapreduce.reduce.memory.mb,")
                        .contains("mapreduce.reduce.java.opts")
                        .doesNotContain("mapreduce.map", "MEMORY", "HEAP", "node7"));
        assertThat(KnownFailure.MEMORY_PHYSICAL.in(killed, Role.of(null), null))
                .hasValueSatisfying(cause -> assertThat(cause.message())
                        .contains("mapreduce.map.memory.mb", "yarn.app.mapreduce.am.resource.mb"));
    }

    @Test
    void whatAHealthyJobSaysIsNoFailure() {
        assertThat(codes("Task attempt_1_m_0 done. Using codec SnappyCodec; local-dirs /data/1; exit code is 0"))
                .isEmpty();
        assertThat(codes("Container killed by the ApplicationMaster. Container exited with a non-zero exit code 143"))
                .isEmpty();
    }
}
