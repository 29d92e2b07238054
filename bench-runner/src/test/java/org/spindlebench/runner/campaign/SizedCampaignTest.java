package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.campaign.SizedCampaign.EvictionTime;
import org.spindlebench.runner.campaign.SizedCampaign.SizeFactors;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

class SizedCampaignTest {
    private static final long MUCH = 1_000_000_000_000L;
    private static final long BYTES = 14_000_000_000L;

    private static Map<String, Double> speeds(double hdd, double ssd) {
        Map<String, Double> speeds = new LinkedHashMap<>();
        speeds.put("hdd", hdd * 1e6);
        speeds.put("ssd", ssd * 1e6);
        return speeds;
    }

    @Test
    void theSlowestDirectoryDecides() {
        SizeFactors sizes = SizeFactors.of(speeds(130, 500), 2, MUCH, BYTES);

        assertThat(sizes.factor()).isCloseTo(1.3, within(1e-9));
        assertThat(sizes.describe())
                .startsWith("Measured (writing and reading): hdd 130 MB/s, ssd 500 MB/s. All sizes are 1.3 times")
                .endsWith("hdd should be busy for more than half of a job.");
        assertThat(SizeFactors.of(speeds(500, 50), 2, MUCH, BYTES).describe()).contains("ssd should be busy");
    }

    @Test
    void processorsLimitTheSizesForFastDevices() {
        SizeFactors sizes = SizeFactors.of(speeds(900, 3000), 2, MUCH, BYTES);

        assertThat(sizes.factor()).isEqualTo(2);
        assertThat(sizes.describe()).contains("The processors limit the jobs more than hdd does");
        assertThat(SizeFactors.of(speeds(900, 3000), 16, MUCH, BYTES).factor()).isEqualTo(9);
    }

    @Test
    void theRunsHaveRoom() {
        SizeFactors sizes = SizeFactors.of(speeds(100, 100), 2, 17_500_000_000L, BYTES);

        assertThat(sizes.factor()).isCloseTo(0.5, within(1e-9));
        assertThat(sizes.describe()).contains("There is no room for larger ones");
    }

    @Test
    void neverLessThanATenth() {
        assertThat(SizeFactors.of(speeds(1, 100), 2, MUCH, BYTES).factor()).isEqualTo(0.1);
    }

    private static Plan plan() {
        RunSpec run = new RunSpec("001-a", 1, 1, 1, "terasort", Size.perNode(1), Map.of(), Map.of());
        return Plan.ofOneSetup("c", "s", "hdd", 7, List.of(run));
    }

    @Test
    void decoysAreReadOnlyWhereTheTimeIsShort() {
        EvictionTime small = EvictionTime.of(speeds(100, 100), plan(), 4_000_000_000L);
        assertThat(small.time()).hasSeconds(80);
        assertThat(small.fits()).isTrue();
        assertThat(small.describe()).contains("4 GB of memory", "about 1 min", "(--cold evict)");

        EvictionTime large = EvictionTime.of(speeds(100, 100), plan(), 64_000_000_000L);
        assertThat(large.fits()).isFalse();
        assertThat(large.describe()).contains("about 21 min", "WARM", "Run as root", "--cold evict");
    }
}
