package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.guest.GuestLimits;

class ConsentTest {
    private static final Estimate.Time QUICK = new Estimate.Time(60.0, List.of("earlier"), List.of(), true);
    private static final double FIVE_HOURS = 5 * 3600;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Duration> pauses = new ArrayList<>();

    private static Estimate estimate(long hdfs, long local, Long freeLocal, Estimate.Time time) {
        return new Estimate(
                Estimate.SCHEMA,
                new Estimate.Hdfs(hdfs, 1000_000_000_000L),
                new Estimate.LocalSpace(local, freeLocal),
                0.5,
                time,
                null);
    }

    private static List<String> exceeded(long hdfs, long local, Long freeLocal) {
        return Consent.exceededSpace(estimate(hdfs, local, freeLocal, QUICK), GuestLimits.NONE, false);
    }

    private Consent consent(Optional<String> typed) {
        return new Consent(
                new PrintStream(err, true, StandardCharsets.UTF_8),
                typed.map(text -> new BufferedReader(new StringReader(text))),
                pauses::add);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTenthOfTheFreeSpaceIsTakenWithoutAQuestion() {
        assertThat(exceeded(100_000_000_000L, 0, null)).isEmpty();
    }

    @Test
    void moreThanATenthOfHdfsIsRefusedWithBothFigures() {
        assertThat(exceeded(100_000_000_001L, 0, null))
                .containsExactly(
                        "the plan takes 100.0 GB of HDFS, replicas counted: 10 % of the 1000.0 GB that are free, and"
                                + " Spindle takes at most 10 % unless you say otherwise; lower --bytes-per-node, or permit"
                                + " more with --max-hdfs SIZE or --yes");
    }

    @Test
    void localSpaceIsRefusedWhereItIsSeen() {
        assertThat(exceeded(0, 20_000_000_000L, 100_000_000_000L))
                .singleElement()
                .asString()
                .startsWith("the plan takes 20.0 GB of a node's local directories")
                .contains("20 % of the 100.0 GB", "--max-local");
        assertThat(exceeded(0, 20_000_000_000L, null)).isEmpty();
    }

    @Test
    void aLimitOfTheUserTakesThePlaceOfTheUsualOne() {
        GuestLimits limits = new GuestLimits(500_000_000_000L, 50_000_000_000L, null, Instant.EPOCH, null, null);
        Estimate large = estimate(400_000_000_000L, 40_000_000_000L, 100_000_000_000L, QUICK);

        assertThat(Consent.exceededSpace(large, limits, false)).isEmpty();
        assertThat(Consent.exceededSpace(large, GuestLimits.NONE, false)).hasSize(2);
    }

    @Test
    void ofDirectoriesInWhichSpindleStartsAClusterHalfMayBeTaken() {
        assertThat(Consent.exceededSpace(estimate(500_000_000_000L, 0, null, QUICK), GuestLimits.NONE, true))
                .isEmpty();
        assertThat(Consent.exceededSpace(estimate(500_000_000_001L, 0, null, QUICK), GuestLimits.NONE, true))
                .singleElement()
                .asString()
                .contains("at most 50 %");
    }

    @Test
    void onlyMoreThanAnHourNeedsConsentAndUnknownHoursUnlessThePlanIsSmall() {
        assertThat(Consent.isNeeded(3600.0, false)).isFalse();
        assertThat(Consent.isNeeded(3601.0, true)).isTrue();
        assertThat(Consent.isNeeded(null, true)).isFalse();
        assertThat(Consent.isNeeded(null, false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"y\n", "yes\n", " Y \n", "what?\ny\n"})
    void aYesOnTheTerminalBegins(String typed) throws Exception {
        assertThat(consent(Optional.of(typed)).given(FIVE_HOURS)).isTrue();
        assertThat(err()).startsWith("All runs take about 5.0 hours. Begin? [y/n] ");
        assertThat(pauses).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"n\n", "NO\n", "", "what?\n", "what?\nn\n"})
    void aNoOrTheEndOfInputDoesNot(String typed) throws Exception {
        assertThat(consent(Optional.of(typed)).given(null)).isFalse();
        assertThat(err()).startsWith("All runs take an unknown time. Begin? [y/n] ");
    }

    @Test
    void withoutATerminalSpindleGoesOnAfterThirtySeconds() throws Exception {
        assertThat(consent(Optional.empty()).given(FIVE_HOURS)).isTrue();
        assertThat(pauses).containsExactly(Duration.ofSeconds(30));
        assertThat(err())
                .isEqualTo("All runs take about 5.0 hours. There is no terminal to ask on, so Spindle begins in 30 s."
                        + " To stop it: kill " + ProcessHandle.current().pid()
                        + ". --yes leaves this pause out; --max-hours N refuses longer plans."
                        + System.lineSeparator());
    }

    @Test
    void ofManyCampaignsTheLatestAreNamed() {
        assertThat(new Estimate.Time(1.0, List.of("q-1", "q-2", "q-3", "q-4", "q-5"), List.of(), true).sources())
                .isEqualTo("q-5, q-4, q-3 and 2 more");
    }

    @Test
    void theErrorIsWhatWasEstimatedOverWhatWasMeasured() {
        Estimate estimate =
                estimate(3_000_000_000L, 0, null, new Estimate.Time(5400.0, List.of("e"), List.of(), false));

        assertThat(estimate.measured(new Estimate.Measured(3600, 2_000_000_000L))
                        .error())
                .isEqualTo("Estimated: hours 1.50, measured 1.00 (the estimate is off by +50 %); peak in HDFS 3.00 GB,"
                        + " measured 2.00 GB (the estimate is off by +50 %).");
    }

    @Test
    void whatIsNotKnownHasNoError() {
        Estimate estimate = estimate(3_000_000_000L, 0, null, new Estimate.Time(null, List.of(), List.of("x"), true));

        assertThat(estimate.measured(new Estimate.Measured(3600, null)).error())
                .isEqualTo("Estimated: hours unknown, measured 1.00; peak in HDFS 3.00 GB, not measured.");
        assertThat(estimate.describe())
                .contains("  hours   unknown: no valid run of x")
                .contains("free space unknown");
    }
}
