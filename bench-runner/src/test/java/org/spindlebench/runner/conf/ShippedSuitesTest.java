package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.jobs.JobCatalog;

class ShippedSuitesTest {
    private static final List<String> PAPER =
            List.of("teragen", "terasort", "teravalidate", "teraread", "wordcount", "shuffle", "hdfs-write");
    private static final List<String> COMPRESSED =
            List.of("terasort", "teravalidate", "wordcount", "shuffle", "sort", "hdfs-write");
    private static final List<String> DFSIO = List.of("dfsio-write", "dfsio-read");
    private static final List<String> STOCK_DFSIO = List.of("testdfsio-write", "testdfsio-read");
    /** The jobs of each suite that ships. */
    private static final Map<String, List<String>> JOBS = Map.ofEntries(
            Map.entry("quick", together(PAPER, DFSIO)),
            Map.entry("full", withoutControl(JobCatalog.names())),
            Map.entry("paper", PAPER),
            Map.entry("paper-10x", List.of("terasort", "shuffle")),
            Map.entry("sandisk", together(DFSIO, STOCK_DFSIO)),
            Map.entry("aloja", together(DFSIO, List.of("terasort", "sort", "wordcount"))),
            Map.entry("paper-small", PAPER),
            Map.entry("paper-10x-small", List.of("terasort", "shuffle")),
            Map.entry("sandisk-small", together(DFSIO, STOCK_DFSIO)),
            Map.entry("aloja-small", List.of("terasort", "wordcount")),
            Map.entry("hour", List.of("terasort", "shuffle", "hdfs-write", "dfsio-read")));

    @TempDir
    Path elsewhere;

    private final Problems problems = new Problems();

