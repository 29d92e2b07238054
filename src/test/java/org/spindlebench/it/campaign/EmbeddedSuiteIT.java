package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.page.Chromium;
import org.spindlebench.it.page.ReportedPage;
import org.spindlebench.it.page.Tab;

/**
 * Runs README's command once, with one repeat and large containers, so that a small machine has two slots: nine runs,
 * the preparation of their inputs, and the task check. These are 14 MapReduce jobs. The profile {@code long} uses 256 MB
 * per node.
 */
class EmbeddedSuiteIT {
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final Duration ALL_GONE = Duration.ofSeconds(30);
    /** Tolerance for WordCount's shares, which are rounded; those of all other jobs are whole. */
    private static final double TOLERANCE = 0.002;

    private static final double OF_WHOLE = 0.001;
    private static final String[] JOBS = {
        "teragen",
        "terasort",
        "teravalidate",
        "teraread",
        "wordcount",
        "shuffle",
        "hdfs-write",
        "dfsio-write",
        "dfsio-read"
    };

    @TempDir
    private static Path directory;

    private static SpindleCommand spindle;
    private static ClientRun run;
    private static CampaignResults results;
    private static Map<String, RunRecord> records;

    @BeforeAll
    static void runTheSuite() throws Exception {
        spindle = new SpindleCommand(directory);
        run = spindle.startScript(
                LIMIT,
                "run",
                "-D",
                "mapreduce.map.memory.mb=1024",
                "-D",
                "mapreduce.reduce.memory.mb=1024",
                // Some jobs have a larger one of their own.
                "-D",
                "mapreduce.input.fileinputformat.split.minsize=1048576",
                "--embedded",
                "--suite",
                "quick",
                "--repeats",
                "1",
                "--bytes-per-node",
                Boolean.getBoolean("spindle.it.long") ? "256MB" : "16MB",
                "--out",
                "results");
        run.waitFor();
        List<CampaignResults> campaigns = CampaignResults.under(directory.resolve("results"));
        assertThat(campaigns).as(run::tails).hasSize(1);
        results = campaigns.get(0);
        records = results.records().stream()
                .collect(Collectors.toMap(found -> found.subject().job(), Function.identity()));
    }

    @Test
    void itEndsWithNineValidRuns() {
        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(records).containsOnlyKeys(JOBS);
        assertThat(records.values())
                .allSatisfy(found ->
                        assertThat(found.status()).as("%s", found.reasons()).isEqualTo(Status.OK));
    }

    @Test
    void noRunWarnsOfBlocksThatLackReplicas() {
        assertThat(records.values()).allSatisfy(found -> assertThat(found.warnings())
                .extracting(Warning::code)
                .doesNotContain("hdfs-rebuilding", "hdfs-health-unknown"));
    }

    @Test
    void howUnevenTheReducesWereIsInTheRecordsOfJobsThatShuffle() {
        for (String job : List.of("terasort", "shuffle")) {
            assertThat(records.get(job).wave().reduces()).as(job).isGreaterThan(1);
            assertThat(records.get(job).sizes().reduceSkew()).as(job).isBetween(1.0, 1.2);
        }
        assertThat(records.get("teragen").sizes().reduceSkew()).isNull();
        assertThat(records.get("terasort").configuration())
                .as("so few reduces are parted well by the stock sample")
                .containsEntry("mapreduce.terasort.partitions.sample", "100000");
    }

    @Test
    void standardOutputIsTheTableOfAllJobsAndNothingElse() throws IOException {
        String out = run.out();
        assertThat(out).isEqualTo(Files.readString(results.root().resolve("summary.txt")));
        for (String job : JOBS) {
            assertThat(out.lines()).as(job).anyMatch(line -> line.matches(job + " +1 .*"));
        }
        System.out.println(out);
    }

    @Test
    void standardErrorTellsTheCourseWithoutComplaints() throws IOException {
        assertThat(run.err())
                .contains("[9/9]")
                .containsPattern("(?m)^Estimated: hours unknown, measured 0\\.\\d\\d; peak in HDFS .*, measured .* GB")
                .doesNotContain("WARN", "ERROR", "Exception", "SLF4J")
                .doesNotContainPattern("(?m)^\\s+at [a-z]");
    }

    @Test
    void itsPageIsDrawnInABrowser(@TempDir Path own) throws Exception {
        try (Chromium chromium = Chromium.start(own.resolve("profile"));
                Tab tab = chromium.tab()) {
            ClientRun report = new SpindleCommand(own)
                    .startScript(LIMIT, "report", results.root().toString(), "--out", "page");
            assertThat(report.waitFor()).as(report::tails).isZero();

            ReportedPage page = ReportedPage.open(own.resolve("page/report.html"), tab);

            page.assertDrawn();
            assertThat(page.pictures()).contains("runs", "limits", "cpu", "phases", "processors", "throughput");
        }
    }

    @Test
    void theCampaignIsDocumentedBesideItsRecords() {
        assertThat(List.of(
                        "plan.json",
                        "environment.json",
                        "estimate.json",
                        "summary.txt",
                        "summary.md",
                        "summary.json",
                        "hadoop.log"))
                .allSatisfy(name -> assertThat(results.root().resolve(name)).isNotEmptyFile());
    }

