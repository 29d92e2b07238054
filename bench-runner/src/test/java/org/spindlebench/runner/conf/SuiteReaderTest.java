package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.JobSettings.Cluster;

class SuiteReaderTest {
    private static final List<String> JOBS =
            List.of("teragen", "terasort", "teravalidate", "teraread", "wordcount", "shuffle", "hdfs-write");

    private final Problems problems = new Problems();

    @ParameterizedTest
    @ValueSource(strings = {"three-mistakes", "many-mistakes"})
    void everyMistakeOfAFileIsInOneReport(String name) throws IOException {
        Optional<Suite> suite = read(name + ".yaml", resource(name + ".yaml"), Cluster.RUNNING);

        assertThat(suite).isEmpty();
        assertThat(problems.report("nothing was started.") + "\n").isEqualTo(resource(name + ".expected.txt"));
    }

    @Test
    void sizesMayBeLists() {
        Suite suite = valid("""
                name: a
                bytes_per_node: [33GB, 330GB]
                runs:
                  - jobs: terasort
                  - {jobs: shuffle, total_bytes: [1TB, 10TB]}
                """);

        assertThat(suite.entries().get(0).sizes())
                .containsExactly(Size.perNode(33_000_000_000L), Size.perNode(330_000_000_000L));
        assertThat(suite.entries().get(1).sizes())
                .containsExactly(Size.inTotal(1_000_000_000_000L), Size.inTotal(10_000_000_000_000L));
    }

    @Test
    void aSizeListedTwiceIsRefused() {
        read("a.yaml", "name: a\nbytes_per_node: [1GB, 1000MB]\nruns: [{jobs: shuffle}]\n", Cluster.RUNNING);

        assertThat(reasons()).containsExactly("listed twice");
    }

    @Test
    void aSizeOfAListIsNotRunAgainByItself() {
        read("a.yaml", """
                name: a
                bytes_per_node: [1GB, 2GB]
                runs: [{jobs: shuffle}, {jobs: shuffle, bytes_per_node: 2GB}]
                """, Cluster.RUNNING);

        assertThat(reasons()).containsExactly("shuffle with compression none is listed twice, first on line 3");
    }

    @Test
    void whatAnEntryLeavesOutComesFromTheSuite() {
        Suite suite = valid("""
                name: mine
                description: two sizes
                bytes_per_node: 1GiB
                repeats: 5
                configuration: {io.seqfile.compress.blocksize: 2}
                runs:
                  - jobs: terasort
                  - {jobs: [shuffle], compression: [none, lz4], repeats: 2, bytes_per_node: 3KB, purpose: why}
                """);

        Suite.SuiteEntry first = suite.entries().get(0);
        Suite.SuiteEntry second = suite.entries().get(1);
        assertThat(suite.configuration()).containsEntry("io.seqfile.compress.blocksize", "2");
        assertThat(first.jobs()).containsExactly("terasort");
        assertThat(first.compressions()).containsExactly(Compression.NONE);
        assertThat(first.repeats()).isEqualTo(5);
        assertThat(first.sizes()).containsExactly(Size.perNode(1L << 30));
        assertThat(second.compressions()).containsExactly(Compression.NONE, Compression.LZ4);
        assertThat(second.repeats()).isEqualTo(2);
        assertThat(second.sizes()).containsExactly(Size.perNode(3000));
        assertThat(second.purpose()).isEqualTo("why");
    }

    @Test
    void settingsAreReadByTheirNamesAnEntrysOverTheSuites() {
        Suite suite = valid("""
                name: mine
                total_bytes: 100GB
                settings: {replication: 3, block_size: 128MiB}
                runs:
                  - jobs: terasort
                    settings: {block_size: [64MiB, 256MiB], slowstart: 0.8}
                """);

        assertThat(suite.entries().get(0).sizes()).containsExactly(Size.inTotal(100_000_000_000L));
        assertThat(suite.entries().get(0).settings())
                .isEqualTo(Map.of(
                        RunSetting.REPLICATION, List.of("3"),
                        RunSetting.BLOCK_SIZE, List.of("67108864", "268435456"),
                        RunSetting.SLOWSTART, List.of("0.8")));
    }

    @Test
    void settingsThatAreNotUnderstoodAreRefusedEachWithItsRange() {
        String text = """
                name: a
                bytes_per_node: 1MB
                total_bytes: 1MB
                configuration: {dfs.replication: 2}
                runs: [{jobs: shuffle, settings: {io_sortmb: 5, slowstart: 2, sync: always, data: 0x}}]
                """;

        assertThat(read("a.yaml", text, Cluster.RUNNING)).isEmpty();
        assertThat(reasons())
                .containsExactlyInAnyOrder(
                        "is given in addition to bytes_per_node: give only one size",
                        "set by each job, under which results are compared",
                        "unknown key in settings",
                        "not a share",
                        "unknown way to sync `always`",
                        "not a kind of data");
    }

