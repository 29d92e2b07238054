package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.PublishedStudy;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment.Small;
import org.spindlebench.runner.conf.ExperimentReader.ReferencesReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.jobs.JobCatalog;

class ShippedExperimentsTest {
    private static final Path STUDIES =
            Path.of("../bench-analysis/src/main/resources/org/spindlebench/analysis/published-studies.json");

    @TempDir
    private static Path elsewhere;

    private final Problems problems = new Problems();

    static Set<String> names() {
        return new ConfFinder(ConfKind.EXPERIMENT, elsewhere).names();
    }

    static Set<String> references() {
        return new ConfFinder(ConfKind.REFERENCES, elsewhere).names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyExperimentNamesJobsSetupsAndListsThatExist(String name) {
        Experiment experiment = experiment(name);
        Suite suite = find(
                ConfKind.SUITE,
                experiment.suite(),
                (source, text, found) -> SuiteReader.read(source, text, JobCatalog.names(), Cluster.RUNNING, found));

        assertThat(experiment.name()).isEqualTo(name);
        assertThat(new ConfFinder(ConfKind.SETUP, elsewhere).names()).containsAll(experiment.setups());
        assertThat(experiment.hypotheses().stream().filter(one -> !one.isTogether()))
                .allSatisfy(hypothesis -> assertThat(suite.jobs())
                        .containsAll(hypothesis.jobs())
                        .containsAll(hypothesis.prediction().than()));
        PriceList prices = find(ConfKind.PRICES, experiment.prices(), PriceListReader::read);
        Set<String> priced = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        priced.addAll(prices.setups().keySet());
        assertThat(priced).containsAll(experiment.setups());
        if (!experiment.references().isEmpty()) {
            assertThat(references()).contains(experiment.references());
        }
    }

    /**
     * The library has no reader of YAML, so it carries the studies as one file. After a change of a study write it anew:
     * {@code mvn test -pl bench-runner -am -Dtest=ShippedExperimentsTest -Dsurefire.failIfNoSpecifiedTests=false
     * -Dspindle.documents=write}.
     */
    @Test
    void theLibraryCarriesTheSameStudies() throws IOException {
        SortedMap<String, PublishedStudy> studies = new TreeMap<>();
        names().forEach(name -> studies.put(name, study(name)));
        if ("write".equals(System.getProperty("spindle.documents"))) {
            Files.writeString(
                    STUDIES,
                    JsonMapper.builder()
                                    .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .defaultPropertyInclusion(JsonInclude.Value.construct(
                                            JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                                    .build()
                                    .writeValueAsString(new TreeMap<>(Map.of("schema", 1, "studies", studies)))
                            + "\n");
        }

        assertThat(PublishedStudy.names()).isEqualTo(studies.keySet());
        studies.forEach((name, study) -> assertThat(PublishedStudy.named(name))
                .as("%s differs. If on purpose, write the file with -Dspindle.documents=write", name)
                .isEqualTo(study));
    }

    private PublishedStudy study(String name) {
        Experiment experiment = experiment(name);
        return new PublishedStudy(
                experiment.description(),
                experiment.figure(),
                experiment.setups(),
                experiment.hypotheses(),
                experiment.references().isEmpty()
                        ? null
                        : find(ConfKind.REFERENCES, experiment.references(), ReferencesReader::read),
                experiment.prices().isEmpty()
                        ? null
                        : find(ConfKind.PRICES, experiment.prices(), PriceListReader::read));
    }

    /**
     * The small forms: each task has one split of at most 100 MB, a job has 12 blocks or more for each task at once, and
     * the page cache is the described node's, divided by the number that divides its data.
     */
    @ParameterizedTest
    @CsvSource({
        // experiment, GiB of a node, GiB of its containers, bytes of a described node, of an emulated node
        "new-cluster,   48, 16, 33e9,   300e6",
        "upgrade,       48, 16, 33e9,   300e6",
        "hybrid-modes,  48, 16, 33e9,   300e6",
        "hybrid-split,  48, 16, 33e9,   300e6",
        "fair-upgrade,  48, 16, 33e9,   300e6",
        "equal-cost,    48, 16, 33e9,   300e6",
        "io-sizes,      48, 16, 33e9,   300e6",
        "data-size,     48, 16, 330e9,  1e9",
        "aloja,         64, 12, 12.5e9, 200e6"
    })
    void aSmallFormIsANodeOfThePaperInSmall(String name, int memory, int containers, double large, double bytes) {
        Experiment experiment = experiment(name);
        Small small = experiment.small();
        Suite suite = find(
                ConfKind.SUITE,
                small.suite(),
                (source, text, found) -> SuiteReader.read(source, text, JobCatalog.names(), Cluster.EMBEDDED, found));
        long largest = suite.entries().stream()
                .flatMap(entry -> entry.sizes().stream())
                .mapToLong(Size::bytes)
                .max()
                .orElseThrow();

        assertThat((double) largest).isEqualTo(bytes);
        assertThat((double) small.node().pageCache())
                .isCloseTo((memory - containers) * Math.pow(2, 30) * bytes / large, withinPercentage(3));
        assertThat(small.node().tasks()).isEqualTo(12);
        long split = Long.parseLong(suite.configuration().get("mapreduce.input.fileinputformat.split.minsize"));
        assertThat(bytes / small.node().tasks()).isLessThan(Math.min((double) split, 1e8));
        assertThat(bytes / Long.parseLong(suite.configuration().get("dfs.blocksize")))
                .as("blocks of a replica")
                .isGreaterThan(40);
    }

    @Test
    void everyExperimentHasASmallFormWithTheSizesOfItsHypotheses() {
        for (String name : names()) {
            Experiment experiment = experiment(name);
            Small small = experiment.small();
            Suite suite = find(
                    ConfKind.SUITE,
                    small.suite(),
                    (source, text, found) ->
                            SuiteReader.read(source, text, JobCatalog.names(), Cluster.EMBEDDED, found));
            List<Map<String, String>> settings = suite.entries().stream()
                    .flatMap(entry -> entry.sizes().stream())
                    .map(size -> Map.of("bytes_per_node", String.valueOf(size.bytes())))
                    .toList();
            assertThat(experiment.asMeasured(settings).hypotheses().stream()
                            .flatMap(one -> Stream.of(
                                    one.settings(),
                                    one.prediction().from(),
                                    one.prediction().to()))
                            .flatMap(one -> Stream.ofNullable(one.get("bytes_per_node"))))
                    .as(name)
                    .allMatch(size -> settings.contains(Map.of("bytes_per_node", size)));
            assertThat(experiment.asMeasured(List.of(Map.of("bytes_per_node", "330000000000"))))
                    .as("the experiment itself is about its own sizes")
                    .isEqualTo(experiment);
        }
    }

    @Test
    void setupsThatDifferInTheNetworkOnlyAreNotEmulated() {
        Experiment experiment = experiment("aloja");
        Small small = experiment.small();
        assertThat(experiment.notEmulated(small.suite(), small.setups()))
                .hasSize(6)
                .allMatch(setup -> setup.endsWith("-eth"));
        assertThat(experiment.notEmulated(experiment.suite(), small.setups())).isEmpty();
        assertThat(experiment.notEmulated(small.suite(), experiment.setups())).isEmpty();
    }

    /** What the papers could not measure, or print no number of, has no hypothesis or no printed results. */
    @Test
    void everyStudyOfAPaperHasHypothesesAndPrintedResults() {
        assertThat(names())
                .filteredOn(name -> experiment(name).hypotheses().isEmpty()
                        || experiment(name).references().isEmpty())
                .containsExactly("equal-cost", "fair-upgrade");
    }

    @ParameterizedTest
    @MethodSource("references")
    void printedResultsAreOfShippedSetupsAndJobs(String name) {
        PublishedNumbers list = list(name);
        assertThat(list.name()).isEqualTo(name);
        assertThat(list.source()).isNotEmpty();
        assertThat(list.date()).matches("20\\d\\d");
        assertThat(list.results()).allSatisfy(one -> {
            assertThat(new ConfFinder(ConfKind.SETUP, elsewhere).names()).contains(one.setup());
            assertThat(one.where()).isNotEmpty();
            if (!one.job().isEmpty()) {
                assertThat(JobCatalog.names()).contains(one.job());
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "cloudera-2014, Table 3, wordcount,       hdd-6,   shuffle,             0.07",
        "cloudera-2014, slides,  wordcount,       hdd-6,   cpu_busy,            0.90",
        "cloudera-2014, Table 5, '',              ssd,     device_price_per_tb, 10769",
        "sandisk-2014,  Table 4, testdfsio-write, all-hdd, duration,            5131",
        "sandisk-2014,  Table 4, testdfsio-read,  all-ssd, throughput,          4086.78",
        "sandisk-2014,  Table 7, testdfsio-read,  all-hdd, cost_per_job,        0.69",
        "aloja-2015,    Table 2, terasort,        hs5-ib,  fastest_run,         228",
        "aloja-2015,    Table 2, terasort,        ss2-eth, hourly_cost,         0.35",
        "aloja-2015,    Table 2, terasort,        hd5-ib,  fastest_run,         325"
    })
    void someNumbersAsThePapersPrintThem(
            String list, String where, String job, String setup, String measure, double value) {
        assertThat(list(list).results()).contains(new Printed(where, job, setup, measure, value));
    }

    @Test
    void aListThatIsNotUnderstoodIsRefusedWithAllItsProblems() {
        assertThat(ReferencesReader.read(
                        "mine.yaml",
                        "name: mine\nresults:\n  - {setup: ssd, measure: speed, value: 1}\n  - {setup: ssd, measure: duration}\n",
                        problems))
                .isEmpty();
        assertThat(Stream.of(problems.report("").split("\n")))
                .anyMatch(line -> line.contains("source"))
                .anyMatch(line -> line.contains("unknown measure"))
                .anyMatch(line -> line.contains("value"));
    }

    private Experiment experiment(String name) {
        return find(ConfKind.EXPERIMENT, name, ExperimentReader::read);
    }

    private PublishedNumbers list(String name) {
        return find(ConfKind.REFERENCES, name, ReferencesReader::read);
    }

    private <T> T find(ConfKind kind, String name, ConfFinder.TextReader<T> reader) {
        T found = new ConfFinder(kind, elsewhere).read(name, reader, problems).orElse(null);
        assertThat(problems.list()).isEmpty();
        return found;
    }
}
