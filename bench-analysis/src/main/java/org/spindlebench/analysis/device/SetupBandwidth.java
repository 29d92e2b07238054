package org.spindlebench.analysis.device;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the devices of a setup were measured to do, role by role.
 *
 * @param setup its name, as the records of its runs have it
 * @param measured when
 * @param figures of each role and operation
 * @param doubts what keeps the figures from being taken as they are, in sentences
 */
public record SetupBandwidth(String setup, Instant measured, List<Figure> figures, List<String> doubts) {
    /**
     * The devices of one role of a node in one operation. Bytes per second, means over the hosts.
     *
     * @param role such as {@code hdfs} or {@code shuffle}
     * @param operation as {@link DeviceMeasurement#operation()}
     * @param hosts that were measured
     * @param alone each device by itself, added up; null where a host has no figure
     * @param least of the hosts
     * @param most of the hosts
     * @param atOnce while all devices were busy; null where it was not measured so on every host
     * @param reason why there are no figures; null where there are
     */
    public record Figure(
            String role,
            String operation,
            int hosts,
            Double alone,
            Double least,
            Double most,
            Double atOnce,
            String reason) {
        /**
         * Of all hosts.
         *
         * @param hosts one of each, all of this role and operation
         */
        public static Figure of(String role, String operation, Collection<RoleBandwidth> hosts) {
            String reason = hosts.isEmpty()
                    ? "no host was measured"
                    : hosts.stream()
                            .map(RoleBandwidth::reason)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null);
            if (reason != null) {
                return new Figure(role, operation, hosts.size(), null, null, null, null, reason);
            }
            var alone = hosts.stream().mapToDouble(RoleBandwidth::alone).summaryStatistics();
            boolean together = hosts.stream().allMatch(host -> host.atOnce() != null);
            Double atOnce = together
                    ? (Double) hosts.stream()
                            .mapToDouble(RoleBandwidth::atOnce)
                            .average()
                            .orElseThrow()
                    : null;
            return new Figure(
                    role, operation, hosts.size(), alone.getAverage(), alone.getMin(), alone.getMax(), atOnce, null);
        }
    }

    public SetupBandwidth {
        Objects.requireNonNull(setup, "setup");
        figures = List.copyOf(figures);
        doubts = List.copyOf(doubts);
    }

    /** The same of a setup of another name. */
    public SetupBandwidth named(String name) {
        return new SetupBandwidth(name, measured, figures, doubts);
    }

    /** Bytes per second, each device of a node by itself, added up; empty where that was not measured. */
    public Optional<Double> alone(String role, String operation) {
        return figures.stream()
                .filter(one -> one.role().equals(role) && one.operation().equals(operation))
                .findFirst()
                .map(Figure::alone);
    }
}