    @Test
    void nothingOfItIsLeft() throws Exception {
        assertThat(Await.within(
                        ALL_GONE, () -> ProcessTable.commandsWith(spindle.temp().toString())
                                .isEmpty()))
                .as(() ->
                        "processes: " + ProcessTable.commandsWith(spindle.temp().toString()))
                .isTrue();
        assertThat(spindle.temp()).isEmptyDirectory();
        assertThat(directory.toFile().list())
                .containsExactlyInAnyOrder("results", "temp", "client1.out", "client1.err");
    }

    /** The cluster is gone, but its NameNode's audit log is also part of the campaign's log. */
    @Test
    void itsDirectoryInHdfsWasRemovedAtLast() throws IOException {
        String ours = "src=\\S*/spindle/" + Pattern.quote(results.name());
        List<String> changes = Files.readAllLines(results.root().resolve("hadoop.log")).stream()
                .filter(line -> line.contains("allowed=true") && line.matches(".*cmd=(create|mkdirs|delete)\\s.*"))
                .filter(line -> line.matches(".*" + ours + "[/\\s].*"))
                .toList();
        assertThat(changes).isNotEmpty();
        assertThat(changes.get(changes.size() - 1)).matches(".*cmd=delete\\s+" + ours + "\\s.*");
    }

    /** YARN numbers applications from 1. */
    @Test
    void itRanFourteenMapReduceJobs() {
        assertThat(records.values().stream()
                        .map(found -> found.identity().applicationId())
                        .map(id -> Integer.parseInt(id.substring(id.lastIndexOf('_') + 1)))
                        .max(Integer::compare))
                .hasValue(14);
    }

    @Test
    void everyRunIsProvedByChecksThatPassed() {
        assertThat(records.values())
                .allSatisfy(found -> assertThat(found.proof()).isNotEmpty().allMatch(Check::passed));
    }

    @Test
    void theNodeWasWatchedDuringEveryRun() {
        assertThat(records.values()).allSatisfy(found -> {
            NodeMetrics evidence = found.evidence();
            assertThat(evidence.probe()).isEqualTo("local");
            assertThat(evidence.missing()).isEmpty();
            assertThat(evidence.nodes()).singleElement().satisfies(node -> {
                assertThat(node.from()).isBeforeOrEqualTo(found.times().yarnStarted());
                assertThat(node.to()).isAfterOrEqualTo(found.times().yarnFinished());
                assertThat(node.cpu().busy()).isGreaterThan(0).isLessThanOrEqualTo(1);
                assertThat(node.memory().cachedAfter()).isPositive();
            });
            assertThat(results.root().resolve("runs").resolve(evidence.samples()))
                    .isNotEmptyFile();
        });
        // Tasks and daemons use the loopback interface, so all of a job's data goes through it.
        NodeLoad shuffle = records.get("shuffle").evidence().nodes().get(0);
        assertThat(shuffle.networks()).anySatisfy(one -> {
            assertThat(one.name()).isEqualTo("lo");
            assertThat(one.received())
                    .isGreaterThan(records.get("shuffle").sizes().shuffle());
        });
    }

    @Test
    void timesFollowOneAnother() {
        assertThat(records.values()).allSatisfy(found -> {
            Times times = found.times();
            assertThat(List.of(
                            times.clientSubmitted(),
                            times.yarnStarted(),
                            times.jobLaunched(),
                            times.jobFinished(),
                            times.yarnFinished()))
                    .isSorted();
            assertThat(times.elapsed())
                    .isEqualTo(Duration.between(times.yarnStarted(), times.yarnFinished())
                                    .toMillis()
                            / 1000.0)
                    .isBetween(1.0, (double) LIMIT.toSeconds());
            assertThat(times.clientFinished()).isAfter(times.jobLaunched());
            assertThat(times.amWait()).isNotNegative();
        });
    }

