package org.spindlebench.runner.check;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.TaskStatistics.Waves;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Calibration.SleepWave;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.JobExecution;
import org.spindlebench.runner.run.Sizing;

/**
 * Measures the number of containers that the queue grants at once, with tasks that only hold their containers. YARN
 * grants one container per heartbeat of a node. Each container is therefore held until all grants should have arrived,
 * and the job's history shows whether they did. If the peak was still growing when the first task ended, the
 * measurement is repeated with longer tasks. If all tasks ran at once, it is repeated with more tasks.
 */
public final class Calibrator {
    private static final int MOST_ROUNDS = 4;
    private static final Duration LEAST_SETTLED = Duration.ofSeconds(5);
    private static final int SETTLED_HEARTBEATS = 5;
    private static final Duration LONGEST_HOLD = Duration.ofMinutes(10);
    private static final Duration HISTORY_LIMIT = Duration.ofSeconds(30);

    private final HistoryReader histories;
    private final JobExecution execution;
    private final Sizing sizing;
    private final Duration heartbeat;
    private final Consumer<String> notes;

    /** @param heartbeat the time between two heartbeats of a node; each heartbeat grants one container */
    public Calibrator(
            ClusterAccess cluster,
            CampaignSettings settings,
            Sizing sizing,
            Duration heartbeat,
            Interruption interruption,
            Consumer<String> notes) {
        this.histories = cluster.histories();
        this.execution = new JobExecution(
                cluster,
                settings.queue(),
                CampaignSettings.campaignTag(settings.plan()),
                settings.limits().timeout(),
                interruption);
        this.sizing = sizing;
        this.heartbeat = heartbeat;
        this.notes = notes;
    }

    /**
     * Measures the number of containers that the queue grants, once for each different request of a plan's waves.
     *
     * @throws IOException if a job fails, or if the number does not settle
     */
    public List<CalibratedSlots> calibrate(List<RunSpec> runs) throws IOException, InterruptedException {
        List<CalibratedSlots> measured = new ArrayList<>();
        for (SleepWave wave : sizing.waves(runs)) {
            int slots = measure(wave);
            notes.accept(String.format(
                    "The queue grants %d containers of %d MiB and %s at once in addition to an"
                            + " ApplicationMaster of %d MiB.",
                    slots,
                    wave.task().memory() >> 20,
                    HumanText.counted(wave.task().vcores(), "vcore"),
                    wave.am().memory() >> 20));
            measured.add(new CalibratedSlots(wave.task(), wave.am(), slots));
        }
        execution.awaitRoom();
        return measured;
    }

    private int measure(SleepWave wave) throws IOException, InterruptedException {
        int tasks = wave.firstTasks();
        Duration needed = settled();
        Duration hold = needed.plus(heartbeat.multipliedBy(2L * perNode(wave)));
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            Duration held = shorter(hold, LONGEST_HOLD);
            Plateau seen = sleep(wave, tasks, held);
            boolean allTasks = seen.peak() >= tasks && tasks < SyntheticConfig.MAX_MAPS;
            boolean early = seen.settled().compareTo(needed) < 0 && held.compareTo(LONGEST_HOLD) < 0;
            if (!allTasks && !early) {
                return seen.peak();
            }
            tasks = allTasks ? Math.min(SyntheticConfig.MAX_MAPS, 2 * tasks) : tasks;
            hold = early ? hold.multipliedBy(2) : hold;
        }
        throw new IOException("the number of " + wave.kind() + " containers that the queue grants did not settle in "
                + MOST_ROUNDS + " jobs; check whether others are using the cluster");
    }

    private Plateau sleep(SleepWave wave, int tasks, Duration hold) throws IOException, InterruptedException {
        notes.accept(String.format(
                "Calibrating: %d %s tasks of %d MiB that sleep for %d s each ...",
                tasks, wave.kind(), wave.task().memory() >> 20, hold.toSeconds()));
        String tag = "spindle_calibrate_" + Long.toHexString(System.nanoTime());
        EndedJob ended = execution.execute(wave.call(tasks, hold.toMillis()), tag, progress -> {});
        if (!ended.succeeded()) {
            throw new IOException("the calibration failed: " + ended.diagnostics());
        }
        return Plateau.of(histories.read(ended.jobId(), HISTORY_LIMIT).tasks(), wave.kind());
    }

    /** Returns the time for which the number of running tasks must stay the same before the peak counts. */
    private Duration settled() {
        Duration heartbeats = heartbeat.multipliedBy(SETTLED_HEARTBEATS);
        return heartbeats.compareTo(LEAST_SETTLED) > 0 ? heartbeats : LEAST_SETTLED;
    }

    /** Returns the number of tasks that fit on the largest node, which is the number of heartbeats until it is full. */
    private long perNode(SleepWave wave) {
        ClusterShape shape = sizing.shape();
        return shape.nodes().stream()
                .mapToLong(node -> node.memory() / wave.task().memory())
                .max()
                .orElse(0);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * The largest number of tasks that ran at once, according to the job's history, and how long this number stayed the
     * same before the first task ended. If the number was still growing at that time, the queue might grant more.
     *
     * @param peak the largest number of tasks at one instant
     * @param settled the time from the last start of a task before the first end of a task, until that end
     */
    public record Plateau(int peak, Duration settled) {
        public static Plateau of(List<TaskTimes> tasks, String kind) {
            List<TaskTimes> held = tasks.stream()
                    .filter(task -> task.kind().equals(kind) && task.state().equals("SUCCEEDED"))
                    .filter(task -> task.started() != null && task.finished() != null)
                    .toList();
            Optional<Instant> firstEnd = held.stream().map(TaskTimes::finished).min(Comparator.naturalOrder());
            Optional<Instant> lastStart = held.stream()
                    .map(TaskTimes::started)
                    .filter(start -> firstEnd.isPresent() && start.isBefore(firstEnd.get()))
                    .max(Comparator.naturalOrder());
            return new Plateau(
                    Waves.mostAtOnce(held),
                    lastStart
                            .map(start -> Duration.between(start, firstEnd.get()))
                            .orElse(Duration.ZERO));
        }
    }
}
