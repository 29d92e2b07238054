package org.spindlebench.analysis.report;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;

/** Holds {@code report.json} and the answer for every kind of claim, to the letter. */
class ClaimsReportTest {
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void claims_are_the_stored_ones(String name, Findings findings) throws IOException {
        StoredText.hold("claims-" + name + ".json", Reports.json(findings));
        StoredText.hold(
                "claims-" + name + ".txt", Reports.textWithAllNotes(findings) + Reports.answerMarkdown(findings));
    }

    static Stream<Arguments> claims_are_the_stored_ones() {
        return Stream.of(
                Arguments.of("study", study()),
                Arguments.of("matched", matched()),
                Arguments.of("workload", workload()),
                Arguments.of("open", open()));
    }

    /** Hypotheses of every kind of verdict, interactions, a mix and a suite. */
    private static Findings study() {
        TreeMap<String, String> plain = new TreeMap<>(Map.of("compression", "none"));
        TreeMap<String, String> compressed = new TreeMap<>(Map.of("compression", "snappy"));
        List<Hypothesis> hypotheses = List.of(
                hypothesis("sorts faster", "terasort", plain, Prediction.of(Expectation.FASTER, 0)),
                hypothesis("sorts slower", "terasort", plain, Prediction.of(Expectation.SLOWER, 0)),
                hypothesis("alike when it reads", "teraread", plain, Prediction.of(Expectation.ALIKE, 0.05)),
                hypothesis("alike when it counts", "wordcount", plain, Prediction.of(Expectation.ALIKE, 0.001)),
                hypothesis(
                        "compression hides it",
                        "terasort",
                        new TreeMap<>(),
                        Prediction.smallerDifference(plain, compressed)),
                hypothesis("sorting gains more", "terasort", plain, Prediction.greaterGain(List.of("wordcount"))));
        Mix mix = Mix.of("sorting", "mostly sorting", new TreeMap<>(Map.of("terasort", 0.8, "wordcount", 0.2)));
        return new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd-11", SLOW)
                .runs("terasort", "ssd", FAST)
                .runs("wordcount", "hdd-11", 100.2, 103.5, 98.7, 101.1, 104.9)
                .runs("wordcount", "ssd", 99.0, 101.8, 97.4, 102.6, 96.3)
                .with("compression", "snappy")
                .runs("terasort", "hdd-11", FAST)
                .runs("terasort", "ssd", 250, 249, 252, 255, 251)
                .findings(ComparisonOptions.standard()
                        .withMixes(List.of(mix))
                        .withInteractions(List.of("compression"))
                        .with(new Study("Figure 2", hypotheses)));
    }

    private static Hypothesis hypothesis(
            String says, String job, SortedMap<String, String> settings, Prediction claim) {
        return new Hypothesis(says, List.of(job), settings, "hdd-11", "ssd", claim);
    }

    /** Five settings matched, with their best, and a job with one setting. */
    private static Findings matched() {
        Measured runs = new Measured();
        for (int sort = 100; sort <= 500; sort += 100) {
            double base = 300 - sort / 10.0;
            runs.with("sort_mb", Integer.toString(sort))
                    .runs("terasort", "hdd", base, base + 3, base - 4, base + 1)
                    .runs("terasort", "ssd", base / 2, base / 2 + 2, base / 2 - 3, base / 2 + sort / 100.0)
                    .runs("terasort", "hybrid", base - 9, base + 4);
        }
        return runs.runs("teragen", "hdd", 60, 61, 62)
                .runs("teragen", "ssd", 50, 61, 57)
                .findings();
    }

    /** Two jobs at once, and each alone, in three visits to each setup. */
    private static Findings workload() {
        String[] setups = {"hdd", "ssd", "ssd", "hdd", "hdd", "ssd"};
        double[] small = {40, 30, 30, 40, 41, 31};
        double[] large = {100, 50, 51, 102, 101, 50};
        Stream.Builder<RunBuilder> runs = Stream.builder();
        for (int visit = 1; visit <= setups.length; visit++) {
            for (boolean isSmall : new boolean[] {true, false}) {
                int index = 4 * visit + (isSmall ? 0 : 1);
                runs.add(job(index, visit, setups[visit - 1], isSmall).elapsed(isSmall ? 20.0 : 50.0));
                runs.add(job(index + 2, visit, setups[visit - 1], isSmall)
                        .setting("concurrent", "true")
                        .setting("workload", "w")
                        .setting("workload_jobs", "2")
                        .setting("workload_job", isSmall ? "small" : "large")
                        .setting("workload_class", isSmall ? "query" : "scan")
                        .setting("workload_arrival", isSmall ? "0.0" : "10.0")
                        .after(1000L * visit + 500 + (isSmall ? 0 : 10))
                        .elapsed((isSmall ? small : large)[visit - 1]));
            }
        }
        return Findings.of(
                Runs.of(runs.build().map(RunBuilder::build)),
                ComparisonOptions.standard().against("hdd"));
    }

    private static RunBuilder job(int index, int visit, String setup, boolean isSmall) {
        return new RunBuilder(index, "scaled")
                .campaign("w-1")
                .repeat(index)
                .setup(setup)
                .visit(visit)
                .block((visit + 1) / 2)
                .setting("total_bytes", isSmall ? "1000" : "9000")
                .after(1000L * visit);
    }

    /** Every reason to claim nothing. */
    private static Findings open() {
        return new Measured()
                .runs("single", "hdd", 10)
                .runs("single", "ssd", 5)
                .runs("constant", "hdd", 10, 10, 10)
                .runs("constant", "ssd", 5, 5, 5)
                .runs("uneven", "hdd", 10, 11)
                .runs("uneven", "ssd", 1, 20)
                .runs("equal", "hdd", 10, 11, 12, 13)
                .runs("equal", "ssd", 10.1, 11.1, 12.1, 12.7)
                .runs("chance", "hdd", 10, 11, 10.5, 10.2)
                .runs("chance", "ssd", 9.5, 10, 9.8, 10.1)
                .findings();
    }
}
