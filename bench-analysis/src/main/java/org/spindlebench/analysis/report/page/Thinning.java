package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.spindlebench.analysis.report.page.Dataset.DataColumn;

/**
 * Selects the rows of a chart that an HTML report keeps if there are too many. The selection depends on the chart's own
 * {@link Chart.Crowd}, so that the drawing is the same as with all rows. Equal rows always give an equal selection.
 */
final class Thinning {
    private static final List<String> MEASURED_TOGETHER =
            List.of("job", "setup", "compression", "settings", "campaign");
    private static final String VALID = "ok";

    private final Dataset rows;
    private final int most;

    private Thinning(Dataset rows, int most) {
        this.rows = rows;
        this.most = most;
    }

    /** Returns at most {@code most} rows. A sample includes the rows with the least and the greatest values. */
    static Dataset of(Dataset rows, Chart.Crowd crowd, int most) {
        if (rows.size() <= most) {
            return rows;
        }
        return rows.only(
                switch (crowd) {
                    case FIRST -> first(most);
                    case SAMPLE -> new Thinning(rows, most).sample();
                });
    }

    private static BitSet first(int count) {
        BitSet first = new BitSet();
        first.set(0, count);
        return first;
    }

    /** Reserves half of the selection for rows that stand out. The other half shows the shape. */
    private BitSet sample() {
        BitSet kept = evenly(standingOut(), most / 2);
        extremes(row -> List.of()).forEach(kept::set);
        BitSet others = first(rows.size());
        others.andNot(kept);
        kept.or(evenly(others, most - kept.cardinality()));
        return kept;
    }

    /** Selects every n-th row. */
    private static BitSet evenly(BitSet of, int count) {
        int[] all = of.stream().toArray();
        if (all.length <= count) {
            return of;
        }
        BitSet some = new BitSet();
        for (long at = 0; at < count; at++) {
            some.set(all[(int) (at * all.length / count)]);
        }
        return some;
    }

    /** Selects invalid runs, and each group's least and greatest value. */
    private BitSet standingOut() {
        int[] together = columnsOf(column -> MEASURED_TOGETHER.contains(column.name()));
        BitSet out = new BitSet();
        extremes(row -> {
                    List<Object> group = new ArrayList<>(together.length);
                    for (int column : together) {
                        group.add(rows.values(column).get(row));
                    }
                    return group;
                })
                .forEach(out::set);
        for (int column : columnsOf(column -> column.name().equals("status"))) {
            Integer valid = rows.place(column, VALID);
            List<Object> statuses = rows.values(column);
            IntStream.range(0, rows.size())
                    .filter(row -> !valid.equals(statuses.get(row)))
                    .forEach(out::set);
        }
        return out;
    }

    private int[] columnsOf(Predicate<DataColumn> wanted) {
        List<DataColumn> columns = rows.columns();
        return IntStream.range(0, columns.size())
                .filter(at -> wanted.test(columns.get(at)))
                .toArray();
    }

    /** Returns each group's least and greatest value of every duration and share, the first of equal values. */
    private List<Integer> extremes(IntFunction<List<Object>> group) {
        List<Integer> extremes = new ArrayList<>();
        for (int column : columnsOf(
                one -> one.kind() == DataColumn.ColumnKind.SECONDS || one.kind() == DataColumn.ColumnKind.SHARE)) {
            List<Object> values = rows.values(column);
            Map<List<Object>, int[]> found = new HashMap<>();
            for (int row = 0; row < rows.size(); row++) {
                if (values.get(row) instanceof Number number) {
                    int at = row;
                    int[] ends = found.computeIfAbsent(group.apply(row), any -> new int[] {at, at});
                    if (number.doubleValue() < ((Number) values.get(ends[0])).doubleValue()) {
                        ends[0] = row;
                    }
                    if (number.doubleValue() > ((Number) values.get(ends[1])).doubleValue()) {
                        ends[1] = row;
                    }
                }
            }
            found.values().forEach(ends -> {
                extremes.add(ends[0]);
                extremes.add(ends[1]);
            });
        }
        return extremes;
    }
}
