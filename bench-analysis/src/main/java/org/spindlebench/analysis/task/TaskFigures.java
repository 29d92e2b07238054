package org.spindlebench.analysis.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Endings.Locality;
import org.spindlebench.analysis.task.Endings.Preemption;
import org.spindlebench.analysis.task.Phases.PhaseFigures;

/**
 * All that the attempts of a run say. It can be written as a JSON document, and is made of the record whenever it is needed.
 *
 * @param phases of attempts that succeeded; empty where there is none
 * @param concurrency how many ran at once; null where no start and end is known
 * @param waves of maps and of reduces; empty where there is no attempt
 * @param stragglers attempts and hosts that were slow
 * @param locality where maps ran; null where nobody counted
 * @param endings of maps and of reduces; empty where there is neither an attempt nor a counter
 * @param preemption whether containers were taken away
 */
public record TaskFigures(
        List<PhaseFigures> phases,
        ConcurrencySeries concurrency,
        List<Waves> waves,
        Stragglers stragglers,
        Locality locality,
        List<Endings> endings,
        Preemption preemption) {
    public TaskFigures {
        phases = phases == null ? List.of() : List.copyOf(phases);
        waves = waves == null ? List.of() : List.copyOf(waves);
        endings = endings == null ? List.of() : List.copyOf(endings);
    }

    /** Of a run. */
    public static TaskFigures of(RunRecord run) {
        return new TaskFigures(
                PhaseFigures.of(run.tasks()),
                ConcurrencySeries.of(run.tasks()).orElse(null),
                Waves.of(run.tasks()),
                Stragglers.of(run.tasks()),
                Locality.of(run).orElse(null),
                Endings.of(run),
                Preemption.of(run));
    }

    /**
     * In how many waves the tasks of a kind ran. Both numbers are stated, as neither is the truth alone: where tasks are shorter than the
     * time in which containers are granted, the peak stays below the slots, and the first of a wave ends before its last starts, so that
     * one wave is seen as two; where a slot gets one task more than others, the chain is longer than tasks / slots.
     *
     * @param kind {@code map} or {@code reduce}
     * @param tasks attempts that succeeded
     * @param peak most attempts of any state at one instant
     * @param byPeak tasks / peak, rounded up; null where one of them is 0
     * @param longestChain the most attempts that succeeded of which each started when or after the one before had ended; null where of
     *     none start and end are known
     */
    public record Waves(String kind, int tasks, int peak, Integer byPeak, Integer longestChain) {
        /** Of each kind of which there is an attempt. */
        public static List<Waves> of(List<TaskTimes> tasks) {
            return Attempts.KINDS.stream()
                    .filter(kind -> tasks.stream().anyMatch(task -> kind.equals(task.kind())))
                    .map(kind -> of(kind, Attempts.ofKind(tasks, kind)))
                    .toList();
        }

        private static Waves of(String kind, List<TaskTimes> tasks) {
            List<TaskTimes> succeeded =
                    tasks.stream().filter(Attempts::succeeded).toList();
            int count = succeeded.size();
            int peak = mostAtOnce(tasks);
            int chain = longestChain(Attempts.spans(succeeded));
            return new Waves(
                    kind,
                    count,
                    peak,
                    count == 0 || peak == 0 ? null : (Integer) ((count + peak - 1) / peak),
                    chain == 0 ? null : (Integer) chain);
        }

        /** Most attempts of any state at one instant; one that ends when another starts does not run beside it. */
        public static int mostAtOnce(List<TaskTimes> tasks) {
            return peak(Attempts.spans(tasks));
        }

        static int peak(List<Attempts.Span> spans) {
            long[] starts =
                    spans.stream().mapToLong(Attempts.Span::from).sorted().toArray();
            long[] ends = spans.stream().mapToLong(Attempts.Span::to).sorted().toArray();
            int ended = 0;
            int peak = 0;
            for (int started = 0; started < starts.length; started++) {
                // One that ends when another starts does not run beside it.
                while (ended < ends.length && ends[ended] <= starts[started]) {
                    ended++;
                }
                peak = Math.max(peak, started + 1 - ended);
            }
            return peak;
        }

        /** By taking always the one that ends first of those that can follow: no other choice leaves more to come. */
        static int longestChain(List<Attempts.Span> spans) {
            List<Attempts.Span> byEnd = new ArrayList<>(spans);
            byEnd.sort(Comparator.comparingLong(Attempts.Span::to).thenComparingLong(Attempts.Span::from));
            int chain = 0;
            long end = Long.MIN_VALUE;
            for (Attempts.Span span : byEnd) {
                if (span.from() >= end) {
                    chain++;
                    end = span.to();
                }
            }
            return chain;
        }
    }
}
