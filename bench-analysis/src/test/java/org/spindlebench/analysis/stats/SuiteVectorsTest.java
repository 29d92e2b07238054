package org.spindlebench.analysis.stats;

import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks suites and mixes of seven jobs each against R. */
class SuiteVectorsTest {
    static List<Vectors.Row> suites() {
        return Vectors.rows("suites.csv");
    }

    @ParameterizedTest
    @MethodSource("suites")
    void suite_figures_are_those_of_r(Vectors.Row row) {
        SuiteRatio suite = SuiteRatio.of(jobs(row), row.number("confidence"));
        assertClose(suite.ratioOfSums(), row.number("ratio_of_sums"), 1e-13);
        assertClose(suite.geometricMean(), row.number("gm"), 1e-13);
        assertClose(suite.df().orElseThrow(), row.number("df"), 1e-10);
        assertClose(suite.interval().orElseThrow().low(), row.number("low"), 1e-10);
        assertClose(suite.interval().orElseThrow().high(), row.number("high"), 1e-10);
        assertClose(suite.jobsAsSample().orElseThrow().low(), row.number("sample_low"), 1e-10);
        assertClose(suite.jobsAsSample().orElseThrow().high(), row.number("sample_high"), 1e-10);
    }

    @ParameterizedTest
    @MethodSource("suites")
    void the_figures_of_a_mix_are_those_of_r(Vectors.Row row) {
        // The seven shares are 1 to 7; they need not sum to 1.
        List<Double> shares =
                DoubleStream.iterate(1, share -> share + 1).limit(7).boxed().toList();
        WeightedRatio mix = WeightedRatio.of(jobs(row), shares, row.number("confidence"));
        assertClose(mix.speedUp(), row.number("mix"), 1e-13);
        assertClose(mix.interval().orElseThrow().low(), row.number("mix_low"), 1e-10);
        assertClose(mix.interval().orElseThrow().high(), row.number("mix_high"), 1e-10);
    }

    private static List<SamplePair> jobs(Vectors.Row row) {
        int first = (int) row.number("first");
        return Vectors.rows("pairs.csv").subList(first, first + 7).stream()
                .map(Vectors.Row::pair)
                .toList();
    }
}
