package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;

class HypothesisReaderTest {
    private static final String EXPERIMENT = "name: mine\nsuite: quick\nsetups: [one, two, three]\n";
    private static final String USUAL = "says: it, jobs: [terasort], baseline: one, contender: two";

    private final Problems problems = new Problems();

    @Test
    void everyKeyIsRead() {
        List<Hypothesis> hypotheses = valid(EXPERIMENT + """
                hypotheses:
                  - says: two is faster
                    jobs: [terasort, shuffle]
                    settings: {compression: zlib, bytes_per_node: 33GB, io_sort_mb: 100}
                    baseline: one
                    contender: two
                    expect: faster
                    by: 0.3
                  - says: snappy hides it
                    jobs: terasort
                    baseline: one
                    contender: two
                    expect: smaller-difference
                    from: {compression: none}
                    to: {compression: snappy}
                """);

        assertThat(hypotheses)
                .containsExactly(
                        new Hypothesis(
                                "two is faster",
                                List.of("terasort", "shuffle"),
                                new TreeMap<>(Map.of(
                                        "compression",
                                        "default",
                                        "bytes_per_node",
                                        "33000000000",
                                        "io_sort_mb",
                                        "100")),
                                "one",
                                "two",
                                Prediction.of(Expectation.FASTER, 0.3)),
                        new Hypothesis(
                                "snappy hides it",
                                List.of("terasort"),
                                new TreeMap<>(),
                                "one",
                                "two",
                                Prediction.smallerDifference(
                                        new TreeMap<>(Map.of("compression", "none")),
                                        new TreeMap<>(Map.of("compression", "snappy")))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "expect: fast | nearest  faster",
                "expect: alike | by: missing",
                "expect: faster, by: 30 | a share from 0 to 10, such as 0.3 for 30 %",
                "expect: alike, by: 0 | no two durations are that similar",
                "expect: faster, by: 5% | not a plain number",
                "expect: faster, from: {compression: none} | from: does not apply to faster",
                "expect: smaller-difference | from: missing",
                "expect: smaller-difference, by: 0.1, from: {compression: none}, to: {compression: lz4} | by: does not apply to",
                "expect: smaller-difference, from: {compression: none}, to: {compression: none} | with another value",
                "expect: smaller-difference, from: {compression: none}, to: {io_sort_mb: 100} | with another value",
                "expect: smaller-difference, settings: {compression: lz4}, from: {compression: none}, to: {compression: snappy} | holds `compression`",
                "expect: faster, settings: {comprssion: none} | nearest  compression",
                "expect: faster, settings: {compression: snapy} | nearest  snappy",
                "expect: between | and: missing",
                "expect: between, and: two | the baseline or the contender itself",
                "expect: between, and: one | the baseline or the contender itself",
                "expect: between, and: tree | unknown setup of the experiment",
                "expect: between, and: three, by: 0.1 | by: does not apply to between",
                "expect: faster, and: three | and: does not apply to faster",
                "expect: faster, best_settings: true, settings: {io_sort_mb: 100} | holds `io_sort_mb`, which `best_settings` searches",
                "expect: smaller-difference, best_settings: true, from: {compression: none}, to: {compression: lz4} | from: does not apply to best_settings",
                "expect: up-to, times: 1.7 | by: missing",
                "expect: up-to, by: 0.1, order: [one, two] | is one of `order`",
                "expect: higher | unknown expectation `higher`",
                "expect: faster, measure: cpu_busy | unknown expectation `faster`",
                "expect: higher, measure: cpu | unknown measure `cpu`",
                "expect: higher, measure: cpu_busy, over: map_seconds | remove the baseline, or `over`",
                "expect: higher, measure: cpu_busy, best_settings: true | is not a measure by which `best_settings` searches",
                "expect: greater-gain, than: [teragen], mean_of_settings: true | is about one ratio",
                "expect: faster, whence: 1 | unknown key in a hypothesis"
            })
    void whatCannotBeMeantIsRefused(String rest, String said) {
        refused("hypotheses: [{" + USUAL + ", " + rest + "}]", said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "says: it, jobs: [terasort], baseline: one, contender: one | the baseline itself",
                "says: it, jobs: [terasort], baseline: one, contender: tow | nearest  two",
                "says: it, jobs: [], baseline: one, contender: two | an empty list",
                "says: it, jobs: [a/b], baseline: one, contender: two | not usable as part of a file's name",
                "jobs: [terasort], baseline: one, contender: two | says: missing"
            })
    void setupsAndJobsAreChecked(String keys, String said) {
        refused("hypotheses: [{" + keys + ", expect: faster}]", said);
    }

    @Test
    void allProblemsAreInOneReport() {
        refused("hypotheses: [{jobs: [terasort]}, {says: it}]\nvisits: 0", "9 problems");
        assertThat(problems.list())
                .extracting(Problem::key)
                .containsExactlyInAnyOrder(
                        "says", "baseline", "contender", "expect", "jobs", "baseline", "contender", "expect", "visits");
    }

    @Test
    void theNameOfASetupThatIsAFileIsInThatFile() {
        assertThat(valid("name: mine\nsuite: quick\nsetups: [my/one.yaml, two]\nhypotheses: [{" + USUAL
                        + ", expect: slower}]\n"))
                .hasSize(1);
    }

    @Test
    void thePapersFourHypothesesAreShipped() throws IOException {
        assertThat(shipped("new-cluster"))
                .extracting(one -> one.prediction().expectation())
                .startsWith(Expectation.FASTER, Expectation.ALIKE, Expectation.SMALLER_DIFFERENCE);
        assertThat(shipped("hybrid-modes")).first().satisfies(one -> {
            assertThat(one.contender()).isEqualTo("hybrid-ssd-for-shuffle");
            assertThat(one.prediction().expectation()).isEqualTo(Expectation.FASTER);
        });
    }

    /** The findings of section 4.2: HDFS-heavy jobs lose, and the opposite where the SSD is for HDFS alone. */
    @Test
    void thePapersFindingsOnHybridModesAreShipped() throws IOException {
        assertThat(shipped("hybrid-modes"))
                .extracting(one -> one.jobs().get(0) + " " + one.contender() + " "
                        + one.prediction().expectation())
                .containsExactly(
                        "terasort hybrid-ssd-for-shuffle FASTER",
                        "teragen hybrid-ssd-for-shuffle SLOWER",
                        "teragen hybrid-ssd-for-hdfs FASTER",
                        "terasort hybrid-ssd-for-hdfs SLOWER",
                        "teragen hybrid BETWEEN",
                        "terasort hybrid BETWEEN");
    }

    @Test
    void theKeysOfAClaimAreRead() {
        String start = "name: mine\nsuite: quick\nsetups: [one, two]\nhypotheses: [{" + USUAL;
        Hypothesis times = valid(
                        start + ", expect: alike, times: 1.8, by: 0.2, best_settings: true, limited_by: cpu}]\n")
                .get(0);
        assertThat(times.prediction())
                .isEqualTo(Hypothesis.Prediction.ofTimes(Hypothesis.Prediction.Expectation.ALIKE, 1.8, 0.2));
        assertThat(times.bestSettings()).isTrue();
        assertThat(times.limit()).isEqualTo(Hypothesis.Bottleneck.CPU);
        assertThat(valid(start + ", expect: faster, best_settings: true, settings: {data: 5x}}]\n"))
                .as("other data are other work, which is not searched")
                .hasSize(1);
        assertThat(valid(start + ", expect: greater-gain, than: [teragen]}]\n")
                        .get(0)
                        .prediction())
                .isEqualTo(Hypothesis.Prediction.greaterGain(List.of("teragen")));
    }

    @Test
    void aClaimAboutASettingIsAboutOneSetup() {
        Hypothesis claim = valid(EXPERIMENT
                        + "hypotheses: [{says: it, jobs: [terasort], with: {io_sort_mb: 100}, contender: two,"
                        + " expect: faster}]\n")
                .get(0);
        assertThat(claim.with()).containsExactly(Map.entry("io_sort_mb", "100"));
        assertThat(claim.against()).isEmpty();
        assertThat(claim.isOfOwnValues()).isFalse();
    }

    @Test
    void aSetupBetweenTwoOthersNamesBoth() {
        Hypothesis between = valid(EXPERIMENT + "hypotheses: [{" + USUAL + ", expect: between, and: three}]\n")
                .get(0);
        assertThat(between.prediction()).isEqualTo(Hypothesis.Prediction.between("three"));
        assertThat(between.against()).containsExactly("one", "three");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "measure: duration, jobs: [terasort], contender: one, expect: faster | baseline: missing",
                "measure: cost_per_job, jobs: together, contender: one, expect: lower | baseline: missing",
                "jobs: together, baseline: one, contender: two, expect: greater-gain, than: [teragen] | compares single jobs",
                "jobs: together, baseline: one, contender: two, expect: faster, best_settings: true | cannot be `together`",
                "measure: throughput, jobs: [terasort], contender: one, expect: higher | times: missing",
                "measure: cpu_busy, jobs: together, contender: one, expect: higher, times: 0.9 | `together` compares setups",
                "measure: cpu_busy, jobs: [terasort], contender: one, expect: higher, times: 0.9, mean_of_settings: true | there is no `baseline`",
                "measure: map_seconds, jobs: [terasort], contender: one, expect: greater-gain, than: [sort] | there is no `baseline`",
                "measure: cpu_busy, jobs: [terasort], baseline: one, contender: two, expect: greater-gain, than: [sort] | unlike cpu_busy",
                "measure: hdfs_io_size, jobs: [terasort], order: [one, two], expect: in-order | unlike hdfs_io_size",
                "jobs: together, baseline: one, contender: two, and: three, expect: between | between about three",
                "jobs: [terasort], order: [one, two], and: three, expect: between | order: does not apply to between",
                "jobs: [terasort], with: {io_sort_mb: 100}, baseline: one, contender: two, expect: faster | baseline: does not apply to `with`",
                "jobs: [terasort], with: {io_sort_mb: 100}, contender: two, expect: faster, best_settings: true | best_settings: does not apply to `with`",
                "jobs: [terasort], with: {io_sort_mb: 100}, settings: {io_sort_mb: 200}, contender: two, expect: faster | which `with` varies",
                "jobs: [terasort], with: {io_sort_mb: 100}, contender: two, expect: faster, mean_of_settings: true | there is no `baseline`",
                "jobs: together, with: {io_sort_mb: 100}, contender: two, expect: faster | `together` compares setups",
                "jobs: [terasort], with: {}, contender: two, expect: faster | with: names no setting",
                "jobs: [terasort], order: [one], expect: in-order | two or more different setups",
                "jobs: [terasort], order: [one, two, tow], expect: in-order | nearest  two",
                "jobs: [terasort], order: [one, two], expect: in-order, by: 0.1 | by: does not apply to in-order"
            })
    void measuresJobsAndOrdersAreChecked(String keys, String said) {
        refused("hypotheses: [{says: it, " + keys + "}]", said);
    }

