package org.spindlebench.analysis.stats;

import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks jobs and settings in visits against R (vectors.R). */
class VisitVectorsTest {
    static List<Vectors.Row> visits() {
        return Vectors.rows("visits.csv");
    }

    @ParameterizedTest
    @MethodSource("visits")
    void suites_by_visits_are_those_of_r(Vectors.Row row) {
        SuiteRatio suite = SuiteRatio.of(pairs(row, 0), row.number("confidence"), null);
        assertClose(suite.geometricMean(), row.number("gm"), 1e-12);
        assertClose(suite.interval().orElseThrow().low(), row.number("low"), 1e-10);
        assertClose(suite.interval().orElseThrow().high(), row.number("high"), 1e-10);
        assertClose(suite.df().orElseThrow(), row.number("df"), 1e-9);
        assertClose(suite.p().orElseThrow(), row.number("p"), 1e-9);
    }

    @ParameterizedTest
    @MethodSource("visits")
    void mixes_by_visits_are_those_of_r(Vectors.Row row) {
        List<Double> shares = DoubleStream.iterate(1, share -> share + 1)
                .limit((int) row.number("jobs"))
                .boxed()
                .toList();
        WeightedRatio mix = WeightedRatio.of(pairs(row, 0), shares, row.number("confidence"), null);
        assertClose(mix.speedUp(), row.number("mix"), 1e-12);
        assertClose(mix.interval().orElseThrow().low(), row.number("mix_low"), 1e-10);
        assertClose(mix.interval().orElseThrow().high(), row.number("mix_high"), 1e-10);
    }

    @ParameterizedTest
    @MethodSource("visits")
    void changes_within_visits_are_those_of_r(Vectors.Row row) {
        VisitedPair first = pairs(row, 0).get(0);
        VisitedPair second = pairs(row, 1).get(0);
        assertInteraction(Interaction.of(first, second, row.number("confidence")), row, "change");
        assertInteraction(Interaction.product(first, second, row.number("confidence")), row, "product");
    }

    private static void assertInteraction(Interaction interaction, Vectors.Row row, String name) {
        assertClose(interaction.ratio(), row.number(name), 1e-12);
        assertClose(interaction.interval().orElseThrow().low(), row.number(name + "_low"), 1e-10);
        assertClose(interaction.interval().orElseThrow().high(), row.number(name + "_high"), 1e-10);
        assertClose(interaction.df().orElseThrow(), row.number(name + "_df"), 1e-9);
        assertClose(interaction.p().orElseThrow(), row.number(name + "_p"), 1e-8);
    }

    private static List<VisitedPair> pairs(Vectors.Row row, int value) {
        int jobs = (int) row.number("jobs");
        return IntStream.range(0, jobs)
                .mapToObj(job -> new VisitedPair(
                        sample(row, "x", (int) row.number("nx"), job, value),
                        sample(row, "y", (int) row.number("ny"), job, value)))
                .toList();
    }

    /** Returns a sample from an array of R, in which the first index runs fastest: visit, job, run, value. */
    private static VisitedSample sample(Vectors.Row row, String side, int visits, int job, int value) {
        List<Double> all = row.cell(side).values();
        int jobs = (int) row.number("jobs");
        int runs = (int) row.number("runs");
        List<VisitedSample.VisitSample> found = new ArrayList<>();
        for (int visit = 0; visit < visits; visit++) {
            int v = visit;
            double[] durations = IntStream.range(0, runs)
                    .mapToDouble(run -> all.get(v + visits * (job + jobs * (run + runs * value))))
                    .toArray();
            found.add(new VisitedSample.VisitSample(side + v, Sample.of(durations)));
        }
        return VisitedSample.ofVisits(found);
    }
}
