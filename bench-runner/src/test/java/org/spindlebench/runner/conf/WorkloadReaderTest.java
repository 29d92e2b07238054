package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;

class WorkloadReaderTest {
    private static final String LISTED = """
            name: mine
            jobs:
              - {name: a, arrival: 0, input: 64MB}
              - {name: b, arrival: 2.5, input: 0, shuffle: 1MB, output: 2MB}
            """;
    private static final String TRACE = "name: mine\nswim: {file: t.tsv}\n";

    private final Problems problems = new Problems();

    private Optional<WorkloadFile> read(String text) {
        return WorkloadReader.read("mine.yaml", text, problems);
    }

    private WorkloadFile valid(String text) {
        Optional<WorkloadFile> file = read(text);
        assertThat(problems.list()).isEmpty();
        return file.orElseThrow();
    }

    @Test
    void jobsAreListedAndWhatIsNotSaidIsNothing() {
        WorkloadFile file = valid(LISTED);
        assertThat(file.jobs())
                .containsExactly(
                        new WorkloadJob("a", null, 0, 64_000_000, 0, 0),
                        new WorkloadJob("b", null, 2.5, 0, 1_000_000, 2_000_000));
        assertThat(file.trace()).isNull();
        assertThat(file.repeats()).isEqualTo(3);
        assertThat(file.tasks()).isEqualTo(new WorkloadFile.TaskSizes(128L << 20, 1L << 30));
        assertThat(file.data()).isNull();
    }

    @Test
    void aPartOfATraceIsNamedWithItsFactors() {
        WorkloadFile file = valid("""
                name: mine
                description: what
                swim: {file: t.tsv, sizes: 0.001, time: 0.1, from: 60, to: 3600, most: 20, seed: 7}
                bytes_per_map: 64MB
                bytes_per_reduce: 256MB
                repeats: 2
                data: 2.5x
                """);
        assertThat(file.trace()).isEqualTo(new WorkloadFile.Trace("t.tsv", 0.001, 0.1, 60, 3600.0, 20, 7));
        assertThat(file.tasks()).isEqualTo(new WorkloadFile.TaskSizes(64_000_000, 256_000_000));
        assertThat(file.repeats()).isEqualTo(2);
        assertThat(file.data()).isEqualTo("2.5x");
        assertThat(valid(TRACE).trace()).isEqualTo(new WorkloadFile.Trace("t.tsv", 1, 1, 0, null, null, 1));
    }

    @Test
    void classesOfTheFileAreKept() {
        assertThat(valid("name: mine\njobs: [{name: a, class: small, arrival: 0, input: 1B}]\n")
                        .jobs())
                .extracting(WorkloadJob::jobClass)
                .containsExactly("small");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jobs: [{name: a, arrival: 0, input: 64}] | input",
                "jobs: [{name: a, arrival: -1, input: 1B}] | arrival",
                "jobs: [{name: a, arrival: 0}] | input",
                "jobs: [{name: a b, arrival: 0, input: 1B}] | name",
                "jobs: [{name: a, arival: 0, input: 1B}] | arival",
                "jobs: [{name: a, arrival: 0, input: 1B}, {name: a, arrival: 0, input: 1B}] | name",
                "jobs: [{name: a, class: x, arrival: 0, input: 1B}, {name: b, arrival: 0, input: 1B}] | class",
                "jobs: [] | jobs",
                "repeats: 2 | jobs, swim",
                "swim: {sizes: 2} | file",
                "swim: {file: t, sizes: 0} | sizes",
                "swim: {file: t, from: 9, to: 9} | to",
                "swim: {file: t, most: 0} | most",
            })
    void whatIsNotUnderstoodIsRefused(String line, String key) {
        assertThat(read("name: mine\n" + line + "\n")).isEmpty();
        assertThat(problems.list()).extracting(Problem::key).contains(key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "classes: {quantiles: 3} | classes",
                "bytes_per_map: 1 | bytes_per_map",
                "repeats: 0 | repeats",
                "data: zeros | data",
                "jobs: [{name: a, arrival: 0, input: 1B}] | jobs, swim",
            })
    void whatDoesNotFitATraceIsRefused(String line, String key) {
        assertThat(read(TRACE + line + "\n")).isEmpty();
        assertThat(problems.list()).extracting(Problem::key).contains(key);
    }

    @Test
    void theShippedExampleIsRead(@TempDir Path elsewhere) {
        ConfFinder finder = new ConfFinder(ConfKind.WORKLOAD, elsewhere);
        assertThat(finder.names()).containsExactly("example");
        ConfFinder.Text text = finder.find("example", problems).orElseThrow();
        WorkloadFile file =
                WorkloadReader.read(text.source(), text.content(), problems).orElseThrow();
        assertThat(problems.list()).isEmpty();
        assertThat(file.name()).isEqualTo("example");
        assertThat(file.description()).startsWith(file.jobs().size() + " jobs");
        assertThat(file.jobs()).extracting(WorkloadJob::jobClass).doesNotContainNull();
    }
}