    @Test
    void measuresJobsAndOrdersAreRead() {
        List<Hypothesis> read = valid(EXPERIMENT + """
                hypotheses:
                  - {says: a, measure: cost_per_job, jobs: together, baseline: one, contender: two, expect: lower, times: 0.4}
                  - {says: b, measure: shuffle_io_size, over: hdfs_io_size, jobs: [terasort], contender: one, expect: alike, times: 0.6, by: 0.2}
                  - {says: c, jobs: [terasort], order: [two, one, three], expect: in-order, mean_of_settings: true}
                """);

        assertThat(read.get(0)).satisfies(one -> {
            assertThat(one.isTogether()).isTrue();
            assertThat(one.prediction()).isEqualTo(Hypothesis.Prediction.ofTimes(Expectation.SLOWER, 0.4, 0));
        });
        assertThat(read.get(1).against()).isEmpty();
        assertThat(read.get(1).measure().words()).isEqualTo("shuffle_io_size over hdfs_io_size");
        assertThat(read.get(2).pairs())
                .containsExactly(new Hypothesis.SetupPair("one", "two"), new Hypothesis.SetupPair("three", "one"));
        assertThat(read.get(2).under()).isEqualTo(Hypothesis.Under.MEAN);
    }

    @Test
    void betweenProposesAThirdSetupAndSaysIfThereIsNone() {
        refused("hypotheses: [{" + USUAL + ", expect: between}]", "write `and: three`");
        Problems ofTwo = new Problems();
        assertThat(ExperimentReader.read(
                        "mine.yaml",
                        EXPERIMENT.replace(", three", "") + "hypotheses: [{" + USUAL + ", expect: between}]\n",
                        ofTwo))
                .isEmpty();
        assertThat(ofTwo.report("")).contains("expect: needs a third setup").doesNotContain("and:");
    }

    private List<Hypothesis> shipped(String name) throws IOException {
        return valid(Files.readString(Path.of("..", "conf", "experiments", name + ".yaml")));
    }

    private List<Hypothesis> valid(String text) {
        Optional<Experiment> experiment = ExperimentReader.read("mine.yaml", text, problems);
        assertThat(problems.list()).isEmpty();
        return experiment.orElseThrow().hypotheses();
    }

    private void refused(String hypotheses, String said) {
        assertThat(ExperimentReader.read("mine.yaml", EXPERIMENT + hypotheses + "\n", problems))
                .isEmpty();
        assertThat(problems.report("")).contains(said);
    }
}
