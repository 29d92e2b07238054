package org.spindlebench.analysis.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.stats.Sample;

/**
 * What limited a cell's runs: for each part, the share of a job's duration for which it set the pace, as the median over
 * the runs. Parts that set the pace in no run are left out.
 *
 * @param runs the number of runs whose records say what limited them
 * @param storage the median share of all storage, whatever its role; null if the share of a run is unknown
 * @param unknown the parts whose use is unknown in a run
 */
public record LimitMedians(int runs, Double storage, SortedMap<Limiter, Double> shares, SortedSet<Limiter> unknown) {
    /** The least share of a job's duration for which a part must set the pace for the job to test the part. */
    public static final double LEAST = 0.6;

    private static final double MOST_OTHER = 0.2;
    private static final int PERCENT = 100;

    public LimitMedians {
        shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
        unknown = Collections.unmodifiableSortedSet(new TreeSet<>(unknown));
    }

    /** Checks whether storage set the pace for most of the time. */
    public boolean isStorage() {
        return storage != null && storage >= LEAST;
    }

    /** Checks whether storage set the pace for so short a time that faster storage would change little. */
    public boolean isOther() {
        return storage != null && storage < MOST_OTHER;
    }

    /** Returns the share of the processors; null if it is unknown. */
    public Double processors() {
        return unknown.contains(Limiter.PROCESSORS) ? null : shares.getOrDefault(Limiter.PROCESSORS, 0.0);
    }

    /** Returns the part other than storage that set the pace longest, such as {@code processors for 71 % of the time}. */
    public String mostOther() {
        return other().map(one -> one.getKey().text() + " for " + Math.round(PERCENT * one.getValue())
                        + " % of the time" + unknownInBrackets())
                .orElse("");
    }

    private Optional<Map.Entry<Limiter, Double>> other() {
        return greatest().stream()
                .filter(one -> !Limiter.OF_STORAGE.contains(one.getKey()))
                .findFirst();
    }

    /** Returns the part that set the pace longest, and its share. If storage decides, both roles are one part. */
    public Map.Entry<String, Double> longest() {
        Map.Entry<Limiter, Double> most = greatest().get(0);
        boolean decides = storage != null
                && storage > other().map(Map.Entry::getValue).orElse(0.0)
                && (!Limiter.OF_STORAGE.contains(most.getKey()) || (isStorage() && most.getValue() < LEAST));
        return decides ? Map.entry("storage", storage) : Map.entry(most.getKey().text(), most.getValue());
    }

    /**
     * Returns the parts whose use is unknown, in brackets after a blank; empty if there are none. Many kernels do not say
     * how long tasks wait for memory, so memory is left out.
     */
    public String unknownInBrackets() {
        String parts = unknown.stream()
                .filter(one -> one != Limiter.MEMORY)
                .map(Limiter::text)
                .collect(Collectors.joining(", "));
        return parts.isEmpty() ? "" : " (unknown: " + parts + ")";
    }

    /** Returns the parts with their shares, the greatest first. */
    public List<Map.Entry<Limiter, Double>> greatest() {
        return shares.entrySet().stream()
                .sorted(Map.Entry.<Limiter, Double>comparingByValue(Comparator.reverseOrder()))
                .toList();
    }

    /** Collects runs. Not thread-safe. */
    static final class Builder {
        private final List<LimitShares> runs = new ArrayList<>();
        private final SortedSet<Limiter> unknown = new TreeSet<>();

        void add(LimitShares limits) {
            if (limits != null) {
                unknown.addAll(limits.unknown());
            }
            if (limits != null && !limits.parts().isEmpty()) {
                runs.add(limits);
            }
        }

        /** Returns the medians; null if no record says what limited its run. */
        LimitMedians build() {
            if (runs.isEmpty()) {
                return null;
            }
            SortedMap<Limiter, Double> shares = new TreeMap<>();
            for (Limiter limiter : Limiter.values()) {
                double share = median(run -> run.pace(limiter));
                if (share > 0) {
                    shares.put(limiter, share);
                }
            }
            Double storage = Collections.disjoint(unknown, Limiter.OF_STORAGE) ? median(LimitShares::storage) : null;
            return shares.isEmpty() ? null : new LimitMedians(runs.size(), storage, shares, unknown);
        }

        private double median(ToDoubleFunction<LimitShares> share) {
            return Sample.of(runs.stream().map(share::applyAsDouble).toList()).median();
        }
    }
}
