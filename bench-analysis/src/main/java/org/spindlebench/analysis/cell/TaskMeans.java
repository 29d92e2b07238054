package org.spindlebench.analysis.cell;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Endings;
import org.spindlebench.analysis.task.Endings.Locality;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Phases.PhaseDurations;
import org.spindlebench.analysis.task.Stragglers;
import org.spindlebench.analysis.task.TaskStatistics.Waves;

/**
 * Means over the tasks of a cell's valid runs whose records have task attempts. A mean covers the runs with a known
 * value. A sum is null unless the value of every run is known.
 *
 * @param spills how often the shuffle's data went to local disks; null if unknown for all runs
 * @param locality where maps ran; null if unknown for all runs
 * @param ends attempts that did not succeed; null if unknown for any run
 * @param stragglers the number of attempts that were slow compared with others of the same run and kind; null if
 *     unknown for any run
 * @param worst the straggler with the greatest {@code timesMedian}; null if there is none
 */
public record TaskMeans(
        int runs,
        Tasks maps,
        Tasks reduces,
        Seconds seconds,
        Spills spills,
        DataLocality locality,
        AttemptFailures ends,
        Long stragglers,
        Worst worst) {
    static final String FILE_SYSTEMS = "org.apache.hadoop.mapreduce.FileSystemCounter";

    /**
     * The numbers of tasks and waves of one kind, as means over the runs. {@link Waves} defines waves. A value is null
     * if it is unknown for all runs.
     *
     * @param count attempts that succeeded; 0 if the job has no tasks of this kind
     * @param byPeak the number of waves if the greatest number of attempts at one instant is one wave
     * @param longestChain the greatest number of attempts that ran one after another
     * @param ramp seconds from the first start to the last start of one wave's tasks
     */
    public record Tasks(
            @JsonProperty("tasks") Double count,
            @JsonProperty("waves_by_peak") Double byPeak,
            Double longestChain,
            Double ramp) {}

    /** The seconds of each phase, averaged over successful attempts, then over runs; null if always unknown. */
    public record Seconds(Double map, Double shuffle, Double merge, Double reduce) {}

    /**
     * How often tasks wrote the shuffle's data to their local dirs, as means, which depend on the memory of tasks.
     *
     * @param perRecord records spilled by maps and reduces / records of map output; null if a combiner ran
     * @param perByte bytes that tasks wrote to local dirs / bytes that reduces fetch; the part above 1 comes from merges
     *     of maps, and from reduces
     */
    public record Spills(
            @JsonProperty("per_record") Double perRecord,
            @JsonProperty("per_byte") Double perByte) {}

    /** Mean shares of the containers for maps: on hosts with the map's data, and on other hosts in the same rack. */
    public record DataLocality(double node, double rack) {}

    /** The numbers of map and reduce attempts that did not succeed, as sums over the runs. */
    public record AttemptFailures(long failed, long killed) {}

    /** A straggler, with its campaign and run. */
    public record Worst(String campaign, String run, Stragglers.Straggler attempt) {}

    /** Collects the runs of one cell. It keeps only the slowest attempt. */
    static final class Builder {
        private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";

        private final Counts maps = new Counts("map");
        private final Counts reduces = new Counts("reduce");
        private final Map<Phase, Mean> phases = new EnumMap<>(Phase.class);
        private final Mean perRecord = new Mean();
        private final Mean perByte = new Mean();
        private final Mean node = new Mean();
        private final Mean rack = new Mean();
        private int runs;
        private long failed;
        private long killed;
        private long stragglers;
        private boolean endsKnown = true;
        private boolean stragglersKnown = true;
        private Worst worst;

        private static final class Counts {
            private final String kind;
            private final Mean count = new Mean();
            private final Mean byPeak = new Mean();
            private final Mean longestChain = new Mean();
            private final Mean ramp = new Mean();

            Counts(String kind) {
                this.kind = kind;
            }

            /** Adds the waves of a run. A kind of task that is not listed had no attempts. */
            void add(List<Waves> all) {
                Optional<Waves> waves =
                        all.stream().filter(one -> kind.equals(one.kind())).findFirst();
                count.accept(waves.map(Waves::tasks).orElse(0));
                waves.map(Waves::byPeak).ifPresent(byPeak::accept);
                waves.map(Waves::longestChain).ifPresent(longestChain::accept);
            }

            void add(Double seconds) {
                if (seconds != null) {
                    ramp.accept(seconds);
                }
            }

            Tasks build() {
                return new Tasks(count.known(), byPeak.known(), longestChain.known(), ramp.known());
            }
        }

        /** Adds a run whose record has task attempts. */
        void add(RunRecord run, List<PhaseDurations> durations) {
            List<TaskTimes> tasks = run.tasks();
            runs++;
            for (PhaseDurations phase : durations) {
                phases.computeIfAbsent(phase.phase(), key -> new Mean()).accept(phase.mean());
            }
            List<Endings> endings = Endings.of(run);
            boolean stated = areStated(tasks, endings);
            List<Waves> waves = stated ? Waves.of(tasks) : List.of();
            if (stated) {
                maps.add(waves);
                reduces.add(waves);
            }
            if (run.wave() != null) {
                maps.add(run.wave().rampMaps());
                reduces.add(run.wave().rampReduces());
            }
            endsKnown &= stated;
            failed += endings.stream().mapToLong(Endings::failed).sum();
            killed += endings.stream().mapToLong(Endings::killed).sum();
            // If durations are unknown, so are the stragglers.
            if (waves.stream().anyMatch(kind -> kind.longestChain() != null)) {
                addStragglers(run);
            } else {
                stragglersKnown = false;
            }
            addPlaces(run);
            addSpills(run);
        }

        /** Checks whether the kind and state of every attempt are known; otherwise attempts cannot be counted. */
        private static boolean areStated(List<TaskTimes> tasks, List<Endings> endings) {
            return tasks.size()
                    == endings.stream()
                            .mapToInt(kind -> kind.succeeded() + kind.failed() + kind.killed())
                            .sum();
        }

        private void addStragglers(RunRecord run) {
            Stragglers slow = Stragglers.of(run.tasks());
            stragglers += slow.attempts();
            slow.slowest().stream().findFirst().ifPresent(slowest -> {
                if (worst == null || Stragglers.BY_RATIO.compare(slowest, worst.attempt()) > 0) {
                    worst = new Worst(run.identity().campaign(), run.identity().run(), slowest);
                }
            });
        }

        /** Adds the locality of maps if their input names its hosts; otherwise the counters do not show it. */
        private void addPlaces(RunRecord run) {
            boolean readsNothing =
                    run.sizes() != null && Long.valueOf(0).equals(run.sizes().input());
            // YARN places the maps of stock TestDFSIO near small control files, not near the files that they read.
            boolean isStockDfsio = run.throughput() != null && run.throughput().stock() != null;
            if (readsNothing || isStockDfsio) {
                return;
            }
            Locality.of(run).filter(Locality::isAsked).ifPresent(found -> {
                node.accept(found.dataLocal() / (double) found.all());
                rack.accept(found.rackLocal() / (double) found.all());
            });
        }

        private void addSpills(RunRecord run) {
            Long combined = run.counter(TASK, "COMBINE_OUTPUT_RECORDS");
            Long records = run.counter(TASK, "MAP_OUTPUT_RECORDS");
            Long spilled = run.counter(TASK, "SPILLED_RECORDS");
            Long output = run.counter(TASK, "MAP_OUTPUT_MATERIALIZED_BYTES");
            Long written = run.counter(FILE_SYSTEMS, "FILE_BYTES_WRITTEN");
            // A combiner also runs in merges, so no counter has the records of one spill.
            boolean combines = combined != null && combined > 0;
            if (records != null && spilled != null && records > 0 && !combines) {
                perRecord.accept(spilled / (double) records);
            }
            if (output != null && written != null && output > 0) {
                perByte.accept(written / (double) output);
            }
        }

        TaskMeans build() {
            return new TaskMeans(
                    runs,
                    maps.build(),
                    reduces.build(),
                    new Seconds(
                            seconds(Phase.MAP), seconds(Phase.SHUFFLE), seconds(Phase.MERGE), seconds(Phase.REDUCE)),
                    perRecord.getCount() + perByte.getCount() == 0
                            ? null
                            : new Spills(perRecord.known(), perByte.known()),
                    node.getCount() == 0 ? null : new DataLocality(node.getAverage(), rack.getAverage()),
                    endsKnown ? new AttemptFailures(failed, killed) : null,
                    stragglersKnown ? (Long) stragglers : null,
                    worst);
        }

        private Double seconds(Phase phase) {
            return phases.containsKey(phase) ? phases.get(phase).known() : null;
        }
    }
}
