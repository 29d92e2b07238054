package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spindlebench.runner.plan.Plan;

class CampaignSettingsTest {
    private static CampaignSettings settings(String campaign) {
        Plan plan = Fixtures.plan("teragen");
        return Fixtures.settings(
                Plan.ofOneSetup(campaign, plan.suite(), plan.first().setup(), plan.seed(), plan.runs()),
                new Cooling.NoCooling());
    }

    @Test
    void tagsAreWhatYarnKeepsUnchanged() {
        assertThat(CampaignSettings.campaignTag("Quick 2026,x")).isEqualTo("spindle_quick_2026_x");
        assertThat(settings("Quick").tag("001-TeraGen, compressed"))
                .matches("spindle_quick_001-teragen__compressed_[0-9a-f]+");
    }

    @Test
    void aLongCampaignHasAShortTagThatIsAlwaysTheSame() {
        String name = "x".repeat(150);

        assertThat(CampaignSettings.campaignTag(name))
                .hasSizeLessThanOrEqualTo(100)
                .isEqualTo(CampaignSettings.campaignTag(name))
                .isNotEqualTo(CampaignSettings.campaignTag(name + "y"));
        assertThat(settings(name).tag("001")).hasSizeLessThanOrEqualTo(100);
    }

    @Test
    void everySubmissionHasItsOwnTag() {
        CampaignSettings settings = settings("x".repeat(80));

        assertThat(settings.tag("001-teragen")).isNotEqualTo(settings.tag("001-teragen"));
        assertThat(settings.tag("001-teragen")).isNotEqualTo(CampaignSettings.campaignTag("x".repeat(80)));
    }
}
