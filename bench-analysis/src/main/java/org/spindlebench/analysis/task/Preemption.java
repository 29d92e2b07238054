package org.spindlebench.analysis.task;

import java.util.List;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * Whether the cluster took containers away from the job, by what Hadoop says of attempts that were killed: others used the cluster, and
 * the run did not have what it was granted.
 *
 * @param preempted whether the cluster's scheduler took one away; null where that can't be told: there are no attempts, or some were
 *     killed and nothing is said of them
 * @param byScheduler attempts that it took away
 * @param byJob reduces that the job's own ApplicationMaster killed to make room for maps: it did not get containers for these
 * @param unexplained attempts that were killed and of which nothing is said
 */
public record Preemption(Boolean preempted, int byScheduler, int byJob, int unexplained) {
    /** The schedulers' word, and that of NodeManagers for opportunistic containers. */
    private static final List<String> BY_SCHEDULER =
            List.of("Container preempted by scheduler", "to make room for Guaranteed Container");

    private static final String BY_JOB = "preempted to make room for pending map attempts";

    /** Of a run. */
    public static Preemption of(RunRecord run) {
        List<TaskTimes> tasks = run.tasks();
        int byScheduler = (int) tasks.stream().filter(Preemption::preempted).count();
        int unexplained = (int) tasks.stream()
                .filter(task -> killed(task) && task.note() == null)
                .count();
        boolean known = byScheduler > 0 || (!tasks.isEmpty() && unexplained == 0);
        return new Preemption(
                known ? (Boolean) (byScheduler > 0) : null,
                byScheduler,
                (int) tasks.stream()
                        .filter(task -> killed(task) && says(task, BY_JOB))
                        .count(),
                unexplained);
    }

    /** Whether the cluster's scheduler took the container of an attempt away, as far as Hadoop says. */
    public static boolean preempted(TaskTimes task) {
        return killed(task) && BY_SCHEDULER.stream().anyMatch(words -> says(task, words));
    }

    private static boolean killed(TaskTimes task) {
        return "KILLED".equals(task.state());
    }

    private static boolean says(TaskTimes task, String words) {
        return task.note() != null && task.note().contains(words);
    }
}
