package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.campaign.StorageCampaign.NodesLook;

class StorageCampaignTest {
    private static final double STATED = 8e9;
    private static final double LITTLE = 0.001;

    private static OptionalLong gib(long memory) {
        return OptionalLong.of(memory << 30);
    }

    /** @param taken the share of the free space that the plan takes at the suite's sizes */
    private static NodesLook look(OptionalLong memory, double taken, double decoys, String... reasons) {
        Map<String, String> refused = new LinkedHashMap<>();
        List.of("yarn", "local", "evict")
                .forEach(way -> refused.put(way, reasons.length == 0 ? "" : reasons[refused.size()]));
        return new NodesLook(memory, refused, taken, decoys, STATED);
    }

    @Test
    void aNodeGetsHalfAsMuchAgainAsItsMemoryAndAtLeastTheSuitesOwnSize() {
        NodesLook large = look(gib(64), LITTLE, 0);
        NodesLook small = look(gib(2), LITTLE, 0);

        assertThat(large.bytesPerNode(false)).isEqualTo(103_079_000_000L);
        assertThat(large.describe(103_079_000_000L))
                .isEqualTo("Sizes: 103.08 GB per node. That is 1.50 times the memory of the largest node, 68.72 GB.");
        assertThat(small.bytesPerNode(false)).isEqualTo(8_000_000_000L);
        assertThat(small.describe(8_000_000_000L)).contains("8.00 GB per node. That is 3.73 times");
    }

    @Test
    void whatHasNoRoomIsSmallerAndSaysThatItMeasuresMemory() {
        NodesLook look = look(gib(64), 0.9, 0);

        assertThat(look.bytesPerNode(false)).isEqualTo(4_000_000_000L);
        assertThat(look.describe(4_000_000_000L))
                .contains("because the plan takes at most half of the free space")
                .endsWith("0.06 times the memory of the largest node, 68.72 GB: these runs measure memory more than"
                        + " storage.");
        assertThat(look(gib(64), 0.9, 0.5).bytesPerNode(true))
                .as("the checks refuse what has no room at all")
                .isEqualTo(1_000_000);
    }

    @Test
    void anUnknownMemoryLeavesTheSuitesSize() {
        NodesLook look = look(OptionalLong.empty(), LITTLE, 0);

        assertThat(look.bytesPerNode(false)).isEqualTo(8_000_000_000L);
        assertThat(look.describe(8_000_000_000L))
                .endsWith("The memory of the nodes is unknown, so the data may fit in it.");
    }

    @Test
    void thePlanWithItsDecoysTakesLessThanHalfOfTheFreeSpace() {
        for (double taken : new double[] {0.5, 1, 7}) {
            for (double decoys : new double[] {0, 0.1, 0.2}) {
                double factor = look(gib(64), taken, decoys).bytesPerNode(true) / STATED;

                assertThat(taken * factor + decoys).isCloseTo(StorageCampaign.SHARE, within(0.001));
            }
        }
        assertThat(StorageCampaign.SHARE).isLessThan(0.5);
    }

    @Test
    void aLimitOfTheUserIsLessFreeSpace() {
        assertThat(StorageCampaign.within(100L, null)).isEqualTo(100);
        assertThat(StorageCampaign.within(null, null)).isNull();
        for (Long free : new Long[] {1_000_000L, null}) {
            Long room = StorageCampaign.within(free, 90_000L);
            double taken = 1e6 / room;

            assertThat(look(gib(64), taken, 0).bytesPerNode(false) / STATED * 1e6)
                    .as("a plan of 1 MB in %s bytes, and the user permits 90 kB", free)
                    .isCloseTo(90_000, within(100.0));
        }
        assertThat(StorageCampaign.within(1000L, 90_000L)).isEqualTo(1000);
    }

    @Test
    void theFirstWayThatIsPermittedIsChosenAndTheRefusedOnesAreNamed() {
        NodesLook all = look(gib(1), LITTLE, 0, "", "", "");
        NodesLook byEvicting = look(gib(1), LITTLE, 0, "n1: sudo refused", "nodes are elsewhere", "");

        assertThat(all.way()).contains("yarn");
        assertThat(all.describeCooling()).isEqualTo("Cooling: --cold yarn.");
        assertThat(byEvicting.way()).contains("evict");
        assertThat(byEvicting.describeCooling())
                .isEqualTo(
                        "Cooling: --cold evict. Not possible: yarn (n1: sudo refused); local (nodes are elsewhere).");
    }

    @Test
    void withoutAnyWayCachesStayWarm() {
        NodesLook none = look(gib(1), LITTLE, 0, "a", "b", "c");

        assertThat(none.way()).isEmpty();
        assertThat(none.describeCooling())
                .startsWith("Cooling: none, so caches stay WARM.")
                .endsWith("Not possible: yarn (a); local (b); evict (c).");
    }

    @Test
    void severalSetupsGetTheSizesOfTheLargestNodeAndAWayThatAllPermit() {
        NodesLook one = look(gib(8), 0.1, 0);
        NodesLook other = look(gib(64), 0.2, 0.1, "refused", "", "");
        NodesLook both = one.and(other);

        assertThat(both.memory()).isEqualTo(gib(64));
        assertThat(other.and(one).memory()).isEqualTo(gib(64));
        assertThat(both.taken()).isEqualTo(0.2);
        assertThat(both.decoys()).isEqualTo(0.1);
        assertThat(both.way()).contains("local");
        assertThat(other.and(one).way()).contains("local");
        assertThat(one.and(look(OptionalLong.empty(), LITTLE, 0)).memory()).isEqualTo(gib(8));
    }
}
