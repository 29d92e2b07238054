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
import java.util.TreeSet;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.site.Timeline.LevelCause;

/**
 * Counts over simulated clusters how often a timeline marks what did not change, and finds what did: 24 monthly campaigns
 * of 14 jobs that move together by 2 % from campaign to campaign, and each by 0.2 % of its own.
 */
@EnabledIfSystemProperty(named = "spindle.simulation", matches = "true")
class TimelineSimulationTest {
    private static final int MONTHS = 24;
    private static final int JOBS = 14;
    private static final double CV = 0.02;
    private static final double OWN = 0.002;
    private static final int CLUSTERS = 1000;

    /** What changes, from one month on, counted from 0. */
    private record Change(int month, double storage, double machine) {
        static final Change NONE = new Change(MONTHS, 0, 0);
    }

    private static Timeline simulated(long seed, double correlation, Change change, int jobs) {
        CorrelatedSeries random = new CorrelatedSeries(seed, correlation);
        double[] common = random.next(MONTHS);
        List<CampaignLevels> campaigns = new ArrayList<>();
        for (int month = 0; month < MONTHS; month++) {
            SortedMap<String, SortedMap<String, Double>> levels = new TreeMap<>();
            for (int job = 0; job < jobs; job++) {
                boolean isCanary = job == 0;
                double step =
                        month < change.month ? 0 : isCanary ? change.machine : Math.max(change.machine, change.storage);
                double level = 4 + job + CV * common[month] + OWN * random.nextGaussian() + step;
                levels.put(isCanary ? "wordcount" : "job-" + job, new TreeMap<>(Map.of("", level)));
            }
            Instant start = Instant.parse("2026-01-01T00:00:00Z").plus(30L * month, ChronoUnit.DAYS);
            campaigns.add(new CampaignLevels(
                    "month-" + month, "hdd", start, levels, Set.of("wordcount"), new TreeMap<>(), new TreeMap<>()));
        }
        return Timeline.of("cluster", "hdd", campaigns);
    }

    private interface Outcome {
        boolean holds(Timeline timeline);
    }

    private static double rate(double correlation, Change change, int jobs, Outcome outcome) {
        int count = 0;
        for (int cluster = 0; cluster < CLUSTERS; cluster++) {
            count += outcome.holds(simulated(1000L * cluster + jobs, correlation, change, jobs)) ? 1 : 0;
        }
        return count / (double) CLUSTERS;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void anUnchangedScreenIsRarelyMarked(double correlation) {
        double overAllLooks = rate(correlation, Change.NONE, JOBS, timeline -> !timeline.common()
                .marks()
                .isEmpty());
        assertThat(overAllLooks).isLessThanOrEqualTo(0.10);
        TreeSet<Double> atOneLook = new TreeSet<>();
        for (int look = LevelChange.LEAST_POINTS - 1; look < MONTHS; look += 6) {
            int at = look;
            atOneLook.add(rate(correlation, Change.NONE, JOBS, timeline -> timeline.common().marks().stream()
                    .anyMatch(mark -> mark.look() == at)));
        }
        assertThat(atOneLook.last()).isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @CsvSource({"0, 8, 0.90", "0, 13, 0.90", "0, 18, 0.90", "0.3, 8, 0.80", "0.3, 13, 0.80", "0.3, 18, 0.80"})
    void aStepIsFoundInAJobsOwnViewAndOnTheScreen(double correlation, int month, double least) {
        Change change = new Change(month - 1, 0.05, 0.05);
        assertThat(rate(correlation, change, 1, timeline -> !timeline.jobs()
                        .get(0)
                        .marks()
                        .isEmpty()))
                .isGreaterThanOrEqualTo(least);
        assertThat(rate(correlation, change, JOBS, timeline -> timeline.common().marks().stream()
                        .anyMatch(mark -> mark.look() >= month - 1)))
                .isGreaterThanOrEqualTo(least);
    }

    @ParameterizedTest
    @CsvSource({"0, 8", "0, 18", "0.3, 13"})
    void aSlowMachineIsNotBlamedOnStorageNorTheOtherWayRound(double correlation, int month) {
        assertThat(rate(
                        correlation,
                        new Change(month - 1, 0.10, 0.10),
                        JOBS,
                        timeline -> timeline.common().marks().stream()
                                .allMatch(mark -> mark.cause() == LevelCause.MACHINE)))
                .isGreaterThanOrEqualTo(0.90);
        assertThat(rate(
                        correlation,
                        new Change(month - 1, 0.10, 0),
                        JOBS,
                        timeline -> timeline.common().marks().stream()
                                .anyMatch(mark -> mark.cause() == LevelCause.NOT_PROCESSORS)))
                .isGreaterThanOrEqualTo(0.90);
    }
}
