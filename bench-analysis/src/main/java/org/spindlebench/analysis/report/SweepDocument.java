package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.Interval;

/**
 * One setting varied, in {@code report.json}.
 *
 * @param parameter the setting
 * @param settings those that were held
 * @param best the value with the least mean duration
 * @param ties values that are not told from the best
 */
record SweepDocument(
        String parameter,
        String job,
        String setup,
        Map<String, String> settings,
        String best,
        List<String> ties,
        List<Point> points) {
    /**
     * A value.
     *
     * @param mean seconds
     * @param sd seconds
     * @param bestIsFaster how many times as fast the best value is
     * @param low lower bound of that ratio
     * @param high upper bound of that ratio
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record Point(String value, int n, double mean, Double sd, double bestIsFaster, Double low, Double high) {
        static Point of(Sweep.Point point) {
            Cell cell = point.cell().elapsed();
            Interval interval = point.speedUp().interval().orElse(null);
            return new Point(
                    point.value(),
                    cell.n(),
                    cell.mean(),
                    Absent.orNull(cell.sd()),
                    point.speedUp().ratio(),
                    Bounds.low(interval),
                    Bounds.high(interval));
        }
    }

    static SweepDocument of(Sweep sweep) {
        return new SweepDocument(
                sweep.parameter(),
                sweep.subject().job(),
                sweep.subject().setup(),
                sweep.subject().settings(),
                sweep.best(),
                sweep.ties(),
                sweep.points().stream().map(Point::of).toList());
    }
}
