package org.spindlebench.analysis.limit;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What set the pace of one job. In each second the part that is in use most sets the pace, for the share of the second
 * in which it is in use. The rest is coordination. {@code docs/devices.md} has the formulas.
 *
 * @param seconds the job's duration, by YARN's clock
 * @param parts the parts that were in use most in some second; the one that set the pace longest comes first
 * @param unknown the parts whose use is unknown; they may have set the pace in the time of other parts
 */
public record LimitShares(double seconds, List<PartLimit> parts, List<Limiter> unknown) {
    public LimitShares {
        parts = parts == null ? List.of() : List.copyOf(parts);
        unknown = unknown == null ? List.of() : unknown.stream().sorted().toList();
    }

    /** Returns the share of the job's duration for which a part set the pace; 0 for a part that never did. */
    public double pace(Limiter limiter) {
        double sum = parts.stream()
                .filter(part -> part.limiter() == limiter)
                .mapToDouble(PartLimit::pace)
                .sum();
        return limiter == Limiter.COORDINATION
                ? Math.max(0, 1 - parts.stream().mapToDouble(PartLimit::pace).sum())
                : sum;
    }

    /** Returns the share of the job's duration for which storage set the pace, whatever its role. */
    public double storage() {
        return Limiter.OF_STORAGE.stream().mapToDouble(this::pace).sum();
    }

    /**
     * Predicts the duration on faster devices, as a share of this run's duration. The time in which a part sets the
     * pace becomes the greater of two shares: the part's own work, now shorter, plus the rest of that time; and the use
     * of the part that comes next.
     *
     * @param times by part of storage, how many times as fast its devices are; parts that are left out stay as they are
     */
    public double onFaster(Map<Limiter, Double> times) {
        double saved = 0;
        for (PartLimit part : parts) {
            double own = times.getOrDefault(part.limiter(), 1.0);
            double others = Stream.concat(
                            times.keySet().stream(), parts.stream().map(PartLimit::limiter))
                    .filter(other -> other != part.limiter() && Limiter.OF_STORAGE.contains(other))
                    .mapToDouble(other -> times.getOrDefault(other, 1.0))
                    .min()
                    .orElse(1);
            double floor = Math.max(part.beyondStorage(), part.next() / others);
            double remains = Math.max(1 - part.use() + part.use() / own, floor);
            saved += part.time() * Math.max(0, 1 - remains);
        }
        return 1 - saved;
    }

    /**
     * One part that set the pace. All values are shares from 0 to 1.
     *
     * @param time the share of the job's duration in which it was in use more than all other parts
     * @param use the share of this time in which it was in use
     * @param next the use in this time of the part that was in use most after it
     * @param beyondStorage the same number for the parts that are not storage
     * @param read the share of its bytes that were read; null for parts that are not storage
     */
    public record PartLimit(Limiter limiter, double time, double use, double next, double beyondStorage, Double read) {
        public PartLimit {
            Objects.requireNonNull(limiter, "limiter");
        }

        /** Returns the share of the job's duration for which the part set the pace. */
        public double pace() {
            return time * use;
        }
    }

    /**
     * What one device can do, as its setup states it.
     *
     * @param read bytes per second, sequential
     * @param write bytes per second, sequential
     * @param platters whether it has platters, so that it may be in use although few bytes move
     * @param cache the bytes that it writes at this speed, before it slows down to the rate at which its cache empties
     * @param after bytes per second that it writes after that
     */
    public record RoleSpeed(double read, double write, boolean platters, double cache, double after) {
        /** The key of a link between the nodes, in place of a device's key. */
        public static final String NETWORK = "network";

        /** Makes a device without a cache, or a link. */
        public RoleSpeed(double read, double write, boolean platters) {
            this(read, write, platters, Double.POSITIVE_INFINITY, write);
        }

        /** @throws IllegalArgumentException if a number is not above 0 */
        public RoleSpeed {
            if (!(read > 0) || !(write > 0) || !(after > 0)) {
                throw new IllegalArgumentException("a device of " + read + " and " + write + " bytes per second");
            }
        }
    }
}
