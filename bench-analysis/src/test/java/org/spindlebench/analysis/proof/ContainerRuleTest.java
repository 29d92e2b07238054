package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.proof.Proofs.ContainerRule;

class ContainerRuleTest {
    @Test
    void findings_name_the_figures_and_the_rule() {
        // The paper's hardware and its rule: 8 cores, 16 containers, 11 disks.
        ContainerRule rule = ContainerRule.of(16.0, 8L, 16L, 11L);
        assertThat(rule.perCore()).isEqualTo(2.0);
        assertThat(rule.findings())
                .containsExactly(
                        "16.0 containers per node for 8 cores, or 2.00 for each: about the rule of 2 per core",
                        "16.0 containers per node for 11 local directories, or 1.45 for each:"
                                + " about the rule of 1 per local directory");
    }

    @Test
    void beyond_half_as_many_again_the_rule_is_not_met() {
        assertThat(ContainerRule.of(24.0, 8L, null, 16L).findings()).allMatch(text -> text.contains(": about"));
        assertThat(ContainerRule.of(25.0, 8L, null, 16L).findings()).allMatch(text -> text.contains(": more than"));
        assertThat(ContainerRule.of(10.0, 8L, null, 35L).findings()).allMatch(text -> text.contains(": fewer than"));
    }

    @Test
    void threads_stand_in_for_cores_and_what_is_unknown_is_said() {
        ContainerRule threads = ContainerRule.of(4.0, null, 2L, 1L);
        assertThat(threads.findings().get(0)).contains("for 2 hardware threads, or 2.00 for each");
        assertThat(threads.findings().get(1)).contains("for 1 local directory, or 4.00 for each");
        ContainerRule nothing = ContainerRule.of(null, 8L, 8L, 0L);
        assertThat(nothing.perCore()).isNull();
        assertThat(nothing.findings())
                .containsExactly(
                        "the number of containers per core is unknown",
                        "the number of containers per local directory is unknown");
        assertThat(ContainerRule.of(4.0, 2L, 2L, 0L).perDirectory()).isNull();
    }
}
