package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts how often sound campaigns are said to drift, and how often drifting ones are. */
class DriftRatesTest {
    /** Campaigns of each design. -Dspindle.simulation.rounds=10000 for docs/evidence/simulation.md. */
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 200);

    private static final double BETWEEN = 0.02;
    private static final int SETUPS = 2;

    /** Sound campaigns whose setups vary unequally, or of which 5 % of the runs take 1.5 times as long. */
    @ParameterizedTest
    @CsvSource({
        "7, 4, 3, 0.01, 0.01, 0",
        "7, 4, 3, 0.01, 0.08, 0",
        "7, 4, 3, 0.02, 0.02, 0.05",
        "7, 6, 1, 0.01, 0.08, 0",
        "7, 6, 1, 0.02, 0.02, 0.05",
        "12, 3, 1, 0.01, 0.08, 0",
        "12, 3, 1, 0.02, 0.02, 0.05",
        "3, 4, 3, 0.01, 0.08, 0",
        "3, 4, 3, 0.02, 0.02, 0.05",
        "7, 5, 1, 0.02, 0.02, 0.05"
    })
    void sound_campaigns_rarely_warn(int jobs, int visits, int runs, double cv, double other, double stragglers) {
        double rate = rate(new Campaign(jobs, visits, runs, stragglers, 0), cv, other);
        System.out.printf(
                Locale.ROOT,
                "drift: %d jobs, %dx%d, CVs %.2f and %.2f, %.2f stragglers: %.2f %% of %d%n",
                jobs,
                visits,
                runs,
                cv,
                other,
                stragglers,
                100 * rate,
                ROUNDS);
        assertThat(rate).isLessThan(0.06 + 3 * Math.sqrt(0.05 * 0.95 / ROUNDS));
    }

    @Test
    void a_drift_within_visits_is_seen() {
        assertThat(rate(new Campaign(7, 4, 3, 0, 0.3), 0.01, 0.01)).isGreaterThan(0.9);
    }

    private record Campaign(int jobs, int visits, int runs, double stragglers, double drift) {}

    private static double rate(Campaign campaign, double... cvs) {
        Random random = new Random(11);
        long warned = IntStream.range(0, ROUNDS)
                .filter(round -> isSuspicious(campaign, cvs, random))
                .count();
        return warned / (double) ROUNDS;
    }

    private static boolean isSuspicious(Campaign campaign, double[] cvs, Random random) {
        int jobs = campaign.jobs;
        int n = jobs * campaign.visits * campaign.runs * SETUPS;
        double[] values = new double[n];
        int[] cells = new int[n];
        int[] visit = new int[n];
        int[] setups = new int[n];
        int at = 0;
        int number = 0;
        for (int block = 0; block < campaign.visits; block++) {
            for (int setup : order(SETUPS, random)) {
                double effect = BETWEEN * random.nextGaussian();
                for (int repeat = 0; repeat < campaign.runs; repeat++) {
                    for (int job : order(jobs, random)) {
                        cells[at] = setup * jobs + job;
                        visit[at] = number;
                        setups[at] = setup;
                        values[at] = effect
                                + cvs[setup] * random.nextGaussian()
                                + (random.nextDouble() < campaign.stragglers ? Math.log(1.5) : 0)
                                + campaign.drift * at / n;
                        at++;
                    }
                }
                number++;
            }
        }
        return Drift.of(Residuals.of(values, cells, visit, setups), 0.95)
                .orElseThrow()
                .isSuspicious();
    }

    private static List<Integer> order(int count, Random random) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }
}
