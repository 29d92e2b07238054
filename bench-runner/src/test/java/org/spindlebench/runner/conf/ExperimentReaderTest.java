package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment.EmulatedNode;
import org.spindlebench.runner.conf.Experiment.Small;
import org.spindlebench.runner.conf.Experiment.StopCondition;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.Experiment.VisitShape;

class ExperimentReaderTest {
    private static final String LEAST = """
            name: mine
            suite: quick
            setups: [one, two]
            """;

    private final Problems problems = new Problems();

    @Test
    void everyKeyIsRead() {
        Experiment experiment = valid(LEAST + """
                description: what it is
                figure: Figure 5
                order: blocks
                visits: 20
                repeats: 2
                warm_ups: 1
                stop: {within: 0.05, at_least: 8}
                """);

        assertThat(experiment)
                .isEqualTo(new Experiment(
                        "mine.yaml",
                        "mine",
                        "what it is",
                        "Figure 5",
                        List.of(),
                        "quick",
                        List.of("one", "two"),
                        new VisitShape(VisitOrder.BLOCKS, 20, 2, 1, new StopCondition(0.05, 8))));
    }

    @Test
    void whatIsNotSaidIsAsUsual() {
        assertThat(valid(LEAST).shape()).isEqualTo(VisitShape.DEFAULT);
        assertThat(valid(LEAST + "visits: 6\nstop: {within: 0.1}").shape().stop())
                .isEqualTo(new StopCondition(0.1, StoppingRule.FEWEST));
        VisitShape looking = valid(LEAST + "looks: [4, 8]\nstop: decided\n").shape();
        assertThat(looking.visits()).as("the last look").isEqualTo(8);
        assertThat(looking.looks()).containsExactly(4, 8);
        assertThat(looking.stop()).isEqualTo(StopCondition.decided(4));
    }

    @Test
    void theSmallFormReplacesSuiteAndVisitsAndNothingElse() {
        Experiment experiment = valid(LEAST + "visits: 6\nlaboratory: {suite: tiny, visits: 2, scale: 30}\n");
        assertThat(experiment.small())
                .isEqualTo(new Small("tiny", List.of("one", "two"), 2, 30, EmulatedNode.WHOLE, Map.of()));
        Experiment small = experiment.onEmulatedDisks();
        assertThat(small.suite()).isEqualTo("tiny");
        assertThat(small.shape()).isEqualTo(experiment.shape().withVisits(2));
        assertThat(small.setups()).isEqualTo(experiment.setups());
        assertThat(valid("""
                        name: mine
                        suite: quick
                        setups: [one, two, three]
                        laboratory: {suite: tiny, setups: [three, one]}
                        """).onEmulatedDisks().setups()).containsExactly("three", "one");
        assertThat(valid(LEAST + "laboratory: {suite: tiny}\n").small())
                .isEqualTo(new Small(
                        "tiny", List.of("one", "two"), VisitShape.DEFAULT.visits(), 10, EmulatedNode.WHOLE, Map.of()));
        assertThat(valid(LEAST + "laboratory: {suite: tiny, tasks: 12, page_cache: 270MiB}\n")
                        .small()
                        .node())
                .isEqualTo(new EmulatedNode(12, 270L << 20));
        Experiment whole = valid(LEAST);
        assertThat(whole.onEmulatedDisks()).isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "visits: 0 | visits",
                "'laboratory: {scale: 30}' | suite: missing",
                "'laboratory: {suite: tiny, scale: 0}' | scale",
                "'laboratory: {suite: tiny, tasks: 65}' | tasks",
                "'laboratory: {suite: tiny, page_cache: 63MiB}' | 64MiB or more",
                "'laboratory: {suite: tiny, setups: [two]}' | compares two setups or more",
                "'laboratory: {suite: tiny, setups: [one, four]}' | unknown setup of the experiment",
                "order: abab | nearest  abba",
                "warmups: 1 | nearest  warm_ups",
                "'looks: [8, 4]' | are not in ascending order",
                "'visits: 6\nlooks: [4, 8]' | are after more visits than the experiment has, 6",
                "'order: sequential\nlooks: [4, 8]' | are after complete blocks",
                "'looks: [1, 8]' | 1",
                "stop: decided | `decided` ends at one of the declared looks, and there are none",
                "'looks: [4, 8]\nstop: soon' | soon",
                "stop: {within: 0} | no interval can be that narrow",
                "stop: {at_least: 6} | within: missing",
                "'stop: {within: 0.1, at_least: 5}' | at_least",
                "'stop: {within: 0.1, at_least: 7}' | the rule first looks after 7 visits, but the experiment has 6"
            })
    void whatCannotBeMeantIsRefused(String line, String said) {
        String text = LEAST + (line.startsWith("visits") ? "" : "visits: 6\n") + line;

        assertThat(ExperimentReader.read("mine.yaml", text, problems)).isEmpty();
        assertThat(problems.report("")).contains(said);
    }

    @Test
    void oneSetupIsNoExperiment() {
        assertThat(ExperimentReader.read("mine.yaml", "name: mine\nsuite: quick\nsetups: one\n", problems))
                .isEmpty();
        assertThat(problems.report("")).contains("compares two setups or more").contains("--setup one");
    }

    @Test
    void allThatIsMissingIsInOneReport() {
        assertThat(ExperimentReader.read("mine.yaml", "description: nothing\n", problems))
                .isEmpty();
        assertThat(problems.list()).extracting(Problem::key).containsExactlyInAnyOrder("name", "suite", "setups");
    }

    @ParameterizedTest
    @MethodSource
    void shippedFilesNameSuitesAndSetupsThatAreShippedToo(Path file) throws IOException {
        Experiment experiment = ExperimentReader.read(file.toString(), Files.readString(file), problems)
                .orElseThrow(() -> new AssertionError(problems.report("")));

        assertThat(file).hasFileName(experiment.name() + ".yaml");
        assertThat(experiment.description()).isNotEmpty();
        assertThat(experiment.figure()).isNotEmpty();
        assertThat(conf("suites", experiment.suite())).exists();
        assertThat(conf("suites", experiment.onEmulatedDisks().suite())).exists();
        assertThat(experiment.setups())
                .allSatisfy(setup -> assertThat(conf("setups", setup)).exists());
    }

    private static Path conf(String folder, String name) {
        return Path.of("..", "conf", folder, name + ".yaml");
    }

    static Stream<Path> shippedFilesNameSuitesAndSetupsThatAreShippedToo() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "conf", "experiments"))) {
            return files.sorted().toList().stream();
        }
    }

    private Experiment valid(String text) {
        Optional<Experiment> experiment = ExperimentReader.read("mine.yaml", text, problems);
        assertThat(problems.list()).isEmpty();
        return experiment.orElseThrow();
    }
}
