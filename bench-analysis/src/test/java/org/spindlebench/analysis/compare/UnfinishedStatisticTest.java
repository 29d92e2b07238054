package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.stats.NotConvergedException;

/**
 * Checks reports with a statistic that did not finish. No known durations reach the step limit, so the test takes one
 * cell's result away.
 */
class UnfinishedStatisticTest {
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};

    @Test
    void a_report_names_the_cell_and_goes_on_without_the_figure() {
        Findings found = new Measured()
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .runs("teragen", "hdd", SLOW)
                .runs("teragen", "ssd", FAST)
                .findings();

        String text = Reports.textWithAllNotes(withoutOne(found, "terasort"));

        List<String> notes = text.lines()
                .filter(line -> line.contains("has no result after 200 steps"))
                .toList();
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("terasort of ssd and hdd: the Hodges-Lehmann ratio")
                .contains("The value is omitted");
        assertThat(text.lines().filter(line -> line.contains("1.641")))
                .as("the ratio of both jobs still stands")
                .hasSizeGreaterThan(1);
    }

    private static Findings withoutOne(Findings found, String job) {
        return new Findings(
                found.options(),
                found.baseline(),
                found.campaigns(),
                found.cells(),
                found.families().stream()
                        .map(family -> new Family(
                                family.baseline(),
                                family.contender(),
                                family.settings(),
                                family.across(),
                                family.comparisons().stream()
                                        .map(one -> one.job().equals(job) ? withoutHodgesLehmann(one) : one)
                                        .toList()))
                        .toList(),
                found.suites(),
                found.mixes(),
                found.sweeps(),
                found.interactions(),
                found.marginals(),
                found.drifts(),
                found.cost(),
                found.judgements(),
                found.figure(),
                found.doubts());
    }

    private static Comparison withoutHodgesLehmann(Comparison one) {
        List<String> unfinished = new ArrayList<>();
        Double nothing = Tests.finished(
                () -> {
                    throw new NotConvergedException("Hodges-Lehmann ratio", "5 and 5 values", 200);
                },
                unfinished);
        Tests tests = one.tests();
        Comparison without = with(
                one,
                new Tests(
                        tests.welch(),
                        tests.pHolm(),
                        tests.pScreen(),
                        tests.mannWhitney(),
                        tests.pPermutation(),
                        nothing,
                        tests.detectable(),
                        tests.runsNeeded(),
                        unfinished),
                List.of());
        return with(
                without,
                without.tests(),
                Stream.concat(one.warnings().stream(), ComparisonWarnings.of(without, 0, 0, 0.95).stream())
                        .distinct()
                        .toList());
    }

    private static Comparison with(Comparison one, Tests tests, List<Warning> warnings) {
        return new Comparison(
                one.settings(),
                one.across(),
                one.baseline(),
                one.contender(),
                one.samples(),
                one.between(),
                one.speedUp(),
                tests,
                one.withoutOutliers(),
                one.paired(),
                warnings);
    }
}
