package org.spindlebench.analysis.cell;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.node.IoSum;
import org.spindlebench.analysis.node.IoSum.Part;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleFigures;

/**
 * Means of nodes and their devices over a cell's valid runs with evidence. They are the paper's Figure 3 and the CPU
 * column of its Table 3.
 *
 * @param runs the runs with evidence
 * @param cpuBusy busy share of all hardware threads, mean over the runs; null if no run says
 * @param hdfs I/O of HDFS; null if no run could attribute it
 * @param shuffle I/O of the shuffle; null if no run could attribute it
 * @param reason why a role has no I/O, from the first run that says so; null if no run does
 */
@JsonNaming(SnakeCaseStrategy.class)
public record DeviceMeans(int runs, Double cpuBusy, Io hdfs, Io shuffle, String reason) {
    /**
     * The I/O of one role.
     *
     * @param runs the runs that could attribute it
     * @param bytesPerRead bytes of all runs' reads / their requests; null without reads
     * @param bytesPerWrite bytes of all runs' writes / their requests; null without writes
     * @param busy share of the time in which a device had work, mean over devices and runs
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Io(int runs, Double bytesPerRead, Double bytesPerWrite, Double busy) {}

    /** Collects the runs of one cell. */
    static final class Builder {
        private final DoubleSummaryStatistics cpu = new DoubleSummaryStatistics();
        private final Map<String, Sums> roles = new TreeMap<>();
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

        void add(Proofs proofs) {
            runs++;
            if (proofs.cpu() != null && proofs.cpu().busy() != null) {
                cpu.accept(proofs.cpu().busy());
            }
            proofs.roles().forEach(this::add);
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

        /** Returns the means; null without any evidence. */
        DeviceMeans build() {
            if (runs == 0) {
                return null;
            }
            return new DeviceMeans(
                    runs,
                    cpu.getCount() == 0 ? null : (Double) cpu.getAverage(),
                    io(RoleFigures.HDFS),
                    io(RoleFigures.SHUFFLE),
                    reason);
        }

        private Io io(String role) {
            return roles.containsKey(role) ? roles.get(role).io() : null;
        }
    }
}
