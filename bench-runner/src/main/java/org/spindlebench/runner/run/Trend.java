package org.spindlebench.runner.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Seconds by bytes, as far as they were measured. Between and beyond two sizes they follow the line through the two nearest
 * ones; where there is one size only, or the line falls, they grow with the bytes.
 *
 * @param points what was measured; at least one
 */
record Trend(List<Point> points) {
    /**
     * One measurement.
     *
     * @param bytes more than 0
     * @param seconds at least 0
     */
    record Point(long bytes, double seconds) {}

    Trend {
        if (points.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        points = List.copyOf(points);
    }

    /** Seconds that so many bytes should take. */
    double at(long bytes) {
        Map<Long, Double> means = points.stream()
                .collect(Collectors.groupingBy(Point::bytes, TreeMap::new, Collectors.averagingDouble(Point::seconds)));
        List<Point> nearest = means.entrySet().stream()
                .map(mean -> new Point(mean.getKey(), mean.getValue()))
                .sorted(Comparator.comparingDouble(point -> Math.abs(Math.log((double) point.bytes() / bytes))))
                .limit(2)
                .toList();
        Point one = nearest.get(0);
        double proportional = one.seconds() * bytes / one.bytes();
        if (one.bytes() == bytes || nearest.size() == 1) {
            return proportional;
        }
        Point other = nearest.get(1);
        double slope = (other.seconds() - one.seconds()) / (other.bytes() - one.bytes());
        double onLine = one.seconds() + slope * (bytes - one.bytes());
        return slope > 0 && onLine > 0 ? onLine : proportional;
    }
}
