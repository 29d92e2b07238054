package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankSumTest {
    @Test
    void pIsTheShareOfAllRanksWhoseSumIsAtMostTheObservedOne() {
        RankSum ranks = new RankSum(11);
        for (int sum = 0; sum <= 30; sum++) {
            int observed = sum;
            long atMost = IntStream.range(0, 11 * 11 * 11)
                    .filter(i -> i % 11 + i / 11 % 11 + i / 121 <= observed)
                    .count();
            assertThat(ranks.p(sum, 3)).isCloseTo(atMost / 1331.0, within(1e-12));
        }
        assertThat(ranks.p(0, 1)).isCloseTo(1 / 11.0, within(1e-15));
        assertThat(new RankSum(7200).p(0, 6)).isCloseTo(1e-12, within(1e-20));
    }

    @Test
    void ranksOfOtherNumbersOfItemsNeverRejectTooOften() {
        for (int items : new int[] {3, 7, 10, 11, 150, 7200}) {
            for (int places : new int[] {3, 11, 100, 7200}) {
                RankSum ranks = new RankSum(places);
                for (int rank = 1; rank <= items; rank++) {
                    assertThat(ranks.p(ranks.place(ascending(items), rank), 1))
                            .isGreaterThanOrEqualTo((double) rank / items - 1e-12);
                }
            }
        }
    }

    @Test
    void pBelowALevelIsAsRareAsTheLevelWhateverTheNumbersOfItems() {
        Random random = new Random(48);
        RankSum ranks = new RankSum(24);
        int rejected = 0;
        int cases = 50_000;
        for (int i = 0; i < cases; i++) {
            int sum = 0;
            for (int run = 0; run < 8; run++) {
                int items = 18 + random.nextInt(7);
                sum += ranks.place(ascending(items), 1 + random.nextInt(items));
            }
            rejected += ranks.p(sum, 8) <= 0.01 ? 1 : 0;
        }
        assertThat((double) rejected / cases).isBetween(0.003, 0.0105);
    }

    @Test
    void equalValuesHaveTheHighestOfTheirRanks() {
        assertThat(new RankSum(4).place(new double[] {1, 1, 1, 2}, 1)).isEqualTo(2);
    }

    private static double[] ascending(int items) {
        return IntStream.rangeClosed(1, items).asDoubleStream().toArray();
    }
}
