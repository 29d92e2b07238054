package org.spindlebench.analysis.cell;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;

/** An unmodifiable list of runs in columns; for a million runs, objects would take most of the memory. */
final class MeasuredRuns extends AbstractList<MeasuredRun> implements RandomAccess {
    private static final long NO_START = Long.MIN_VALUE;
    private static final int NO_NUMBER = Integer.MIN_VALUE;
    private static final double NO_COST = Double.NaN;

    private int size;
    private String[] campaigns;
    private String[] names;
    private long[] starts;
    private final BitSet locals = new BitSet();
    private int[] blocks;
    private int[] visits;
    private double[] seconds;
    private double[] costs;
    /** The sample is computed on first use and then kept, because callers need it repeatedly. */
    private volatile VisitedSample sample;

    private MeasuredRuns(int capacity) {
        campaigns = new String[capacity];
        names = new String[capacity];
        starts = new long[capacity];
        blocks = new int[capacity];
        visits = new int[capacity];
        seconds = new double[capacity];
        costs = new double[capacity];
    }

    /** Returns the list itself if it is already of this class; otherwise copies it. */
    static MeasuredRuns of(List<MeasuredRun> runs) {
        if (runs instanceof MeasuredRuns already) {
            return already;
        }
        Builder builder = new Builder();
        runs.forEach(builder::add);
        return builder.build();
    }

    /** Returns the durations in seconds. There must be at least one run. */
    Sample durations() {
        return Sample.of(seconds);
    }

    /**
     * Returns the visits if every run belongs to one, otherwise the runs. There must be at least one run. All threads
     * get the same object.
     */
    VisitedSample sample() {
        VisitedSample known = sample;
        return known == null ? firstSample() : known;
    }

    private synchronized VisitedSample firstSample() {
        if (sample == null) {
            List<VisitedSample.VisitSample> found = byVisit();
            sample = found.isEmpty() ? VisitedSample.ofRuns(durations()) : VisitedSample.ofVisits(found);
        }
        return sample;
    }

    /** The visits in the order of their first runs; empty unless every run belongs to a visit. */
    private List<VisitedSample.VisitSample> byVisit() {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (int run = 0; run < size; run++) {
            if (visits[run] == NO_NUMBER) {
                return List.of();
            }
            values.computeIfAbsent(campaigns[run] + "/" + visits[run], visit -> new ArrayList<>())
                    .add(seconds[run]);
        }
        return values.entrySet().stream()
                .map(visit -> new VisitedSample.VisitSample(visit.getKey(), Sample.of(visit.getValue())))
                .toList();
    }

    @Override
    public MeasuredRun get(int index) {
        if (index >= size) {
            throw new IndexOutOfBoundsException("run " + index + " of " + size);
        }
        return new MeasuredRun(
                campaigns[index],
                names[index],
                starts[index] == NO_START ? null : (Long) starts[index],
                locals.get(index),
                number(blocks[index]),
                number(visits[index]),
                seconds[index],
                Double.isNaN(costs[index]) ? null : (Double) costs[index]);
    }

    @Override
    public int size() {
        return size;
    }

    private static Integer number(int value) {
        return value == NO_NUMBER ? null : (Integer) value;
    }

    private void resize(int capacity) {
        campaigns = Arrays.copyOf(campaigns, capacity);
        names = Arrays.copyOf(names, capacity);
        starts = Arrays.copyOf(starts, capacity);
        blocks = Arrays.copyOf(blocks, capacity);
        visits = Arrays.copyOf(visits, capacity);
        seconds = Arrays.copyOf(seconds, capacity);
        costs = Arrays.copyOf(costs, capacity);
    }

    static final class Builder {
        private static final int FEW = 8;

        private final MeasuredRuns runs = new MeasuredRuns(FEW);

        void add(MeasuredRun run) {
            int at = runs.size;
            if (at == runs.campaigns.length) {
                runs.resize(at + at / 2);
            }
            runs.campaigns[at] = run.campaign();
            runs.names[at] = run.run();
            runs.starts[at] = run.started() == null ? NO_START : run.started();
            runs.locals.set(at, run.isLocal());
            runs.blocks[at] = run.block() == null ? NO_NUMBER : run.block();
            runs.visits[at] = run.visit() == null ? NO_NUMBER : run.visit();
            runs.seconds[at] = run.seconds();
            runs.costs[at] = run.cost() == null ? NO_COST : run.cost();
            runs.size = at + 1;
        }

        int size() {
            return runs.size;
        }

        /** Returns the list. No run can be added afterwards. */
        MeasuredRuns build() {
            runs.resize(runs.size);
            return runs;
        }
    }
}
