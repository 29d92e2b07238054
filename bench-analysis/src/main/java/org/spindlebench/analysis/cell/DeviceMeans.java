package org.spindlebench.analysis.cell;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.IoSum;
import org.spindlebench.analysis.node.IoSum.Part;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleFigures;
import org.spindlebench.analysis.record.NodeMetrics;

/**
 * The mean activity of nodes and their devices over a cell's valid runs with evidence. These are the metrics of the
 * paper's Figure 3 and of the CPU column in its Table 3.
 *
 * @param cpuBusy the busy share of all hardware threads, as a mean over the runs; null if no run states it
 * @param hdfs the I/O of HDFS; null if no run could attribute I/O to HDFS
 * @param shuffle the I/O of the shuffle; null if no run could attribute I/O to the shuffle
 * @param reason why a role has no I/O, as the first run with a reason states it; null if there is none
 * @param busiest the busy share of the busiest device that holds HDFS or shuffle data, whichever of the two it serves:
 *     the greatest of each node, as a mean over nodes and runs; null if a run with evidence does not state it
 */
@JsonNaming(SnakeCaseStrategy.class)
public record DeviceMeans(
        int runs,
        Double cpuBusy,
        Io hdfs,
        Io shuffle,
        String reason,
        @JsonIgnore Double busiest) {
    /**
     * The I/O of one role.
     *
     * @param runs the number of runs that could attribute I/O to the role
     * @param bytesPerRead bytes read in all runs / read requests in all runs; null without reads
     * @param bytesPerWrite bytes written in all runs / write requests in all runs; null without writes
     * @param busy the share of the time in which a device had work, as a mean over devices and runs
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Io(int runs, Double bytesPerRead, Double bytesPerWrite, Double busy) {}

    static final class Builder {
        private final DoubleSummaryStatistics cpu = new DoubleSummaryStatistics();
        private final Map<String, Sums> roles = new TreeMap<>();
        private final DoubleSummaryStatistics busiest = new DoubleSummaryStatistics();
        private int runs;
        private String reason;

        private static final class Sums {
            private final DoubleSummaryStatistics busy = new DoubleSummaryStatistics();
            private final IoSum sum = new IoSum();
            private int runs;

            Io io() {
                return new Io(
                        runs,
                        sum.ratio(Part.BYTES_READ, Part.READS),
                        sum.ratio(Part.BYTES_WRITTEN, Part.WRITES),
                        busy.getCount() == 0 ? null : (Double) busy.getAverage());
            }
        }

        void add(NodeMetrics evidence) {
            Proofs proofs = evidence.proofs();
            runs++;
            busiest(evidence).ifPresent(busiest);
            if (proofs.cpu() != null && proofs.cpu().busy() != null) {
                cpu.accept(proofs.cpu().busy());
            }
            proofs.roles().forEach(this::add);
        }

        /** Returns the mean over the nodes of the greatest busy share; empty if a device's share is unknown. */
        private static OptionalDouble busiest(NodeMetrics evidence) {
            DoubleSummaryStatistics nodes = new DoubleSummaryStatistics();
            for (NodeFigures node : evidence.nodes()) {
                OptionalDouble most = evidence.layout().stream()
                        .filter(layout -> layout.node().equals(node.node()))
                        .findFirst()
                        .map(layout -> busiest(layout, node))
                        .orElse(OptionalDouble.empty());
                if (most.isEmpty()) {
                    return most;
                }
                nodes.accept(most.getAsDouble());
            }
            return nodes.getCount() == 0 || !evidence.missing().isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(nodes.getAverage());
        }

        /** A device without figures did nothing in the window. */
        private static OptionalDouble busiest(NodeLayout layout, NodeFigures figures) {
            Set<String> holding = DeviceRoles.of(layout).all().stream()
                    .filter(device -> device.roles().contains(RoleFigures.HDFS)
                            || device.roles().contains(RoleFigures.SHUFFLE))
                    .map(DeviceRoles.DeviceRole::device)
                    .collect(Collectors.toSet());
            List<Double> shares = figures.devices().stream()
                    .filter(device -> holding.contains(device.device()))
                    .map(device -> device.io().busy())
                    .toList();
            return shares.isEmpty() || shares.contains(null)
                    ? OptionalDouble.empty()
                    : shares.stream().mapToDouble(Double::doubleValue).max();
        }

        private void add(RoleFigures figures) {
            if (!figures.known()) {
                reason = reason == null ? figures.role() + ": " + figures.reason() : reason;
                return;
            }
            Sums sums = roles.computeIfAbsent(figures.role(), role -> new Sums());
            sums.runs++;
            sums.sum.add(IoSum.of(figures.io()));
            if (figures.io().busy() != null) {
                sums.busy.accept(figures.io().busy());
            }
        }

        /** Returns the means; null if no run has evidence. */
        DeviceMeans build() {
            if (runs == 0) {
                return null;
            }
            return new DeviceMeans(
                    runs,
                    cpu.getCount() == 0 ? null : (Double) cpu.getAverage(),
                    io(RoleFigures.HDFS),
                    io(RoleFigures.SHUFFLE),
                    reason,
                    busiest.getCount() < runs ? null : (Double) busiest.getAverage());
        }

        private Io io(String role) {
            return roles.containsKey(role) ? roles.get(role).io() : null;
        }
    }
}
