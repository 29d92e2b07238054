package org.spindlebench.analysis.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How jobs are put into classes by all the bytes that they move. */
public sealed interface SizeClasses {
    /** The class of each, in the order given. */
    List<String> of(List<Long> totalBytes);

    /**
     * Classes of about equally many jobs: with n jobs in ascending order of bytes, job i of 0 to n − 1 is in class floor(i · count / n) + 1, and jobs of
     * equal bytes are in the class of the first of them. Named {@code q1} for the smallest, {@code q2} and so on.
     *
     * @param count of classes, at least 1
     */
    record Quantiles(int count) implements SizeClasses {
        public Quantiles {
            if (count < 1) {
                throw new IllegalArgumentException("there is at least one class, not " + count);
            }
        }

        @Override
        public List<String> of(List<Long> totalBytes) {
            List<Long> sorted = new ArrayList<>(totalBytes);
            Collections.sort(sorted);
            List<String> classes = new ArrayList<>();
            for (Long bytes : totalBytes) {
                long first = first(sorted, bytes);
                classes.add("q" + (first * count / sorted.size() + 1));
            }
            return classes;
        }

        private static int first(List<Long> sorted, Long bytes) {
            int from = 0;
            int to = sorted.size();
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (sorted.get(middle) < bytes) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            return from;
        }
    }

    /**
     * Classes between bounds: {@code below-B} under the first bound B, {@code from-B} at each bound B and above it, up to the next.
     *
     * @param bounds bytes, ascending, at least one
     */
    record Thresholds(List<Long> bounds) implements SizeClasses {
        public Thresholds {
            bounds = List.copyOf(bounds);
            if (bounds.isEmpty()) {
                throw new IllegalArgumentException("there is at least one bound");
            }
            for (int i = 1; i < bounds.size(); i++) {
                if (bounds.get(i) <= bounds.get(i - 1)) {
                    throw new IllegalArgumentException("bounds ascend: " + bounds);
                }
            }
        }

        @Override
        public List<String> of(List<Long> totalBytes) {
            return totalBytes.stream().map(this::of).toList();
        }

        private String of(long bytes) {
            String found = "below-" + bounds.get(0);
            for (long bound : bounds) {
                if (bytes >= bound) {
                    found = "from-" + bound;
                }
            }
            return found;
        }
    }
}
