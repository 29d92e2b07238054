package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;
import org.spindlebench.analysis.stats.StoppingRule.Coverage;
import org.spindlebench.analysis.stats.StoppingRule.Decision;

class StoppingRuleTest {
    private static final StoppingRule RULE = new StoppingRule(6, 20, 0.05);

    @ParameterizedTest
    @CsvSource({
        "5,  1.96, 2.04, GO_ON",
        "6,  1.96, 2.04, STOP_PRECISE",
        "6,  1.90, 2.04, GO_ON",
        "6,  1.96, 2.11, GO_ON",
        "6,  1.91, 2.09, STOP_PRECISE",
        "19, 1.5,  2.5,  GO_ON",
        "20, 1.5,  2.5,  STOP_AT_MOST",
        "21, 1.5,  2.5,  STOP_AT_MOST",
        "20, 1.96, 2.04, STOP_PRECISE"
    })
    void it_stops_when_the_interval_is_narrow_or_the_runs_are_used_up(
            int n, double low, double high, Decision decision) {
        SpeedUp speedUp = new SpeedUp(
                2, OptionalDouble.of(8), Optional.of(new Interval(0.95, low, high)), IntervalBasis.INTERVAL);
        assertThat(RULE.decide(speedUp, n)).isEqualTo(decision);
    }

    @Test
    void what_does_not_vary_is_precise_and_what_has_no_interval_is_not() {
        assertThat(RULE.decide(SpeedUp.without(2, IntervalBasis.NO_VARIATION), 5))
                .isEqualTo(Decision.GO_ON);
        assertThat(RULE.decide(SpeedUp.without(2, IntervalBasis.NO_VARIATION), 6))
                .isEqualTo(Decision.STOP_PRECISE);
        assertThat(RULE.decide(SpeedUp.without(2, IntervalBasis.UNBOUNDED), 6)).isEqualTo(Decision.GO_ON);
        assertThat(RULE.decide(SpeedUp.without(2, IntervalBasis.CONFOUNDED_WITH_TIME), 20))
                .isEqualTo(Decision.STOP_AT_MOST);
    }

    @Test
    void the_same_seed_gives_the_same_coverage() {
        Coverage coverage = RULE.coverage(0.05, 0.95, 200, 42);
        assertThat(coverage).isEqualTo(RULE.coverage(0.05, 0.95, 200, 42));
        assertThat(coverage.share()).isBetween(0.88, 0.99);
        assertThat(coverage.meanRuns()).isBetween(7.0, 15.0);
        assertThat(coverage.rounds()).isEqualTo(200);
        assertThat(coverage.standardError()).isEqualTo(Math.sqrt(coverage.share() * (1 - coverage.share()) / 200));
        // The share counts whole rounds.
        assertThat(coverage.share() * 200).isCloseTo(Math.rint(coverage.share() * 200), within(1e-9));
        assertThat(RULE.coverage(0.05, 0.95, 200, 43).meanRuns()).isNotEqualTo(coverage.meanRuns());
    }

    /**
     * At CV 5 % and ± 5 % with 6 runs or more, 20,000 rounds cover 94.3 %. Fewer rounds must be within three standard
     * errors.
     */
    @Test
    void it_covers_a_little_less_than_it_says() {
        Coverage coverage = new StoppingRule(6, 200, 0.05).coverage(0.05, 0.95, 4000, 11);
        assertThat(coverage.share()).isBetween(0.943 - 3 * 0.0037, 0.943 + 3 * 0.0037);
        assertThat(coverage.meanRuns()).isBetween(9.0, 11.0);
    }

    /**
     * The rule does not check intervals that cannot be precise yet. Checking every run of 2,000 rounds of 800 runs on
     * average would take minutes.
     */
    @Test
    void a_rule_of_many_runs_is_simulated() {
        Coverage coverage = new StoppingRule(6, 1000, 0.01).coverage(0.1, 0.95, 2000, 1);
        assertThat(coverage.meanRuns()).isBetween(700.0, 850.0);
        assertThat(coverage.share()).isBetween(0.93, 0.97);
    }

    @Test
    void a_rule_that_cannot_be_met_ends_with_the_runs() {
        Coverage coverage = new StoppingRule(6, 8, 1e-6).coverage(0.1, 0.95, 50, 1);
        assertThat(coverage.meanRuns()).isEqualTo(8);
        assertThat(coverage.share()).isGreaterThan(0.8);
    }

    @Test
    void a_lower_confidence_covers_less() {
        assertThat(RULE.coverage(0.05, 0.5, 400, 1).share()).isBetween(0.4, 0.6);
    }

    @ParameterizedTest
    @CsvSource({"5, 20, 0.05", "6, 5, 0.05", "6, 20, 0", "6, 20, -1", "6, 20, NaN", "6, 20, Infinity"})
    void a_rule_out_of_range_is_refused(int atLeast, int atMost, double precision) {
        assertThatIllegalArgumentException().isThrownBy(() -> new StoppingRule(atLeast, atMost, precision));
    }

    @Test
    void the_smallest_rule_looks_once() {
        assertThat(new StoppingRule(6, 6, 0.05).coverage(0.05, 0.95, 10, 1).meanRuns())
                .isEqualTo(6);
    }

    /**
     * Compares with the spread of 300 simulations of 100 rounds each. A standard deviation of 300 values is within 10 %
     * at two standard errors.
     */
    @Test
    void the_standard_error_is_the_spread_of_simulations() {
        double[] shares = new double[300];
        double mean = 0;
        double said = 0;
        for (int seed = 0; seed < shares.length; seed++) {
            Coverage coverage = RULE.coverage(0.05, 0.8, 100, 1000 + seed);
            shares[seed] = coverage.share();
            mean += coverage.share() / shares.length;
            said += coverage.standardError() / shares.length;
        }
        double squares = 0;
        for (double share : shares) {
            squares += (share - mean) * (share - mean);
        }
        assertThat(said).isCloseTo(Math.sqrt(squares / (shares.length - 1)), withinPercentage(15));
    }

    @Test
    void a_simulation_needs_variation_and_rounds() {
        assertThatIllegalArgumentException().isThrownBy(() -> RULE.coverage(0, 0.95, 10, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> RULE.coverage(0.05, 0.95, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> RULE.coverage(0.05, 1, 10, 1));
    }

    @Test
    void a_simulation_of_too_many_runs_is_no_result() {
        StoppingRule rule = new StoppingRule(6, 8, 1e-6);
        assertThat(rule.coverage(0.1, 0.95, 50, 1, 392)).isEqualTo(rule.coverage(0.1, 0.95, 50, 1));
        assertThatThrownBy(() -> rule.coverage(0.1, 0.95, 50, 1, 391))
                .isInstanceOf(NotConvergedException.class)
                .hasMessageContaining("50 rounds");
    }
}
