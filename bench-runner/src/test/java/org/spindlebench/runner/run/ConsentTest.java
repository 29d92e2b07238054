package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.check.Estimate.Consent;

class ConsentTest {
    private static final Estimate.Time QUICK = new Estimate.Time(60.0, List.of("earlier"), List.of(), true);

    private static Estimate estimate(long hdfs, long local, Long freeLocal, Estimate.Time time) {
        return new Estimate(
                Estimate.SCHEMA,
                new Estimate.Hdfs(hdfs, 1000_000_000_000L),
                new Estimate.Local(local, freeLocal),
                0.5,
                time,
                null);
    }

    private static List<String> needed(long hdfs, long local, Long freeLocal, Estimate.Time time) {
        return Consent.neededFor(estimate(hdfs, local, freeLocal, time));
    }

    @Test
    void aSmallPlanAsksNothing() {
        assertThat(needed(100_000_000_000L, 0, null, QUICK)).isEmpty();
    }

    @Test
    void moreThanATenthOfHdfsIsAskedForWithBothFigures() {
        assertThat(needed(100_000_000_001L, 0, null, QUICK))
                .containsExactly(
                        "the plan takes 100.0 GB of HDFS, replicas counted: 10 % of the 1000.0 GB that are free;"
                                + " give --yes to allow more than 10 %, or lower --bytes-per-node");
    }

    @Test
    void localSpaceIsAskedForWhereItIsSeen() {
        assertThat(needed(0, 20_000_000_000L, 100_000_000_000L, QUICK))
                .singleElement()
                .asString()
                .startsWith("the plan takes 20.0 GB of a node's local directories")
                .contains("20 % of the 100.0 GB");
        assertThat(needed(0, 20_000_000_000L, null, QUICK)).isEmpty();
    }

    @Test
    void moreThanAnHourIsAskedForWithWhatSaysSo() {
        Estimate.Time hour = new Estimate.Time(3600.0, List.of("earlier"), List.of(), false);
        Estimate.Time longer = new Estimate.Time(5400.0, List.of("earlier"), List.of(), false);

        assertThat(needed(0, 0, null, hour)).isEmpty();
        assertThat(needed(0, 0, null, longer))
                .singleElement()
                .asString()
                .startsWith("the plan takes about 1.5 hours, from the records of earlier; give --yes");
    }

    @Test
    void ofManyCampaignsTheLatestAreNamed() {
        assertThat(new Estimate.Time(1.0, List.of("q-1", "q-2", "q-3", "q-4", "q-5"), List.of(), true).sources())
                .isEqualTo("q-5, q-4, q-3 and 2 more");
    }

    @Test
    void unknownHoursAreAskedForUnlessThePlanIsSmall() {
        assertThat(needed(0, 0, null, new Estimate.Time(null, List.of(), List.of("terasort"), true)))
                .isEmpty();
        assertThat(needed(0, 0, null, new Estimate.Time(null, List.of(), List.of("terasort"), false)))
                .singleElement()
                .asString()
                .startsWith("how long the plan takes is unknown: no valid run of terasort")
                .contains("--calibrate")
                .contains("--yes");
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
