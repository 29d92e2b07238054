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
 * What nodes and their devices did during the valid runs of a cell of which that is known: the paper's Figure 3, and the CPU column of its
 * Table 3.
 *
 * @param runs those of which it is known
 * @param cpuBusy busy share of all hardware threads, mean over the runs; null where none says
 * @param hdfs I/O of HDFS; null where no run could tell it
 * @param shuffle I/O of the shuffle; null where no run could tell it
 * @param reason why a role has none, of the first run that says so; null where both have
 */
@JsonNaming(SnakeCaseStrategy.class)
public record DeviceMeans(int runs, Double cpuBusy, Io hdfs, Io shuffle, String reason) {
    /**
     * One role's.
     *
     * @param runs that could tell
     * @param bytesPerRead bytes of all runs' reads / their requests; null without reads
     * @param bytesPerWrite the same of writes
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

        /** Null where nothing is known of any run. */
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