    static Set<String> names() {
        return new TreeSet<>(JOBS.keySet());
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyShippedSuiteIsReadUnderItsNameOnARunningCluster(String name) {
        Suite suite = suite(name);

        assertThat(suite.name()).isEqualTo(name);
        assertThat(suite.description()).isNotEmpty();
        assertThat(suite.jobs()).containsExactlyInAnyOrderElementsOf(JOBS.get(name));
    }

    @ParameterizedTest
    @MethodSource("names")
    void onlyFullMeasuresStorageBySizesThatSpindleChooses(String name) {
        assertThat(suite(name).measuresStorage()).isEqualTo(name.equals("full"));
    }

    @Test
    void allShippedSuitesAreListed() {
        assertThat(new ConfFinder(ConfKind.SUITE, elsewhere).names())
                .as("JOBS of this test names each suite of conf/suites")
                .containsExactlyElementsOf(names());
    }

    @Test
    void quickIs64MbPerNodeInThreeRepeatsWithoutCompression() {
        assertThat(cells("quick")).hasSameSizeAs(JOBS.get("quick")).allMatch(cell -> cell.endsWith(" NONE 3 64000000"));
    }

    @Test
    void fullCompressesOnlyWhatIsShuffledAndControlsItWithHdfsWrite() {
        List<String> cells = new ArrayList<>();
        JOBS.get("full").forEach(job -> cells.add(job + " NONE"));
        COMPRESSED.forEach(job -> cells.add(job + " SNAPPY"));
        assertThat(cells("full"))
                .as("COMPRESSED of this test names each job that `full` runs with compressed map output, too")
                .allMatch(cell -> cell.endsWith(" 5 8000000000"))
                .extracting(cell -> cell.substring(0, cell.indexOf(" 5 ")))
                .containsExactlyInAnyOrderElementsOf(cells);
        assertThat(suite("full").entries()).anyMatch(entry -> entry.purpose().startsWith("A/A control"));
    }

    @Test
    void paperSetsTable4UnderKeysThatHadoopReads() {
        assertThat(cells("paper")).hasSize(2 * PAPER.size()).allMatch(cell -> cell.endsWith(" 5 33000000000"));
        assertThat(suite("paper").configuration())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("mapreduce.task.io.sort.mb", "256"),
                        Map.entry("mapreduce.task.io.sort.factor", "64"),
                        Map.entry("mapreduce.map.sort.spill.percent", "0.8"),
                        Map.entry("mapreduce.reduce.shuffle.parallelcopies", "10"),
                        Map.entry("dfs.blocksize", "134217728"),
                        Map.entry("mapreduce.map.memory.mb", "1024"),
                        Map.entry("mapreduce.reduce.memory.mb", "1024"),
                        Map.entry("mapreduce.map.cpu.vcores", "1"),
                        Map.entry("mapreduce.reduce.cpu.vcores", "1"),
                        Map.entry("mapreduce.map.java.opts", "-Xmx819m"),
                        Map.entry("mapreduce.reduce.java.opts", "-Xmx819m"),
                        Map.entry("mapreduce.job.reduce.slowstart.completedmaps", "0.8"),
                        Map.entry("mapreduce.output.fileoutputformat.compress", "false"),
                        Map.entry("spindle.inputs", "written")));
    }

    @Test
    void papersHdfsWriteIsLikeTeraGen() {
        assertThat(suite("paper").entries())
                .filteredOn(entry -> entry.jobs().contains("hdfs-write"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.settings())
                        .isEqualTo(Map.of(RunSetting.DATA, List.of("tera"), RunSetting.SYNC, List.of("close"))));
    }

    @ParameterizedTest
    @CsvSource({"paper, evict", "paper-10x, evict", "sandisk, evict", "aloja, evict", "paper-small, local", "quick, off"
    })
    void studiesAreColdAndQuickIsNot(String name, String cold) {
        assertThat(suite(name).cold()).isEqualTo(cold);
    }

    @Test
    void paper10xIsThePaperUnderCompressionWithTenTimesTheData() {
        assertThat(cells("paper-10x"))
                .containsExactlyInAnyOrder(
                        "terasort SNAPPY 5 33000000000",
                        "terasort SNAPPY 5 330000000000",
                        "shuffle SNAPPY 5 33000000000",
                        "shuffle SNAPPY 5 330000000000");
        assertThat(suite("paper-10x").configuration()).isEqualTo(suite("paper").configuration());
    }

    @Test
    void sandiskIs512FilesOf2000MebibytesInThreeReplicas() {
        Suite sandisk = suite("sandisk");

        assertThat(sandisk.entries()).hasSize(2).allSatisfy(entry -> {
            assertThat(entry.sizes().get(0).bytes()).isEqualTo(512 * (2000L << 20));
            assertThat(entry.sizes().get(0).scope()).isEqualTo(Size.Scope.IN_TOTAL);
            assertThat(entry.settings())
                    .isEqualTo(Map.of(
                            RunSetting.FILES,
                            List.of("512"),
                            RunSetting.REPLICATION,
                            List.of("3"),
                            RunSetting.CONTAINERS_PER_NODE,
                            List.of("12")));
        });
        assertThat(sandisk.configuration())
                .containsEntry("mapreduce.map.java.opts", "-Xmx512m")
                .containsEntry("mapreduce.reduce.java.opts", "-Xmx512m");
    }

    @Test
    void alojaVariesOneThingAtATime() {
        Suite aloja = suite("aloja");

        assertThat(aloja.entries()).allSatisfy(entry -> {
            assertThat(entry.sizes().get(0).bytes()).isEqualTo(100_000_000_000L);
            long varied = entry.settings().values().stream()
                    .filter(values -> values.size() > 1)
                    .count();
            assertThat(varied + (entry.compressions().size() > 1 ? 1 : 0)).isEqualTo(1);
        });
        assertThat(aloja.entries().get(0).settings())
                .isEqualTo(Map.of(RunSetting.CONTAINERS_PER_NODE, List.of("12", "16", "24")));
        assertThat(aloja.configuration().keySet())
                .containsExactlyInAnyOrder("mapreduce.map.java.opts", "mapreduce.reduce.java.opts", "spindle.inputs");
    }

    @Test
    void aSuiteInTheWorkingDirectoryComesBeforeTheShippedOne() throws IOException {
        Files.createDirectories(elsewhere.resolve("conf/suites"));
        Files.writeString(elsewhere.resolve("conf/suites/quick.yaml"), "mine");
        Files.writeString(elsewhere.resolve("conf/suites/own.yaml"), "mine too");
        ConfFinder finder = new ConfFinder(ConfKind.SUITE, elsewhere);

        assertThat(finder.find("quick", problems)).map(ConfFinder.Text::content).contains("mine");
        assertThat(finder.find("own", problems)).map(ConfFinder.Text::content).contains("mine too");
        assertThat(finder.find("conf/suites/own.yaml", problems)).isPresent();
        assertThat(finder.names()).contains("own", "quick", "paper");
    }

    @Test
    void anUnknownSuiteNamesTheKnownOnesAndTheNearest() {
        assertThat(new ConfFinder(ConfKind.SUITE, elsewhere).find("quik", problems))
                .isEmpty();
        assertThat(new ConfFinder(ConfKind.SUITE, elsewhere).find("no/such.yaml", problems))
                .isEmpty();

        assertThat(problems.list().get(0).allowed()).isEqualTo(String.join(", ", names()));
        assertThat(problems.list().get(0).nearest()).isEqualTo("quick");
        assertThat(problems.list().get(1).reason()).isEqualTo("no such file");
    }

    /** Leaves out {@code sleep}, which moves no data, and {@code scaled}, which is the job of workloads. */
    private static List<String> withoutControl(Set<String> jobs) {
        return jobs.stream()
                .filter(job -> !job.equals("sleep") && !job.equals("scaled"))
                .toList();
    }

    private static List<String> together(List<String> jobs, List<String> more) {
        return Stream.concat(jobs.stream(), more.stream()).toList();
    }

    private List<String> cells(String name) {
        List<String> cells = new ArrayList<>();
        for (Suite.SuiteEntry entry : suite(name).entries()) {
            for (String job : entry.jobs()) {
                entry.compressions().forEach(compression -> entry.sizes()
                        .forEach(size ->
                                cells.add(job + " " + compression + " " + entry.repeats() + " " + size.bytes())));
            }
        }
        return cells;
    }

    private Suite suite(String name) {
        Suite suite = new ConfFinder(ConfKind.SUITE, elsewhere)
                .find(name, problems)
                .flatMap(text ->
                        SuiteReader.read(text.source(), text.content(), JobCatalog.names(), Cluster.RUNNING, problems))
                .orElse(null);
        assertThat(problems.list()).isEmpty();
        return suite;
    }
}
