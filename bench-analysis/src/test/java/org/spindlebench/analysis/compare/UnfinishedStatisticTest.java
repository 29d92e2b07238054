package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
        return with(
                Findings.class,
                found,
                "families",
                found.families().stream()
                        .map(family -> with(
                                Family.class,
                                family,
                                "comparisons",
                                family.comparisons().stream()
                                        .map(one -> one.job().equals(job) ? withoutHodgesLehmann(one) : one)
                                        .toList()))
                        .toList());
    }

    private static Comparison withoutHodgesLehmann(Comparison one) {
        List<String> unfinished = new ArrayList<>();
        Double nothing = Significance.finished(
                () -> {
                    throw new NotConvergedException("Hodges-Lehmann ratio", "5 and 5 values", 200);
                },
                unfinished);
        Significance tests = with(Significance.class, one.tests(), "hodgesLehmann", nothing);
        Comparison without =
                with(Comparison.class, one, "tests", with(Significance.class, tests, "unfinished", unfinished));
        return with(
                Comparison.class,
                without,
                "claim",
                one.claim()
                        .noted(Stream.concat(
                                        one.warnings().stream(), ComparisonWarnings.of(without, 0, 0, 0.95).stream())
                                .distinct()
                                .toList()));
    }

    /** Returns a copy of a record with another value of one component, whatever other components it has. */
    private static <R extends Record> R with(Class<R> type, R before, String changed, Object value) {
        RecordComponent[] components = type.getRecordComponents();
        assertThat(components).extracting(RecordComponent::getName).contains(changed);
        try {
            Object[] values = new Object[components.length];
            for (int at = 0; at < values.length; at++) {
                boolean isChanged = components[at].getName().equals(changed);
                values[at] = isChanged ? value : components[at].getAccessor().invoke(before);
            }
            Class<?>[] types =
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