    @Test
    void aDaemonSettingIsTakenForAnEmbeddedClusterOnly() {
        String text =
                "name: a\nbytes_per_node: 1MB\nconfiguration: {dfs.datanode.handler.count: 5}\nruns: [{jobs: shuffle}]";

        assertThat(read("a.yaml", text, Cluster.EMBEDDED)).isPresent();
        assertThat(read("a.yaml", text, Cluster.RUNNING)).isEmpty();
        assertThat(reasons()).containsExactly("a daemon setting; use a setup");
    }

    @Test
    void aDaemonSettingOfOneEntryIsRefusedEvenForAnEmbeddedCluster() {
        String text =
                "name: a\nbytes_per_node: 1MB\nruns: [{jobs: shuffle, configuration: {dfs.datanode.handler.count: 5}}]";

        assertThat(read("a.yaml", text, Cluster.EMBEDDED)).isEmpty();
        assertThat(reasons()).containsExactly("set in one entry, but daemons start once for all entries");
    }

    @Test
    void theSameJobMayRunWithAnotherCompressionOrSize() {
        valid("""
                name: a
                bytes_per_node: 1MB
                runs:
                  - jobs: [shuffle]
                  - {jobs: [shuffle], compression: snappy}
                  - {jobs: [shuffle], bytes_per_node: 2MB}
                """);
    }

    @Test
    void aCellOfTwoEntriesIsRefusedWithBothLines() {
        read("a.yaml", "name: a\nbytes_per_node: 1MB\nruns:\n- jobs: [shuffle]\n- jobs: [shuffle]\n", Cluster.RUNNING);

        assertThat(reasons()).containsExactly("shuffle with compression none is listed twice, first on line 4");
        assertThat(problems.list().get(0).location()).hasToString("a.yaml:5:10");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                           | the file is empty
            '# nothing'                  | the file is empty
            'a: b: c'                    | not YAML: mapping values are not allowed here
            '[1, 2'                      | not YAML
            'just text'                  | a suite is a map of keys and values, but this is a single value
            '- a'                        | a suite is a map of keys and values, but this is a list
            'name: &n a'                 | an anchor (`&name`) is not supported
            'name: *n'                   | an alias (`*name`) is not supported
            'name: !!str a'              | a tag (`!type`) is not supported
            '? [a]\n: b'                 | a key that is not a word
            'name: "\t\u0001"'           | not YAML
            """)
    void whatIsNoPlainYamlMapIsRefusedWithItsPlace(String text, String reason) {
        assertThat(read("a.yaml", text.replace("\\n", "\n").replace("\\u0001", "\u0001"), Cluster.RUNNING))
                .isEmpty();

        assertThat(problems.list()).first().satisfies(problem -> {
            assertThat(problem.reason()).startsWith(reason);
            assertThat(problem.location().line()).isPositive();
        });
    }

    @Test
    void anOldNameOfASettingIsTheSameSetting() {
        Suite suite =
                valid("name: a\nbytes_per_node: 1MB\nruns: [{jobs: [shuffle]}]\nconfiguration: {io.sort.mb: 100}\n");

        assertThat(suite.configuration()).containsExactly(Map.entry("mapreduce.task.io.sort.mb", "100"));
    }

    @Test
    void aSettingUnderTwoNamesIsRefused() {
        String text = """
                name: a
                bytes_per_node: 1MB
                runs: [{jobs: [shuffle]}]
                configuration: {io.sort.mb: 100, mapreduce.task.io.sort.mb: 200}
                """;
        read("a.yaml", text, Cluster.RUNNING);

        assertThat(reasons()).containsExactly("another name of mapreduce.task.io.sort.mb, which is also set here");
    }

    @Test
    void aSecondDocumentIsRefused() {
        read("a.yaml", "name: a\n---\nname: b\n", Cluster.RUNNING);

        assertThat(reasons()).containsExactly("a second document");
    }

    @Test
    void deepNestingEndsWithAMessageAndNotWithTheStack() {
        read("a.yaml", "[".repeat(5000) + "]".repeat(5000), Cluster.RUNNING);

        assertThat(reasons()).hasSize(1);
    }

    private Suite valid(String text) {
        Optional<Suite> suite = read("a.yaml", text, Cluster.RUNNING);
        assertThat(problems.list()).isEmpty();
        return suite.orElseThrow();
    }

    private Optional<Suite> read(String source, String text, Cluster cluster) {
        return SuiteReader.read(source, text, JOBS, cluster, problems);
    }

    private List<String> reasons() {
        return problems.list().stream().map(Problem::reason).collect(Collectors.toList());
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SuiteReaderTest.class.getResourceAsStream("/suites/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
