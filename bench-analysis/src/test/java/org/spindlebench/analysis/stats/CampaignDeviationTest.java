package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks single campaigns, given how much earlier ones differ, against R. */
class CampaignDeviationTest {
    private static final List<VisitedPair> ONE_CAMPAIGN_EACH = List.of(VisitedPair.ofVisits(
            List.of(Sample.of(412.1, 405.7, 418.9, 409.3, 431.6)),
            List.of(Sample.of(392.4, 401.3, 385.2, 399.9, 410.8))));

    private static final CampaignDeviation OF_FOUR = new CampaignDeviation(0.02, 3, "4 earlier campaigns");

    @Test
    void an_estimate_that_both_sides_share_counts_once() {
        Contrast contrast = Contrast.between(ONE_CAMPAIGN_EACH, OF_FOUR);
        assertThat(contrast.df()).hasValue(3);
        assertClose(contrast.ratio(), 1.04422714216518, 1e-13);
        assertClose(contrast.p().orElseThrow(), 0.271542827019633, 1e-12);
        Interval interval = contrast.interval(0.95).orElseThrow();
        assertClose(interval.low(), 0.942522118906882, 1e-12);
        assertClose(interval.high(), 1.15690688055056, 1e-12);
    }

    @Test
    void so_it_does_in_a_mix() {
        WeightedRatio mix = WeightedRatio.of(ONE_CAMPAIGN_EACH, List.of(1.0), 0.95, OF_FOUR);
        assertClose(mix.speedUp(), 1.04422999597909, 1e-13);
        assertClose(mix.p().orElseThrow(), 0.271860971239413, 1e-12);
        assertClose(mix.interval().orElseThrow().low(), 0.942438747670432, 1e-12);
    }

    @Test
    void what_is_stated_leaves_the_runs_their_degrees_of_freedom() {
        Contrast runsDecide = Contrast.between(ONE_CAMPAIGN_EACH, CampaignDeviation.stated(1e-6));
        assertThat(runsDecide.df().orElseThrow()).isBetween(7.0, 8.0);
    }
}
