package org.spindlebench.analysis.cost;

import java.util.Locale;
import java.util.Objects;

/**
 * How much of the baseline could be bought for the price of another setup, and why nothing is said of how fast it would be.
 *
 * @param baseline the setup of which more is bought
 * @param forPriceOf the setup whose price is spent
 * @param unit what is counted
 * @param count how many whole ones the price buys, nothing else of the cluster changed
 * @param measured how many the baseline was measured with; 0 where that is unknown
 * @param limit what was measured and does not reach as far; null when exactly this count was measured, as the baseline or
 *     as {@code measuredAs}
 * @param measuredAs a setup of the list that has exactly this count and was measured; null if there is none
 */
public record EqualCost(
        String baseline,
        String forPriceOf,
        CountedUnit unit,
        long count,
        long measured,
        BindingLimit limit,
        String measuredAs) {
    public EqualCost {
        Objects.requireNonNull(baseline, "baseline");
        Objects.requireNonNull(forPriceOf, "for price of");
        Objects.requireNonNull(unit, "unit");
    }

    /** What is counted. */
    public enum CountedUnit {
        /** Devices of the baseline's one kind, in each worker. */
        DEVICES_PER_WORKER,
        /** Workers like the baseline's. */
        WORKERS;

        /** A stable word for programs. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What ends the range of what was measured: the least that the count exceeds, or else that no run had this count.
     *
     * @param kind what is too few
     * @param measured how many of it there were
     */
    public record BindingLimit(LimitKind kind, long measured) {
        /** What ends the range in which anything was measured. */
        public enum LimitKind {
            /** One container per local directory keeps a device busy: more devices than containers stay idle. */
            CONTAINERS_PER_NODE("containers per node"),
            /** One container per hardware thread: more would fight for the CPU. */
            HARDWARE_THREADS("hardware threads per node"),
            /** Containers and threads would do, but no run shows what more devices do. */
            DEVICES_PER_WORKER("devices per worker"),
            /** No run shows what more or fewer workers do. */
            WORKERS("workers");

            private final String title;

            LimitKind(String title) {
                this.title = title;
            }

            /** A stable word for programs. */
            public String code() {
                return name().toLowerCase(Locale.ROOT);
            }

            public String title() {
                return title;
            }
        }
    }
}
