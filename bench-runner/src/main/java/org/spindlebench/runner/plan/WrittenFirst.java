package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.plan.Planner.Cell;

/**
 * Orders the runs of a block in which jobs read the output of other jobs of the block. Jobs of the same data follow
 * each other, and a reading job follows a writing job. Otherwise the order stays random.
 */
final class WrittenFirst {
    /** The settings that determine the content and the number of files. */
    private static final List<String> OF_DATA = List.of(
            JobKeys.FILES,
            JobKeys.CONTAINERS_PER_NODE,
            JobKeys.REPLICATION,
            JobKeys.DATA,
            JobKeys.STORAGE_POLICY,
            JobKeys.ERASURE_CODING,
            "dfs.blocksize");

    private WrittenFirst() {}

    /** @param shuffled the cells of a block in random order, which decides when several cells may be next */
    static List<Cell> order(List<Cell> shuffled) {
        Map<String, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : shuffled) {
            groups.computeIfAbsent(data(cell), any -> new ArrayList<>()).add(cell);
        }
        List<Cell> ordered = new ArrayList<>();
        groups.values().forEach(group -> addInTurn(group, ordered));
        return ordered;
    }

    /**
     * Returns the common properties of the cells of a group: the kind of data, its size and the settings of its files.
     */
    private static String data(Cell cell) {
        MeasuredJob job = cell.benchmark();
        Optional<ContentKind> kind = job.written().or(job::input);
        if (kind.isEmpty()) {
            return cell.key();
        }
        boolean rows = kind.get() == ContentKind.TERA || kind.get() == ContentKind.TERA_SORTED;
        Map<String, String> settings = new TreeMap<>(cell.configuration());
        settings.keySet().retainAll(OF_DATA);
        return (rows ? ContentKind.TERA : kind.get()) + " " + cell.size() + " " + settings;
    }

    private static void addInTurn(List<Cell> group, List<Cell> ordered) {
        List<Cell> left = new ArrayList<>(group);
        Set<ContentKind> written = new HashSet<>();
        while (!left.isEmpty()) {
            Cell next = next(left, written);
            next.benchmark().written().ifPresent(written::add);
            ordered.add(next);
        }
    }

    /**
     * Removes and returns the first cell whose input is already written, or whose input no remaining cell of the group
     * writes.
     */
    private static Cell next(List<Cell> left, Set<ContentKind> written) {
        Set<ContentKind> coming = new HashSet<>();
        left.forEach(cell -> cell.benchmark().written().ifPresent(coming::add));
        for (Iterator<Cell> cells = left.iterator(); cells.hasNext(); ) {
            Cell cell = cells.next();
            Optional<ContentKind> input = cell.benchmark().input();
            if (input.isEmpty() || written.contains(input.get()) || !coming.contains(input.get())) {
                cells.remove();
                return cell;
            }
        }
        return left.remove(0);
    }
}
