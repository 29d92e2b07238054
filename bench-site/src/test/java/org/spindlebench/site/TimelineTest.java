package org.spindlebench.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.site.Timeline.LevelCause;

class TimelineTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Returns months in which durations differ by up to 1 %, in an order without a trend. */
    private static double noise(int month) {
        return 0.01 * Math.sin(7.0 * month);
    }

    /** @param jobs the logarithms of each job's durations by month; NaN for a month that did not run it */
    private static Timeline timeline(int months, Set<String> byProcessors, Map<String, IntToDoubleFunction> jobs) {
        return timeline(months, byProcessors, month -> Double.NaN, jobs);
    }

    private static Timeline timeline(
            int months, Set<String> byProcessors, IntToDoubleFunction devices, Map<String, IntToDoubleFunction> jobs) {
        List<CampaignLevels> campaigns = new ArrayList<>();
        for (int month = 0; month < months; month++) {
            SortedMap<String, SortedMap<String, Double>> levels = new TreeMap<>();
            for (Map.Entry<String, IntToDoubleFunction> job : jobs.entrySet()) {
                double value = job.getValue().applyAsDouble(month);
                if (!Double.isNaN(value)) {
                    levels.put(job.getKey(), new TreeMap<>(Map.of("{}", value)));
                }
            }
            Instant start = START.plus(30L * month, ChronoUnit.DAYS);
            SortedMap<String, Double> measured = new TreeMap<>();
            if (!Double.isNaN(devices.applyAsDouble(month))) {
                measured.put("hdfs read", devices.applyAsDouble(month));
            }
            campaigns.add(new CampaignLevels(
                    "month-" + month, "hdd", start, levels, byProcessors, new TreeMap<>(), measured));
        }
        return Timeline.of("prod", "hdd", campaigns);
    }

    private static IntToDoubleFunction step(int from, double size) {
        return month -> 5 + noise(month) + (month >= from ? size : 0);
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0, NOT_PROCESSORS", "0.1, 0.1, MACHINE", "-0.1, 0, NOT_PROCESSORS"})
    void aStepIsMarkedOnceWithItsCause(double storage, double machine, LevelCause cause) {
        Timeline timeline = timeline(
                16,
                Set.of("wordcount"),
                Map.of(
                        "terasort", step(8, storage),
                        "shuffle", step(8, storage),
                        "sort", step(8, storage),
                        "wordcount", step(8, machine)));

        assertThat(timeline.common().marks()).singleElement().satisfies(mark -> {
            assertThat(mark.first()).isEqualTo(8);
            assertThat(mark.look()).isBetween(9, 12);
            assertThat(Math.signum(mark.ratio() - 1)).isEqualTo(Math.signum(storage));
            assertThat(mark.cause()).isEqualTo(cause);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.1, 0, DEVICES",
        "0, 0.02, 0, NOT_DEVICES",
        "0, -0.1, 0, NOT_DEVICES",
        "9, 0.1, 0, UNKNOWN",
        "0, 0.1, 0.1, MACHINE",
        "0, 0.02, 0.02, NOT_PROCESSORS",
    })
    void whatDevicesMeasuredBesideAStepIsItsCause(int since, double devices, double machine, LevelCause cause) {
        Timeline timeline = timeline(
                16,
                machine == 0 ? Set.of() : Set.of("wordcount"),
                month -> month < since ? Double.NaN : step(8, devices).applyAsDouble(month) - 20,
                Map.of("terasort", step(8, 0.1), "shuffle", step(8, 0.1), "wordcount", step(8, machine)));

        assertThat(timeline.common().marks()).first().satisfies(mark -> assertThat(mark.cause())
                .isEqualTo(cause));
    }

    @Test
    void aMarkStaysAsItsLookMadeIt() {
        Map<String, IntToDoubleFunction> jobs = Map.of("terasort", step(8, 0.1), "shuffle", step(8, 0.1));
        Timeline earlier = timeline(12, Set.of(), jobs);
        Timeline later = timeline(24, Set.of(), jobs);

        assertThat(earlier.common().marks()).hasSize(1);
        assertThat(later.common().marks()).startsWith(earlier.common().marks().get(0));
        assertThat(later.common().marks().get(0).cause()).isEqualTo(LevelCause.UNKNOWN);
    }

    @Test
    void withoutAChangeOrWithTooFewCampaignsNothingIsMarked() {
        assertThat(timeline(24, Set.of(), Map.of("terasort", step(99, 0)))
                        .common()
                        .marks())
                .isEmpty();
        Timeline few = timeline(5, Set.of(), Map.of("terasort", step(3, 0.5)));
        assertThat(few.common().marks()).isEmpty();
        assertThat(few.jobs().get(0).marks()).isEmpty();
    }

    @Test
    void aJobThatSomeCampaignsDidNotRunIsComparedWithItself() {
        Timeline timeline = timeline(
                14,
                Set.of(),
                Map.of("terasort", step(99, 0), "sort", month -> month < 4 ? Double.NaN : 9 + noise(month)));

        assertThat(timeline.common().marks()).isEmpty();
        assertThat(timeline.jobs()).extracting(Timeline.LevelSeries::name).containsExactly("sort", "terasort");
        assertThat(timeline.jobs().get(0).values().get(3)).isNaN();
    }
}
