package org.spindlebench.runner.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spindlebench.analysis.record.TaskTimes;

/** The most task attempts of one kind that ran at one instant. */
final class Concurrency {
    private Concurrency() {}

    private record Edge(Instant at, int change) {}

    static int peak(List<TaskTimes> tasks, String kind) {
        return peak(tasks.stream().filter(task -> task.kind().equals(kind)).toList());
    }

    /** Of any kind. */
    static int peak(List<TaskTimes> tasks) {
        List<Edge> edges = new ArrayList<>();
        for (TaskTimes task : tasks) {
            if (task.started() != null && task.finished() != null) {
                edges.add(new Edge(task.started(), 1));
                edges.add(new Edge(task.finished(), -1));
            }
        }
        edges.sort(Comparator.comparing(Edge::at).thenComparing(Edge::change));
        int running = 0;
        int peak = 0;
        for (Edge edge : edges) {
            running += edge.change();
            peak = Math.max(peak, running);
        }
        return peak;
    }

    static int count(List<TaskTimes> tasks, String kind) {
        return (int) tasks.stream()
                .filter(task -> task.kind().equals(kind) && task.state().equals("SUCCEEDED"))
                .count();
    }
}
