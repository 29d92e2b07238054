package org.spindlebench.analysis.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;
import org.spindlebench.analysis.task.Phases.PhaseDurations;

/**
 * What every valid run of a cell measured apart from its duration: throughput, as in Table 4 and Figure 3 of SanDisk's
 * paper on TestDFSIO; sizes of requests, as in Figure 3 of Cloudera's paper; busy processors; and seconds of phases, as
 * in Figure 2 of ALOJA's report.
 *
 * @param samples the observations of each quantity that every valid run states, grouped by visits as durations are
 * @param streams where the time of streams went, for each valid run that states it
 */
public record CellMeasures(Map<MeasuredQuantity, VisitedSample> samples, List<StreamTimes> streams) {
    static final CellMeasures NONE = new CellMeasures(Map.of(), List.of());

    /** The quantities. All are above 0. */
    public enum MeasuredQuantity {
        /**
         * Bytes per second: the mean rate while at least half of the streams ran, without the rise and the tail;
         * HiBench's DFSIOE calls it the average aggregate throughput.
         */
        DFSIOE_AVERAGE,
        /** Bytes / the time from the earliest start of a stream to the latest end of a stream. */
        OVER_STREAMS,
        /** Bytes / the job's duration. */
        OVER_EXECUTION,
        /** Bytes per request of HDFS, reads and writes together. */
        HDFS_IO_SIZE,
        /** Bytes per request of the shuffle, reads and writes together. */
        SHUFFLE_IO_SIZE,
        /** The busy share of all hardware threads. */
        CPU_BUSY,
        /** Seconds of a successful map. */
        MAP_SECONDS,
        /** Seconds of a successful reduce until it has fetched the last map's output. */
        SHUFFLE_SECONDS,
        /** Seconds of a successful reduce between its shuffle and its first record. */
        MERGE_SECONDS,
        /** The other seconds of a successful reduce. */
        REDUCE_SECONDS;

        /** The kinds of throughput; the first is the kind that publications print. None replaces another. */
        public static final List<MeasuredQuantity> THROUGHPUTS = List.of(DFSIOE_AVERAGE, OVER_STREAMS, OVER_EXECUTION);

        /** The quantities that are not throughputs. */
        public static final List<MeasuredQuantity> OTHERS = List.of(
                HDFS_IO_SIZE, SHUFFLE_IO_SIZE, CPU_BUSY, MAP_SECONDS, SHUFFLE_SECONDS, MERGE_SECONDS, REDUCE_SECONDS);

        /** Returns {@code bytes/s}, {@code bytes}, {@code s}, or {@code 1} for a share. */
        public String unit() {
            return switch (this) {
                case DFSIOE_AVERAGE, OVER_STREAMS, OVER_EXECUTION -> "bytes/s";
                case HDFS_IO_SIZE, SHUFFLE_IO_SIZE -> "bytes";
                case CPU_BUSY -> "1";
                default -> "s";
            };
        }

        /** Returns the quantity's name in documents. */
        public String word() {
            return this == DFSIOE_AVERAGE
                    ? "DFSIOE average"
                    : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /** Returns the name for programs, such as {@code cpu_busy}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the quantities that a run states. */
        public static Map<MeasuredQuantity, Double> of(RunRecord run) {
            List<PhaseDurations> phases = run.tasks().isEmpty() ? List.of() : PhaseDurations.of(run.tasks());
            Map<MeasuredQuantity, Double> found = new EnumMap<>(MeasuredQuantity.class);
            for (MeasuredQuantity one : values()) {
                Double value = one.of(run, phases);
                if (value != null) {
                    found.put(one, value);
                }
            }
            return found;
        }

        private Double of(RunRecord run, List<PhaseDurations> phases) {
            return switch (this) {
                case DFSIOE_AVERAGE, OVER_STREAMS, OVER_EXECUTION ->
                    run.throughput() == null ? null : throughput(run.throughput());
                case HDFS_IO_SIZE -> size(run, RoleIo.HDFS);
                case SHUFFLE_IO_SIZE -> size(run, RoleIo.SHUFFLE);
                case CPU_BUSY ->
                    proofs(run).map(Proofs::cpu).map(cpu -> cpu.busy()).orElse(null);
                case MAP_SECONDS, SHUFFLE_SECONDS, MERGE_SECONDS, REDUCE_SECONDS ->
                    phases.stream()
                            .filter(one -> name().startsWith(one.phase().name()))
                            .map(PhaseDurations::mean)
                            .findFirst()
                            .orElse(null);
            };
        }

        private Double throughput(Throughput run) {
            return switch (this) {
                case DFSIOE_AVERAGE ->
                    run.steady() == null ? null : run.steady().mean();
                case OVER_STREAMS -> run.overStreams();
                default -> run.overExecution();
            };
        }

        private static Optional<Proofs> proofs(RunRecord run) {
            return Optional.ofNullable(run.evidence()).map(evidence -> evidence.proofs());
        }

        /** A direction whose size is unknown is left out: in a job of one role, its requests are not the role's. */
        private static Double size(RunRecord run, String role) {
            return proofs(run).stream()
                    .flatMap(proofs -> proofs.roles().stream())
                    .filter(one -> one.known() && one.role().equals(role))
                    .map(one -> size(one.io()))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        private static Double size(Io io) {
            double requests = known(io.reads(), io.bytesPerRead()) + known(io.writes(), io.bytesPerWrite());
            double bytes = known(io.reads(), io.bytesPerRead()) * number(io.bytesPerRead())
                    + known(io.writes(), io.bytesPerWrite()) * number(io.bytesPerWrite());
            return requests == 0 ? null : (Double) (bytes / requests);
        }

        private static double known(Long requests, Double size) {
            return requests == null || size == null ? 0 : requests;
        }

        private static double number(Double size) {
            return size == null ? 0 : size;
        }
    }

    public CellMeasures {
        samples = samples.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(samples));
        streams = List.copyOf(streams);
    }

    /** Collects the runs of a cell. It keeps nothing of a quantity that a run does not state. */
    static final class Builder {
        private final List<String> visits = new ArrayList<>();
        private final List<StreamTimes> streams = new ArrayList<>();
        private final Map<MeasuredQuantity, List<Double>> values = new EnumMap<>(MeasuredQuantity.class);

        Builder() {
            for (MeasuredQuantity one : MeasuredQuantity.values()) {
                values.put(one, new ArrayList<>());
            }
        }

        /** Adds a valid run; the visit is null for a run without one. */
        void add(String visit, RunRecord run, List<PhaseDurations> phases) {
            if (run.throughput() != null && run.throughput().streamTimes() != null) {
                streams.add(run.throughput().streamTimes());
            }
            if (values.isEmpty()) {
                return;
            }
            visits.add(visit);
            values.entrySet()
                    .removeIf(entry -> !isKept(entry.getValue(), entry.getKey().of(run, phases)));
        }

        private static boolean isKept(List<Double> known, Double value) {
            return value != null && value > 0 && value < Sample.LARGEST && known.add(value);
        }

        /** A mean over some runs would not be of the same runs as the mean duration, so all runs count or none. */
        CellMeasures build() {
            Map<MeasuredQuantity, VisitedSample> samples = new EnumMap<>(MeasuredQuantity.class);
            if (!visits.isEmpty()) {
                values.forEach((quantity, known) -> samples.put(quantity, VisitedSample.of(visits, known)));
            }
            return new CellMeasures(samples, streams);
        }
    }
}
