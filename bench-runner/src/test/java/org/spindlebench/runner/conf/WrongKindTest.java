package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;
import org.spindlebench.runner.conf.ConfFinder.TextReader;
import org.spindlebench.runner.conf.ExperimentReader.ReferencesReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.PriceListReader.MixReader;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;

/** Gives every shipped file to the readers of all other kinds. */
class WrongKindTest {
    private static final Path CONF = Path.of("..", "conf");

    private static final TextReader<Suite> SUITES =
            (source, text, problems) -> SuiteReader.read(source, text, List.of("terasort"), Cluster.RUNNING, problems);
    private static final TextReader<StorageSetup> SETUPS = SetupReader::read;
    private static final TextReader<Experiment> EXPERIMENTS = ExperimentReader::read;
    private static final TextReader<PriceList> PRICES = PriceListReader::read;
    private static final TextReader<Mix> MIXES = MixReader::read;
    private static final TextReader<PublishedNumbers> REFERENCES = ReferencesReader::read;
    private static final TextReader<WorkloadFile> WORKLOADS = WorkloadReader::read;

    private static final Map<String, TextReader<?>> READERS = Map.of(
            "suites",
            SUITES,
            "setups",
            SETUPS,
            "experiments",
            EXPERIMENTS,
            "prices",
            PRICES,
            "mixes",
            MIXES,
            "references",
            REFERENCES,
            "workloads",
            WORKLOADS);

    @TestFactory
    Stream<DynamicTest> aFileOfAnotherKindIsOneProblem() throws IOException {
        try (Stream<Path> files = Files.walk(CONF)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream()
                    .flatMap(file -> READERS.keySet().stream()
                            .filter(kind ->
                                    !kind.equals(file.getParent().getFileName().toString()))
                            .map(kind -> DynamicTest.dynamicTest(file + " as " + kind, () -> refused(file, kind))));
        }
    }

    private static void refused(Path file, String kind) throws IOException {
        Problems problems = new Problems();
        assertThat(READERS.get(kind).read(file.toString(), Files.readString(file), problems))
                .isEmpty();
        assertThat(problems.list())
                .singleElement()
                .asString()
                .containsPattern("this is an? [a-z ]+, and not an? [a-z ]+");
    }

    @Test
    void aMisspeltKeyIsNoOtherKind() {
        Problems problems = new Problems();
        assertThat(SetupReader.read("s.yaml", "name: s\nhdf: [hdd]\nshuffle: [hdd]\n", problems))
                .isEmpty();
        assertThat(problems.list()).hasSizeGreaterThan(1).noneMatch(problem -> problem.toString()
                .contains("this is a"));
    }
}
