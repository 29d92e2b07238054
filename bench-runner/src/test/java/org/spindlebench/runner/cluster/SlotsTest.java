package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.Slots.Free;

class SlotsTest {
    private static final long GIB = 1L << 30;
    private static final ContainerSize TASK = new ContainerSize(GIB, 1);
    private static final ContainerSize AM = new ContainerSize(GIB / 2, 1);

    private static Slots slots(List<Free> nodes, ContainerSize task, ContainerSize am, long userMemory) {
        return Slots.of(nodes, task, List.of(am), new Free(userMemory, Integer.MAX_VALUE), false);
    }

    @Test
    void everyHostIsRoundedDownByItself() {
        List<Free> nodes = List.of(new Free(GIB * 5 / 2, 8), new Free(GIB * 5 / 2, 8), new Free(GIB / 2, 8));

        assertThat(slots(nodes, TASK, AM, Long.MAX_VALUE).chosen()).isEqualTo(4);
    }

    @Test
    void theApplicationMasterTakesItsWorstPlace() {
        List<Free> nodes = List.of(new Free(GIB * 5 / 2, 8), new Free(2 * GIB, 8));

        assertThat(slots(nodes, TASK, AM, Long.MAX_VALUE).chosen()).isEqualTo(3);
    }

    @Test
    void anApplicationMasterThatFitsNowhereTakesNothingAway() {
        assertThat(slots(List.of(new Free(2 * GIB, 8)), TASK, new ContainerSize(3 * GIB, 1), Long.MAX_VALUE)
                        .chosen())
                .isEqualTo(2);
    }

    @Test
    void twoApplicationMastersTakeTheirWorstPlacesTogetherOrApart() {
        Free enough = new Free(Long.MAX_VALUE, Integer.MAX_VALUE);
        List<ContainerSize> masters = List.of(AM, AM);
        // Two ApplicationMasters cost one task if both are on the first node, and none if they are apart. One alone
        // costs none.
        List<Free> together = List.of(new Free(GIB * 19 / 10, 8), new Free(GIB * 18 / 10, 8));
        assertThat(Slots.of(together, TASK, masters, enough, false).chosen()).isEqualTo(1);
        assertThat(Slots.of(together, TASK, List.of(AM), enough, false).chosen())
                .isEqualTo(2);
        List<Free> apart = List.of(new Free(2 * GIB, 8), new Free(3 * GIB, 8));
        assertThat(Slots.of(apart, TASK, masters, enough, false).chosen()).isEqualTo(3);
        assertThat(Slots.of(apart, TASK, masters, new Free(4 * GIB, 9), false).chosen())
                .as("both count against what the queue grants")
                .isEqualTo(3);
        assertThat(Slots.of(apart, TASK, masters, new Free(3 * GIB, 9), false).chosen())
                .isEqualTo(2);
    }

    @Test
    void whatTheQueueGrantsAUserLimitsTheWaveBesideTheApplicationMaster() {
        List<Free> nodes = List.of(new Free(8 * GIB, 8), new Free(8 * GIB, 8));

        assertThat(slots(nodes, TASK, AM, 5 * GIB).chosen()).isEqualTo(4);
        assertThat(slots(nodes, TASK, AM, GIB / 4).chosen()).isZero();
    }

    @Test
    void vcoresCountOnlyWhereTheSchedulerCountsThem() {
        List<Free> nodes = List.of(new Free(8 * GIB, 3), new Free(8 * GIB, 3));

        Slots byMemory = Slots.of(nodes, TASK, List.of(AM), new Free(Long.MAX_VALUE, Integer.MAX_VALUE), false);
        Slots dominant = Slots.of(nodes, TASK, List.of(AM), new Free(Long.MAX_VALUE, Integer.MAX_VALUE), true);

        assertThat(byMemory).isEqualTo(new Slots(15, 5, 15, "memory"));
        assertThat(dominant).isEqualTo(new Slots(15, 5, 5, "dominant"));
    }

    @Test
    void requestsAreRoundedUpToTheMinimumAllocation() {
        assertThat(new ContainerSize(GIB + 1, 0).normalised(GIB)).isEqualTo(new ContainerSize(2 * GIB, 1));
        assertThat(new ContainerSize(2 * GIB, 3).normalised(GIB)).isEqualTo(new ContainerSize(2 * GIB, 3));
        assertThat(new ContainerSize(7, 1).normalised(0)).isEqualTo(new ContainerSize(7, 1));
    }

    @Test
    void theUsersOwnNumberReplacesTheChoiceAndKeepsBothAnswers() {
        assertThat(new Slots(15, 5, 15, "memory").given(9)).isEqualTo(new Slots(15, 5, 9, "given"));
    }

    @Test
    void noNodeMeansNoSlot() {
        assertThat(slots(List.of(), TASK, AM, Long.MAX_VALUE).chosen()).isZero();
    }

    @Test
    void aQueueLimitsVcoresWhereTheyCount() {
        ContainerSize one = new ContainerSize(GIB, 1);
        List<Free> nodes = List.of(new Free(100 * GIB, 8), new Free(100 * GIB, 8));
        Free half = new Free(100 * GIB, 8);

        assertThat(Slots.of(nodes, one, List.of(one), half, true).chosen()).isEqualTo(7);
        assertThat(Slots.of(nodes, one, List.of(one), half, false).chosen()).isEqualTo(99);
    }
}
