package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.conf.Compression;

/**
 * Runs most jobs on a cluster of separate daemons, two of them with compressed map output, once for all tests. These
 * are 10 MapReduce jobs: 6 runs, 3 inputs and the task check. {@link RealClusterFullIT} has the other jobs, which every
 * build runs on the embedded cluster.
 */
@ExtendWith(SharedProcessCluster.class)
@TestInstance(Lifecycle.PER_CLASS)
class RealClusterSuiteIT {
    private static final long BYTES_PER_NODE = 8_000_000;
    private static final Set<String> HOSTS = Set.of("127.0.0.2", "127.0.0.3");
    private static final String TASKS = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final String JOBS_TASKS = "org.apache.hadoop.mapreduce.JobCounter";
    private static final String FILES = "org.apache.hadoop.mapreduce.FileSystemCounter";
    private static final String STAGING = "/user/" + ProcessCluster.USER + "/.staging";
    private static final List<String> UNCOMPRESSED = List.of("teragen", "scaled", "dfsio-write", "testdfsio-write");
    private static final Map<String, Compression> COMPRESSED =
            Map.of("terasort", Compression.LZ4, "sort", Compression.SNAPPY);
    private static final List<String> JOBS =
            Stream.concat(UNCOMPRESSED.stream(), COMPRESSED.keySet().stream()).toList();
    private static final int MAPREDUCE_JOBS = 10;

    private ProcessCluster cluster;
    private RealCampaign campaign;
    private ClientRun client;
    private List<String> homeBefore;
    private List<String> stagingBefore;
    private List<RunRecord> records;

    @BeforeAll
    void runTheSuite(ProcessCluster shared) throws Exception {
        cluster = shared;
        campaign = new RealCampaign(cluster, "suite");
        cluster.rest().writeFile(campaign.base() + "/mine.txt", ProcessCluster.USER, "not Spindle's");
        cluster.rest().writeFile(campaign.base() + "/other/theirs.txt", "hdfs", "nor this");
        homeBefore = home();
        stagingBefore = cluster.rest().children(STAGING);
        Path suite = Files.writeString(cluster.directory().resolve("most.yaml"), suite());
        client = campaign.client(
                        "-libjars",
                        lz4().toString(),
                        "-D",
                        "mapreduce.map.memory.mb=640",
                        "--suite",
                        suite.toString(),
                        "--slots",
                        "2",
                        "--probe",
                        "yarn",
                        "-Dmapreduce.task.io.sort.mb=33")
                // As without the variable, Hadoop unpacks the jar.
                .environment("HADOOP_CLIENT_SKIP_UNJAR", "false")
                .timeout(Duration.ofMinutes(20))
                .run();
        records = campaign.records();
    }

    private static String suite() {
        StringBuilder text =
                new StringBuilder("name: most\ndescription: Most jobs.\nbytes_per_node: 8MB\nrepeats: 1\n");
        text.append("runs:\n  - {compression: none, jobs: ")
                .append(UNCOMPRESSED)
                .append("}\n");
        COMPRESSED.forEach((job, codec) -> text.append("  - {compression: ")
                .append(codec.label())
                .append(", jobs: [")
                .append(job)
                .append("]}\n"));
        return text.toString();
    }

