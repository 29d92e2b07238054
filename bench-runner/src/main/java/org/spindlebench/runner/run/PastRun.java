package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Steps;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * What a valid run of an earlier campaign took.
 *
 * @param campaign the campaign
 * @param job its job
 * @param setup its setup
 * @param settings what made it comparable
 * @param bytes asked for in total
 * @param tasks seconds from the start of its first task to the end of its last: the part that grows with the bytes
 * @param evicted whether its caches were cooled by decoys, which takes long
 * @param rest seconds of the client's clock besides: starting and ending the job, cooling, verifying, cleaning
 * @param prepare seconds of finding or making its input
 */
record PastRun(
        String campaign,
        String job,
        String setup,
        Map<String, String> settings,
        long bytes,
        boolean evicted,
        double tasks,
        double rest,
        double prepare) {
    private static final double MILLIS = 1000;

    /** Empty for a run that was not valid or does not say what it took. */
    static Optional<PastRun> of(RunRecord run) {
        Steps steps = run.steps();
        Long bytes = run.sizes() == null ? null : run.sizes().bytes();
        Optional<Double> tasks = tasks(run.tasks());
        if (run.status() != Status.OK || steps == null || bytes == null || bytes < 1 || tasks.isEmpty()) {
            return Optional.empty();
        }
        double prepare = Objects.requireNonNullElse(steps.prepare(), 0.0);
        return Optional.of(new PastRun(
                run.identity().campaign(),
                run.subject().job(),
                run.subject().setup(),
                run.subject().settings(),
                bytes,
                run.cache() != null && run.cache().method().equals(Eviction.METHOD),
                tasks.get(),
                Math.max(0, seconds(steps) - prepare - tasks.get()),
                prepare));
    }

    /** All that the client did for a run, one step after the other. */
    static double seconds(Steps steps) {
        return Stream.of(
                        steps.prepare(),
                        steps.settle(),
                        steps.cool(),
                        steps.run(),
                        steps.collect(),
                        steps.verify(),
                        steps.readBack(),
                        steps.clean())
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static Optional<Double> tasks(List<TaskTimes> tasks) {
        Optional<Instant> first =
                tasks.stream().map(TaskTimes::started).filter(Objects::nonNull).min(Comparator.naturalOrder());
        Optional<Instant> last =
                tasks.stream().map(TaskTimes::finished).filter(Objects::nonNull).max(Comparator.naturalOrder());
        return first.flatMap(from -> last.map(to -> Duration.between(from, to).toMillis() / MILLIS));
    }

    /** How much of what a run is asked for it shares; the setup says most, since it is what is compared. */
    int likeness(String otherSetup, Map<String, String> otherSettings) {
        int alike = (int) otherSettings.entrySet().stream()
                .filter(setting -> setting.getValue().equals(settings.get(setting.getKey())))
                .count();
        return alike + (setup.equals(otherSetup) ? otherSettings.size() + 1 : 0);
    }
}