    @Test
    void tasksAreRecordedWithinTheirJobAndTheirWave() {
        assertThat(records.values()).allSatisfy(found -> {
            assertThat(found.tasks()).isNotEmpty().allSatisfy(task -> {
                assertThat(task.started()).isAfterOrEqualTo(found.times().jobLaunched());
                // The ApplicationMaster finishes the job as soon as its last task reports that it is done.
                assertThat(task.finished()).isAfterOrEqualTo(task.started());
            });
            assertThat(found.wave().slots()).isPositive();
            assertThat(found.wave().rule()).isEqualTo("memory");
            assertThat(found.wave().maps()).isEqualTo(tasks(found, "map"));
            assertThat(found.wave().reduces()).isEqualTo(tasks(found, "reduce"));
            assertThat(found.wave().peakMaps()).isBetween(1, found.wave().maps());
        });
        assertThat(records.get("hdfs-write").wave().maps())
                .isEqualTo(records.get("hdfs-write").wave().slots());
        assertThat(records.get("shuffle").wave().reduces())
                .isEqualTo(records.get("shuffle").wave().slots());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dfsio-write", "dfsio-read", "hdfs-write"})
    void streamsHaveThreeThroughputsADistributionAndTheirCourse(String job) throws IOException {
        RunRecord found = records.get(job);
        Throughput throughput = found.throughput();
        assertThat(throughput.bytes()).isEqualTo(found.sizes().bytes());
        assertThat(throughput.streams()).isEqualTo(found.wave().maps());
        assertThat(throughput.streamSeconds()).isBetween(0.001, found.times().elapsed());
        assertThat(throughput.overStreams()).isGreaterThan(throughput.overExecution());
        assertThat(throughput.overExecution())
                .isCloseTo(throughput.bytes() / found.times().elapsed(), withinPercentage(0.01));
        assertThat(List.of(
                        throughput.perStream().slowest().rate(),
                        throughput.perStream().p5(),
                        throughput.perStream().p50(),
                        throughput.perStream().p95()))
                .isSorted();
        assertThat(found.tasks()).anyMatch(task -> task.attempt()
                .equals(throughput.perStream().slowest().attempt()));
        assertThat(throughput.perStream().slowest().host()).isNotEmpty();
        assertThat(throughput.perStream().slowestHost().host()).isNotEmpty();
        StreamTimes times = throughput.streamTimes();
        assertThat(times.open() + times.transfer() + times.close() + times.data())
                .as("these jobs make no hsync of their own")
                .isCloseTo(times.total(), within(1e-9));
        assertThat(times.total()).isBetween(0.001, found.times().elapsed());
        assertThat(times.requests())
                .isBetween(throughput.bytes() >> 20, (throughput.bytes() >> 20) + throughput.streams());
        assertThat(times.taskCpu()).isPositive();
        assertThat(times.senderCpu() != null).isEqualTo(!job.equals("dfsio-read"));
        assertThat(found.warnings())
                .filteredOn(warning -> warning.code().equals("streams-cpu-bound"))
                .hasSize(times.busiestShare() >= 0.8 ? 1 : 0);
        assertThat(bytesOfEverySlot(results.root().resolve("runs").resolve(throughput.samples())))
                .isEqualTo(throughput.bytes());
    }

    private static long bytesOfEverySlot(Path samples) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(samples)), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .skip(1)
                    .mapToLong(line -> Long.parseLong(line.split(",", 3)[1]))
                    .sum();
        }
    }

    @Test
    void onlyJobsThatDoNothingButMoveBytesHaveStreams() {
        assertThat(records.values())
                .filteredOn(found -> found.throughput() != null)
                .extracting(found -> found.subject().job())
                .containsExactlyInAnyOrder("dfsio-write", "dfsio-read", "hdfs-write");
    }

    private static int tasks(RunRecord found, String kind) {
        return (int) found.tasks().stream()
                .filter(task -> task.kind().equals(kind) && task.state().equals("SUCCEEDED"))
                .count();
    }

    @Test
    void theCarriedStockClassesRanAndNotTheClustersOwn() {
        assertThat(records.get("teragen").counters()).containsKey("org.spindlebench.stock.terasort.TeraGen$Counters");
        assertThat(records.values()).allSatisfy(found -> {
            assertThat(found.counters().keySet()).noneMatch(group -> group.startsWith("org.apache.hadoop.examples"));
            assertThat(found.software().toString())
                    .contains("bench-runner.jar: org.spindlebench.stock.terasort.TeraGen");
        });
    }

    @Test
    void runsFollowOneAnotherWithoutOverlap() {
        List<RunRecord> inOrder = records.values().stream()
                .sorted((one, other) ->
                        Integer.compare(one.position().index(), other.position().index()))
                .toList();
        Instant end = Instant.EPOCH;
        for (RunRecord found : inOrder) {
            assertThat(found.times().clientSubmitted()).isAfter(end);
            end = found.times().yarnFinished();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "teragen,      0, 0,    3",
        "terasort,     1, 1,    1",
        "teravalidate, 1, 0,    0",
        "wordcount,    1, 0.07, 0.09",
        "teraread,     1, 0,    0",
        "shuffle,      0, 1,    0",
        "hdfs-write,   0, 0,    1",
        "dfsio-write,  0, 0,    3",
        "dfsio-read,   1, 0,    0"
    })
    void sizesAreThoseOfThePapersTable3AndOfDfsioAsItsJobsAreMeant(
            String job, double input, double shuffle, double output) {
        Sizes terasort = records.get("terasort").sizes();
        Sizes sizes = records.get(job).sizes();
        double[] found = {
            (double) sizes.input() / terasort.input(),
            (double) sizes.shuffle() / terasort.shuffle(),
            (double) sizes.outputReplicated() / terasort.outputReplicated()
        };
        System.out.printf("Table 3, %s: input %.4f shuffle %.4f output %.4f%n", job, found[0], found[1], found[2]);
        assertThat(found)
                .containsExactly(
                        new double[] {input, shuffle, output}, within(job.equals("wordcount") ? TOLERANCE : OF_WHOLE));
    }
}