    /** Returns the library that the codec calls. No Hadoop brings it, and the cluster does not have it. */
    private static Path lz4() throws URISyntaxException {
        return Path.of(LZ4Factory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    @Test
    void mapOutputIsCompressedByTheCodecOfTheSuiteAndNoOther() throws Exception {
        for (RunRecord run : records) {
            Compression codec = COMPRESSED.getOrDefault(run.subject().job(), Compression.NONE);
            assertThat(run.subject().settings()).containsEntry("compression", codec.label());
            assertThat(settings(run)).containsAllEntriesOf(codec.configuration());
        }
        for (String job : COMPRESSED.keySet()) {
            long made = run(job).counters().get(TASKS).get("MAP_OUTPUT_BYTES");
            assertThat(run(job).counters().get(TASKS).get("REDUCE_SHUFFLE_BYTES"))
                    .as(job)
                    .isBetween(1L, made * 9 / 10)
                    .isEqualTo(run(job).sizes().shuffle());
        }
        assertThat(run("scaled").counters().get(TASKS).get("REDUCE_SHUFFLE_BYTES"))
                .isGreaterThan(run("scaled").counters().get(TASKS).get("MAP_OUTPUT_BYTES"));
    }

    @Test
    void theUsersLibraryIsHandedToEveryJob() throws Exception {
        assertThat(cluster.directory().resolve("lib").toFile().list())
                .isNotEmpty()
                .noneMatch(jar -> jar.startsWith("lz4"));
        for (RunRecord run : records) {
            assertThat(settings(run).get("mapreduce.job.cache.files"))
                    .as(run.identity().run())
                    .contains("/libjars/");
        }
    }

    /**
     * The record's numbers come from YARN's client and from the history file; the expected ones come from the web
     * services of both daemons.
     */
    @Test
    void timesAndCountersAreThoseThatTheDaemonsTell() throws Exception {
        Map<String, Applications.Application> applications = new Applications(cluster.rest())
                .all().stream().collect(Collectors.toMap(Applications.Application::id, Function.identity()));
        for (RunRecord run : records) {
            Applications.Application application =
                    applications.get(run.identity().applicationId());
            assertThat(run.times().yarnStarted().toEpochMilli()).isEqualTo(application.started());
            assertThat(run.times().yarnFinished().toEpochMilli()).isEqualTo(application.finished());
            assertThat(run.times().elapsed())
                    .isCloseTo((application.finished() - application.started()) / 1000.0, within(1e-9));
            JsonNode job = history(run, "").path("job");
            assertThat(run.times().jobLaunched().toEpochMilli())
                    .isEqualTo(job.path("startTime").asLong());
            assertThat(run.times().jobFinished().toEpochMilli())
                    .isEqualTo(job.path("finishTime").asLong());
            assertThat(run.tasks())
                    .filteredOn(
                            task -> task.kind().equals("map") && task.state().equals("SUCCEEDED"))
                    .hasSize(job.path("mapsCompleted").asInt());
            Map<String, Map<String, Long>> counters = counters(run);
            for (String group : List.of(TASKS, FILES, JOBS_TASKS)) {
                assertThat(counters.get(group))
                        .as(run.identity().run() + " " + group)
                        .isNotEmpty()
                        .containsAllEntriesOf(run.counters().get(group));
            }
        }
        assertThat(run("teragen").counters().get(FILES)).containsEntry("HDFS_BYTES_WRITTEN", 2 * BYTES_PER_NODE);
    }

    private JsonNode history(RunRecord run, String path) throws IOException, InterruptedException {
        return cluster.rest()
                .historyServer("/ws/v1/history/mapreduce/jobs/" + run.identity().jobId() + path);
    }

    private Map<String, Map<String, Long>> counters(RunRecord run) throws IOException, InterruptedException {
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        for (JsonNode group : history(run, "/counters").path("jobCounters").path("counterGroup")) {
            Map<String, Long> values =
                    groups.computeIfAbsent(group.path("counterGroupName").asText(), name -> new TreeMap<>());
            group.path("counter")
                    .forEach(counter -> values.put(
                            counter.path("name").asText(),
                            counter.path("totalCounterValue").asLong()));
        }
        return groups;
    }

    @Test
    void everyRunHasFiguresOfItsNodesAndDevices() {
        assertThat(records).hasSize(JOBS.size()).allSatisfy(run -> {
            assertThat(run.evidence().probe()).isEqualTo("yarn");
            assertThat(run.evidence().missing()).as(run.warnings().toString()).isEmpty();
            // Both hosts are this machine.
            assertThat(run.evidence().nodes()).singleElement().satisfies(node -> assertThat(node.devices())
                    .isNotEmpty());
            assertThat(run.evidence().layout()).singleElement().satisfies(layout -> assertThat(layout.directories())
                    .filteredOn(directory ->
                            directory.exists() && !directory.disks().isEmpty())
                    .extracting(Directory::role)
                    .containsExactlyInAnyOrder("hdfs", "hdfs", "shuffle", "shuffle"));
            assertThat(run.evidence().proofs().cpu().busy()).isBetween(0.0, 1.0);
            assertThat(run.steps().flush()).isNotNegative();
        });
    }

    private List<String> home() throws IOException, InterruptedException {
        return cluster.rest().children("/user/" + ProcessCluster.USER).stream()
                .filter(name -> !name.equals(".staging"))
                .toList();
    }

    @Test
    void everyJobIsValidOnBothHosts() {
        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(records).extracting(run -> run.subject().job()).containsExactlyInAnyOrderElementsOf(JOBS);
        assertThat(records).allSatisfy(run -> {
            assertThat(run.status()).as(run.reasons()::toString).isEqualTo(Status.OK);
            assertThat(run.proof()).isNotEmpty().allMatch(check -> check.passed());
            assertThat(run.sizes().nodes()).isEqualTo(2);
            assertThat(run.sizes().bytesPerNode()).isEqualTo(BYTES_PER_NODE);
            assertThat(run.sizes().bytes()).isEqualTo(2 * BYTES_PER_NODE);
        });
        assertThat(records.stream().flatMap(run -> run.tasks().stream()))
                .extracting(TaskTimes::host)
                .containsOnly(HOSTS.toArray(new String[0]));
    }

    @Test
    void settingsBeforeAndAfterOwnOptionsAreInForce() throws Exception {
        for (RunRecord run : records) {
            assertThat(run.configuration())
                    .containsEntry("mapreduce.task.io.sort.mb", "33")
                    .containsEntry("mapreduce.map.memory.mb", "640");
            assertThat(settings(run))
                    .containsEntry("mapreduce.task.io.sort.mb", "33")
                    .containsEntry("mapreduce.map.memory.mb", "640");
        }
    }

    private Map<String, String> settings(RunRecord run) throws IOException, InterruptedException {
        JsonNode properties = history(run, "/conf").path("conf").path("property");
        Map<String, String> settings = new TreeMap<>();
        properties.forEach(property -> settings.put(
                property.path("name").asText(), property.path("value").asText()));
        return settings;
    }

    @Test
    void theStockClassesThatRanAreThoseOfTheJarAlthoughTheClusterHasOthers() throws Exception {
        assertThat(cluster.foreignExamplesJar()).exists();
        assertThat(records.stream().flatMap(run -> run.counters().keySet().stream()))
                .contains("org.spindlebench.stock.terasort.TeraGen$Counters")
                .noneMatch(group -> group.startsWith("org.apache.hadoop.examples"));
        for (RunRecord run : records) {
            assertThat(settings(run).entrySet())
                    .filteredOn(setting -> setting.getKey().endsWith(".class"))
                    .noneMatch(setting -> setting.getValue().startsWith("org.apache.hadoop.examples"));
        }
        assertThat(settings(run("terasort")))
                .containsEntry("mapreduce.job.inputformat.class", "org.spindlebench.stock.terasort.TeraInputFormat");
        assertThat(settings(run("testdfsio-write")))
                .containsEntry("mapred.mapper.class", "org.spindlebench.stock.dfsio.TestDFSIO$WriteMapper");
        Path jar = Path.of(System.getProperty("spindle.root", "..")).resolve("bench-runner/target/bench-runner.jar");
        assertThat(records).extracting(RunRecord::software).allSatisfy(software -> {
            assertThat(software.jobSource()).isEqualTo("bench-runner.jar: org.spindlebench.stock.terasort.TeraGen");
            assertThat(software.jarSha256()).isEqualTo(sha256(jar));
            assertThat(software.hadoopCluster()).isEqualTo(System.getProperty("spindle.hadoop.version"));
        });
    }

    private RunRecord run(String job) {
        return records.stream()
                .filter(run -> run.subject().job().equals(job))
                .findFirst()
                .orElseThrow();
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    @Test
    void stockTestDfsioIsLabelledAsWhatItIsAndHasItsOwnFigures() {
        Throughput throughput = run("testdfsio-write").throughput();
        assertThat(run("testdfsio-write").subject().settings()).containsEntry("data", "zeros");
        assertThat(throughput.bytes()).isEqualTo(2 * BYTES_PER_NODE);
        assertThat(throughput.streams()).isEqualTo(2);
        assertThat(throughput.stock().throughput()).isPositive();
        assertThat(throughput.stock().averageRate()).isPositive();
        assertThat(throughput.stock().execSeconds()).isPositive();
        assertThat(throughput.perStream()).as("it keeps no map's rate").isNull();
        assertThat(run("testdfsio-write").subject().settings()).containsEntry("sync", "none");
        assertThat(run("dfsio-write").subject().settings()).containsEntry("sync", "block");
    }

    @Test
    void theSlowestStreamAndHostAreNamed() {
        Throughput.PerStream streams = run("dfsio-write").throughput().perStream();
        assertThat(streams.slowest().host()).isIn(HOSTS);
        assertThat(streams.slowestHost().host()).isIn(HOSTS);
        assertThat(streams.slowestHost().streams()).isBetween(1, 2);
        assertThat(streams.slowestHost().rate())
                .isGreaterThanOrEqualTo(streams.slowest().rate());
    }

    @Test
    void timesAreThereAndInOrder() {
        assertThat(records).allSatisfy(run -> {
            inOrder(run.times().clientSubmitted(), run.times().yarnStarted());
            inOrder(
                    run.times().yarnStarted(),
                    run.times().jobLaunched(),
                    run.times().jobFinished(),
                    run.times().yarnFinished());
            assertThat(run.times().elapsed()).isPositive();
            assertThat(run.times().amWait()).isNotNull();
            assertThat(run.tasks()).isNotEmpty().allSatisfy(RealClusterSuiteIT::inOrder);
        });
        assertThat(records.stream().flatMap(run -> run.tasks().stream()).map(TaskTimes::kind))
                .contains("map", "reduce");
    }

    private static void inOrder(TaskTimes task) {
        if (task.kind().equals("reduce") && task.state().equals("SUCCEEDED")) {
            inOrder(task.started(), task.shuffleFinished(), task.sortFinished(), task.finished());
        } else {
            inOrder(task.started(), task.finished());
        }
    }

    private static void inOrder(Instant... instants) {
        assertThat(List.of(instants)).isSortedAccordingTo(Comparator.naturalOrder());
    }

    @Test
    void oneApplicationRunsAtATimeWithinTheApplicationMastersShare() throws Exception {
        List<Applications.Application> applications =
                new ArrayList<>(new Applications(cluster.rest()).tagged(campaign.tag()));
        applications.sort(Comparator.comparing(Applications.Application::started));
        assertThat(applications)
                .hasSize(MAPREDUCE_JOBS)
                .allMatch(application -> application.state().equals("FINISHED"));
        for (int i = 1; i < applications.size(); i++) {
            assertThat(applications.get(i).started())
                    .isGreaterThanOrEqualTo(applications.get(i - 1).finished());
        }
        assertThat(Files.readString(campaign.directory().resolve("environment.json")))
                .as("a tenth of 12 GiB, rounded up to the minimum allocation")
                .contains("\"amMemory\": " + (1280L << 20));
    }

    @Test
    void nothingOfSpindlesIsLeftInHdfsAndNothingElseIsGone() throws Exception {
        assertThat(home()).isEqualTo(homeBefore);
        assertThat(cluster.rest().children(campaign.base())).containsExactly("mine.txt", "other");
        assertThat(cluster.rest().children(campaign.base() + "/other")).containsExactly("theirs.txt");
        // Killed jobs of other tests may have left their files.
        assertThat(cluster.rest().children(STAGING)).isSubsetOf(stagingBefore);
    }

    @Test
    void standardOutputIsTheTableAndStandardErrorIsForPeople() throws Exception {
        assertThat(client.out().lines().findFirst())
                .hasValue("Campaign " + campaign.id() + ": 6 of 6 planned runs have finished");
        assertThat(JOBS).allSatisfy(job -> assertThat(client.out()).containsPattern("(?m)^" + job + " +1 +\\d"));
        assertThat(client.out()).doesNotContain("INFO", "WARN", "ERROR", "Exception");
        assertThat(client.err()).as("the headline of the report").contains("fits in the nodes' memory");
        assertThat(client.err()).doesNotContain("INFO", "WARN", "ERROR", "Exception", "\tat ");
        assertThat(client.err().lines().count()).isLessThan(60);
        assertThat(client.err())
                .as("both answers, beside the probe's containers, and the user's own")
                .containsPattern("(?m)^  teragen +2 +\\(13, 12; given\\)$")
                .contains("2 hosts, 2 NodeManagers, 12.0 GiB");
    }

    @Test
    void theEstimateStandsBesideWhatWasMeasured() throws Exception {
        Estimate estimate =
                JsonDocument.read(campaign.directory().resolve("estimate.json"), Estimate.class, Estimate.SCHEMA);
        assertThat(estimate.local().freePerNode()).isPositive();
        assertThat(estimate.time().seconds()).isNull();
        assertThat(estimate.time().unknownJobs()).containsExactlyInAnyOrderElementsOf(JOBS);
        assertThat(estimate.measured().seconds()).isPositive();
        // All inputs are there at the end, but the largest output may not be the last one written. The rest are
        // manifests.
        assertThat(estimate.measured().hdfsBytes())
                .isBetween(estimate.hdfs().bytes() / 2, estimate.hdfs().bytes() + 1_000_000);
        assertThat(client.err()).containsPattern("(?m)^Estimated: hours unknown, measured 0\\.\\d\\d; peak in HDFS ");
        System.out.println(estimate.describe() + System.lineSeparator() + estimate.error());
    }

    @Test
    void theResultsAreThreeTablesAPlanItsOptionsAndSuiteAnEnvironmentALogAndARecordPerRun() throws Exception {
        assertThat(campaign.directory().resolve("report.html")).isNotEmptyFile();
        try (Stream<Path> files = Files.list(campaign.directory())) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(file -> !file.startsWith("report")))
                    .containsExactlyInAnyOrder(
                            "plan.json",
                            "options.json",
                            "suite.yaml",
                            "campaign.lock",
                            "digests",
                            "status.json",
                            "environment.json",
                            "estimate.json",
                            "hadoop.log",
                            "summary.json",
                            "summary.md",
                            "summary.txt",
                            "runs");
        }
        assertThat(campaign.recordFiles()).hasSize(JOBS.size());
        assertThat(Files.readString(campaign.directory().resolve("summary.txt")))
                .isEqualTo(client.out());
    }

    @Test
    void theResultsAreHandedOnWithoutHostsAndUserAndAreIntact() throws Exception {
        Path bundle = cluster.directory().resolve("handed-on.zip");
        ClientRun made = cluster.client()
                .arguments("bundle", campaign.directory().toString(), "--out", bundle.toString())
                .run();
        assertThat(made.exitCode()).as(made.tails()).isZero();
        ClientRun verified =
                cluster.client().arguments("verify", bundle.toString()).run();

        assertThat(verified.exitCode()).as(verified.tails()).isZero();
        assertThat(verified.out()).contains("Intact:").doesNotContain(HOSTS);
    }
}
