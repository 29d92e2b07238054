package org.spindlebench.analysis.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Endings.Locality;
import org.spindlebench.analysis.task.Endings.Preemption;
import org.spindlebench.analysis.task.Phases.PhaseDurations;

/**
 * All numbers that are computed from a run's attempts. They can be written as a JSON document, and are computed from
 * the record whenever they are needed.
 *
 * @param phases the phases of attempts that succeeded; empty if there are none
 * @param concurrency the number of attempts that ran at once; null if no attempt's start and end are known
 * @param waves the waves of maps and of reduces; empty if there are no attempts
 * @param locality where maps ran; null if the job has no counters for it
 * @param endings the ends of maps and reduces; empty if there is neither an attempt nor a counter
 */
public record TaskStatistics(
        List<PhaseDurations> phases,
        ConcurrencySeries concurrency,
        List<Waves> waves,
        Stragglers stragglers,
        Locality locality,
        List<Endings> endings,
        Preemption preemption) {
    public TaskStatistics {
        phases = phases == null ? List.of() : List.copyOf(phases);
        waves = waves == null ? List.of() : List.copyOf(waves);
        endings = endings == null ? List.of() : List.copyOf(endings);
    }

    public static TaskStatistics of(RunRecord run) {
        return new TaskStatistics(
                PhaseDurations.of(run.tasks()),
                ConcurrencySeries.of(run.tasks()).orElse(null),
                Waves.of(run.tasks()),
                Stragglers.of(run.tasks()),
                Locality.of(run).orElse(null),
                Endings.of(run),
                Preemption.of(run));
    }

    /**
     * The number of waves in which the tasks of a kind ran. Two numbers are given, because each can mislead. Tasks may
     * be so short that the first ones of a wave end before the last ones get a container. The peak then stays below the
     * slots, and one wave looks like two. If one slot gets more tasks than others, the chain is longer than tasks /
     * slots.
     *
     * @param kind {@code map} or {@code reduce}
     * @param tasks the number of attempts that succeeded
     * @param peak the largest number of attempts of any state at one instant
     * @param byPeak tasks / peak, rounded up; null if either is 0
     * @param longestChain the largest number of successful attempts in a chain, in which each started at or after the
     *     end of the one before; null if no attempt's start and end are known
     */
    public record Waves(String kind, int tasks, int peak, Integer byPeak, Integer longestChain) {
        /** Returns the waves of each kind that has an attempt. */
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

        /**
         * Returns the seconds from the first start to the last start of a wave's tasks, from the attempts that succeeded;
         * null if no start is known.
         *
         * @param tasks the attempts of one kind
         * @param slots the number of tasks in one wave; later starts do not count
         */
        public static Double ramp(List<TaskTimes> tasks, int slots) {
            long[] starts = tasks.stream()
                    .filter(task -> Attempts.succeeded(task) && task.started() != null)
                    .mapToLong(task -> task.started().toEpochMilli())
                    .sorted()
                    .limit(Math.max(1, slots))
                    .toArray();
            return starts.length == 0
                    ? null
                    : (Double) new Attempts.AttemptSpan(starts[0], starts[starts.length - 1]).seconds();
        }

        /**
         * Returns the largest number of attempts, in any state, that ran at one instant; an attempt that starts at
         * another's end does not overlap with it.
         */
        public static int mostAtOnce(List<TaskTimes> tasks) {
            return peak(Attempts.spans(tasks));
        }

        static int peak(List<Attempts.AttemptSpan> spans) {
            long[] starts = spans.stream()
                    .mapToLong(Attempts.AttemptSpan::from)
                    .sorted()
                    .toArray();
            long[] ends =
                    spans.stream().mapToLong(Attempts.AttemptSpan::to).sorted().toArray();
            int ended = 0;
            int peak = 0;
            for (int started = 0; started < starts.length; started++) {
                while (ended < ends.length && ends[ended] <= starts[started]) {
                    ended++;
                }
                peak = Math.max(peak, started + 1 - ended);
            }
            return peak;
        }

        /** Returns the longest chain, by always taking the following attempt that ends first. */
        static int longestChain(List<Attempts.AttemptSpan> spans) {
            List<Attempts.AttemptSpan> byEnd = new ArrayList<>(spans);
            byEnd.sort(
                    Comparator.comparingLong(Attempts.AttemptSpan::to).thenComparingLong(Attempts.AttemptSpan::from));
            int chain = 0;
            long end = Long.MIN_VALUE;
            for (Attempts.AttemptSpan span : byEnd) {
                if (span.from() >= end) {
                    chain++;
                    end = span.to();
                }
            }
            return chain;
        }
    }
}
