package org.spindlebench.analysis.cell;

import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Endings;
import org.spindlebench.analysis.task.Endings.Locality;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Phases.PhaseFigures;
import org.spindlebench.analysis.task.Stragglers;
import org.spindlebench.analysis.task.TaskFigures.Waves;

/**
 * What tasks did in the valid runs of a cell whose records have task attempts. A mean is over those of the runs that can tell; a sum is
 * null where one of them can't.
 *
 * @param runs those whose records have task attempts
 * @param maps how many, and in how many waves
 * @param reduces the same
 * @param seconds of the phases
 * @param locality where maps ran; null where no run can tell
 * @param ends attempts that did not succeed; null where a run can't tell
 * @param stragglers how many attempts of all runs were slow among those of their run and kind; null where a run can't tell
 * @param worst of these the one with the greatest {@code timesMedian}; null where there is none
 */
public record TaskMeans(
        int runs,
        Tasks maps,
        Tasks reduces,
        Seconds seconds,
        Places locality,
        Ends ends,
        Long stragglers,
        Worst worst) {
    /**
     * Tasks of one kind, means over the runs. What waves are is said in {@link Waves}.
     *
     * @param count attempts that succeeded; 0 for a job that has none of the kind; null where no run can tell
     * @param byPeak waves by the most attempts at one instant; null where no run can tell
     * @param longestChain the most attempts one after another; null where no run can tell
     */
    public record Tasks(Double count, Double byPeak, Double longestChain) {}

    /** Each run's mean seconds of a phase over its attempts that succeeded, mean over the runs; null where no run can tell. */
    public record Seconds(Double map, Double shuffle, Double merge, Double reduce) {}

    /**
     * Shares of the containers given to maps, means over the runs.
     *
     * @param node on a host of the map's data
     * @param rack not there, but in its rack
     */
    public record Places(double node, double rack) {}

    /** Attempts of both kinds by their state, sums over the runs. */
    public record Ends(long failed, long killed) {}

    /** A straggler, and whose it is. */
    public record Worst(String campaign, String run, Stragglers.Straggler attempt) {}

    /** Collects the runs of one cell, and keeps none of their attempts but the slowest. */
    static final class Builder {
        private final Counts maps = new Counts("map");
        private final Counts reduces = new Counts("reduce");
        private final Map<Phase, DoubleSummaryStatistics> phases = new EnumMap<>(Phase.class);
        private final DoubleSummaryStatistics node = new DoubleSummaryStatistics();
        private final DoubleSummaryStatistics rack = new DoubleSummaryStatistics();
        private int runs;
        private long failed;
        private long killed;
        private long stragglers;
        private boolean endsKnown = true;
        private boolean stragglersKnown = true;
        private Worst worst;

        /** Of one kind. */
        private static final class Counts {
            private final String kind;
            private final DoubleSummaryStatistics count = new DoubleSummaryStatistics();
            private final DoubleSummaryStatistics byPeak = new DoubleSummaryStatistics();
            private final DoubleSummaryStatistics longestChain = new DoubleSummaryStatistics();

            Counts(String kind) {
                this.kind = kind;
            }

            /** A record has every attempt: of a kind that it has none of, there was none. */
            void add(List<Waves> all) {
                Optional<Waves> waves =
                        all.stream().filter(one -> kind.equals(one.kind())).findFirst();
                count.accept(waves.map(Waves::tasks).orElse(0));
                waves.map(Waves::byPeak).ifPresent(byPeak::accept);
                waves.map(Waves::longestChain).ifPresent(longestChain::accept);
            }

            Tasks build() {
                return new Tasks(mean(count), mean(byPeak), mean(longestChain));
            }
        }

        /** A run that has attempts. */
        void add(RunRecord run) {
            List<TaskTimes> tasks = run.tasks();
            runs++;
            for (PhaseFigures phase : PhaseFigures.of(tasks)) {
                phases.computeIfAbsent(phase.phase(), key -> new DoubleSummaryStatistics())
                        .accept(phase.mean());
            }
            List<Endings> endings = Endings.of(run);
            boolean stated = areStated(tasks, endings);
            List<Waves> waves = stated ? Waves.of(tasks) : List.of();
            if (stated) {
                maps.add(waves);
                reduces.add(waves);
            }
            endsKnown &= stated;
            failed += endings.stream().mapToLong(Endings::failed).sum();
            killed += endings.stream().mapToLong(Endings::killed).sum();
            // Where nothing is known of how long attempts took, none is known to be slow.
            if (waves.stream().anyMatch(kind -> kind.longestChain() != null)) {
                addStragglers(run);
            } else {
                stragglersKnown = false;
            }
            addPlaces(run);
        }

        /** Whether kind and state of every attempt are known; without them none can be counted. */
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

        /** Of maps that read nothing, and of those whose input names no host, the counters do not tell where their data lay. */
        private void addPlaces(RunRecord run) {
            boolean readsNothing =
                    run.sizes() != null && Long.valueOf(0).equals(run.sizes().input());
            // Its maps are given to the hosts of small files that name those which they read.
            boolean isStockDfsio = run.throughput() != null && run.throughput().stock() != null;
            if (readsNothing || isStockDfsio) {
                return;
            }
            Locality.of(run)
                    .filter(found -> found.dataLocal() + found.rackLocal() > 0)
                    .ifPresent(found -> {
                        double all = found.dataLocal() + found.rackLocal() + found.other();
                        node.accept(found.dataLocal() / all);
                        rack.accept(found.rackLocal() / all);
                    });
        }

        TaskMeans build() {
            return new TaskMeans(
                    runs,
                    maps.build(),
                    reduces.build(),
                    new Seconds(
                            seconds(Phase.MAP), seconds(Phase.SHUFFLE), seconds(Phase.MERGE), seconds(Phase.REDUCE)),
                    node.getCount() == 0 ? null : new Places(node.getAverage(), rack.getAverage()),
                    endsKnown ? new Ends(failed, killed) : null,
                    stragglersKnown ? (Long) stragglers : null,
                    worst);
        }

        private Double seconds(Phase phase) {
            return phases.containsKey(phase) ? (Double) phases.get(phase).getAverage() : null;
        }

        private static Double mean(DoubleSummaryStatistics values) {
            return values.getCount() == 0 ? null : (Double) values.getAverage();
        }
    }
}
