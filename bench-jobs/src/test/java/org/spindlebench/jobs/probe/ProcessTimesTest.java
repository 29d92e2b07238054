package org.spindlebench.jobs.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTimesTest {
    private static final String NODE_MANAGER =
            "java\0-cp\0/x.jar\0org.apache.hadoop.yarn.server.nodemanager.NodeManager\0";
    private static final String DIRECTORY = "/local/usercache/u/appcache/application_9_0001/container_9_0001_01_000002";

    @TempDir
    private Path proc;

    private ProcessTimes times;

    @BeforeEach
    void aHost() throws IOException {
        process(1, "systemd", 0, "/sbin/init\0", 100, 1_000);
        process(2, "kthreadd", 0, "", 7, 0);
        process(3, "kworker/0:1", 2, "", 7, 0);
        process(50, "java", 1, NODE_MANAGER, 5_000, 70_000);
        process(60, "sshd", 1, "/usr/sbin/sshd\0", 10, 10);
        times = new ProcessTimes(proc, 0);
    }

    /** Writes a process that started at the time of its id. */
    private void process(int id, String name, int parent, String commandLine, long own, long ended) throws IOException {
        Path directory = Files.createDirectories(proc.resolve(String.valueOf(id)));
        int flags = id == 2 || parent == 2 ? 0x0020_0040 : 0x40;
        write(
                directory.resolve("stat"),
                id + " (" + name + ") S " + parent + " 1 1 0 -1 " + flags + " 1 2 3 4 " + (own - 1) + " 1 "
                        + (ended == 0 ? 0 : ended - 1) + " " + (ended == 0 ? 0 : 1) + " 20 0 9 0 " + id + " 1 2\n");
        write(directory.resolve("cmdline"), commandLine);
    }

    private static void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private void ends(int id) throws IOException {
        Files.delete(proc.resolve(id + "/stat"));
        Files.delete(proc.resolve(id + "/cmdline"));
        Files.delete(proc.resolve(String.valueOf(id)));
    }

    private Map<String, Long> counters() {
        ProbeSample.Builder to = new ProbeSample.Builder();
        times.read(to);
        ProbeSample sample = to.build(0, null);
        Map<String, Long> found = new TreeMap<>();
        for (int i = 0; i < sample.size(); i++) {
            found.put(sample.names().get(i).replace("processes.", ""), sample.value(i));
        }
        return found;
    }

    @Test
    void theTimeBeforeTheFirstLookCountsForNobody() {
        assertThat(counters())
                .containsEntry("hadoop", 0L)
                .containsEntry("others", 0L)
                .containsEntry("applications", 0L);
    }

    @Test
    void containersCountForTheirApplicationAlsoWhatTheyUsedAfterTheLastLook() throws Exception {
        counters();
        process(50, "java", 1, NODE_MANAGER, 5_030, 70_000);
        process(70, "bash", 50, "bash\0" + DIRECTORY + "/default_container_executor.sh\0", 1, 0);
        process(
                71,
                "java",
                70,
                "java\0-Djava.io.tmpdir=" + DIRECTORY + "/tmp\0org.apache.hadoop.mapred.YarnChild\0",
                200,
                0);
        process(72, "python", 71, "python\0map.py\0", 50, 0);
        process(60, "sshd", 1, "/usr/sbin/sshd\0", 15, 10);
        process(3, "kworker/0:1", 2, "", 900, 0);
        assertThat(counters())
                .containsEntry("hadoop", 30L)
                .containsEntry("applications", 251L)
                .containsEntry("application_9_0001", 251L)
                .containsEntry("others", 5L);
        // All of the container ended, after 49 more ticks, and the NodeManager waited for it.
        ends(70);
        ends(71);
        ends(72);
        process(50, "java", 1, NODE_MANAGER, 5_031, 70_300);
        assertThat(counters())
                .containsEntry("hadoop", 31L)
                .containsEntry("application_9_0001", 300L)
                .containsEntry("others", 5L);
        // A container that no look saw is Hadoop's.
        process(50, "java", 1, NODE_MANAGER, 5_031, 70_320);
        assertThat(counters()).containsEntry("hadoop", 51L).containsEntry("application_9_0001", 300L);
    }

    @Test
    void shortProcessesOfOthersAreSeenByTheProcessThatWaitedForThem() throws Exception {
        counters();
        process(60, "sshd", 1, "/usr/sbin/sshd\0", 10, 60);
        assertThat(counters()).containsEntry("others", 50L);
    }

    @Test
    void theWholeLifeOfAnEndedDaemonIsNotTheLoadOfOthers() throws Exception {
        counters();
        ends(50);
        process(1, "systemd", 0, "/sbin/init\0", 100, 76_004);
        assertThat(counters()).containsEntry("others", 0L).containsEntry("hadoop", 4L);
    }

    @Test
    void anApplicationThatRunsTheProbeCountsAsHadoops() throws Exception {
        Files.createSymbolicLink(proc.resolve("self"), Paths.get("71"));
        times = new ProcessTimes(proc, 0);
        counters();
        process(71, "java", 50, "java\0-Djava.io.tmpdir=" + DIRECTORY + "/tmp\0Probe\0", 20, 0);
        assertThat(counters())
                .containsEntry("hadoop", 20L)
                .containsEntry("applications", 0L)
                .doesNotContainKey("application_9_0001");
    }

    @Test
    void clientsAndDaemonsAreHadoopsAndStoresThatUseHadoopAreNot() throws Exception {
        counters();
        process(80, "java", 60, "java\0-Dproc_datanode\0" + cut(), 1, 0);
        process(81, "java", 60, "java\0org.apache.hadoop.util.RunJar\0/x/bench-runner.jar\0--suite\0full\0", 10, 0);
        process(82, "java", 81, "java\0-version\0", 100, 0);
        process(83, "java", 60, "java\0-Dproc_regionserver\0org.apache.hadoop.hbase.HRegionServer\0", 1_000, 0);
        process(84, "a (b) c", 60, "grep\0org.apache.hadoop.hdfs.x\0", 10_000, 0);
        process(85, "java", 60, "javac\0-cp\0/spindle/bench-runner/main:/x.jar\0", 100_000, 0);
        assertThat(counters()).containsEntry("others", 101_000L).containsEntry("hadoop", 10_111L);
    }

    @Test
    void theProcessThatLooksIsSpindles() throws Exception {
        Files.createSymbolicLink(proc.resolve("self"), Paths.get("60"));
        times = new ProcessTimes(proc, 0);
        counters();
        process(60, "sshd", 1, "/usr/sbin/sshd\0", 40, 10);
        process(61, "sh", 60, "sh\0-c\0true\0", 5, 0);
        assertThat(counters()).containsEntry("hadoop", 35L).containsEntry("others", 0L);
    }

    /** A command line as old kernels show it, without its end. */
    private static String cut() {
        return "-classpath\0/a/very/long/pa";
    }

    @Test
    void aProcessThatWasUnreadableForOneLookDoesNotCountWithItsWholeLife() throws Exception {
        counters();
        Files.move(proc.resolve("50/stat"), proc.resolve("50/hidden"));
        counters();
        Files.move(proc.resolve("50/hidden"), proc.resolve("50/stat"));
        assertThat(counters()).containsEntry("hadoop", 0L).containsEntry("others", 0L);
    }

    @Test
    void nothingIsSaidWhereProcessesAreHidden() throws Exception {
        ends(3);
        ends(2);
        assertThat(counters()).as("inside a container").isEmpty();
        process(2, "kthreadd", 0, "", 7, 0);
        Files.delete(proc.resolve("1/stat"));
        times = new ProcessTimes(proc, 0);
        assertThat(counters()).as("hidepid").isEmpty();
    }

    /** The test's own JVM may count as Hadoop's, by its command line, and so may the processes that it starts. */
    @Test
    void theTimeOfARealProcessIsSeenAlsoIfItEndsBetweenTwoLooks() throws Exception {
        times = new ProcessTimes(Paths.get("/proc"), 0);
        Map<String, Long> first = counters();
        Assumptions.assumeFalse(first.isEmpty(), "processes are hidden here");
        Process burning = new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done").start();
        assertThat(burning.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Map<String, Long> then = counters();
        assertThat(then.get("hadoop") + then.get("others")).isGreaterThan(10);
    }

    @Test
    void looksAreRarerWhereTheyTakeLonger() throws Exception {
        times = new ProcessTimes(proc, Integer.MAX_VALUE);
        counters();
        long first = counters().get("millis");
        TimeUnit.MILLISECONDS.sleep(20);
        assertThat(counters()).containsEntry("millis", first);
    }
}
