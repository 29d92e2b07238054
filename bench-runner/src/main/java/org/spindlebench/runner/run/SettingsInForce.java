package org.spindlebench.runner.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.TaskStatistics.Waves;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SplitHosts;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.JobHistory.MapOutput;
import org.spindlebench.runner.conf.HadoopKeys.HadoopValue;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/**
 * Checks whether the requested settings were in force. It uses the finished job's configuration, which only echoes
 * them, and their effects where these are visible.
 */
final class SettingsInForce {
    private final SizedRun run;
    private final JobHistory history;

    SettingsInForce(SizedRun run, JobHistory history) {
        this.run = run;
        this.history = history;
    }

    void check(Map<String, String> asked, List<StoredFile> output, Consumer<Check> proof) {
        boolean own = run.spec().program() != null;
        if (history.inForce() != null && !(own && history.inForce().isEmpty())) {
            proof.accept(configuration(own ? run.spec().required() : asked));
        }
        new VisibleEffects(run, history).check(output, proof);
    }

    private Check configuration(Map<String, String> asked) {
        List<String> different = new ArrayList<>();
        int compared = 0;
        for (Map.Entry<String, String> setting : new TreeMap<>(asked).entrySet()) {
            String actual = history.inForce().get(setting.getKey());
            if (isSetByTool(setting.getKey(), actual) || HadoopValue.isUnclear(setting.getValue() + actual)) {
                continue;
            }
            compared++;
            if (!HadoopValue.same(setting.getValue(), actual)) {
                different.add(setting.getKey() + ": " + setting.getValue() + " was asked for, but "
                        + (actual == null ? "nothing" : actual) + " is in force");
            }
        }
        String expected = compared + " settings as asked for";
        return new Check(
                "settings in force",
                expected,
                different.isEmpty() ? expected : String.join("; ", different),
                different.isEmpty());
    }

    /**
     * Tools without reducers set the number of reduces themselves, and ignore the suite's number. Tools that read whole
     * files also set the least size of a split themselves. The client removes the hosts of splits when it has made the
     * splits.
     */
    private boolean isSetByTool(String key, String actual) {
        if (key.equals(SplitHosts.KEY)) {
            return true;
        }
        if (key.equals(FileInputFormat.SPLIT_MINSIZE)) {
            return String.valueOf(Long.MAX_VALUE).equals(actual);
        }
        Set<WaveOf> withReduces = Set.of(WaveOf.REDUCES, WaveOf.BOTH);
        return key.equals(RunSetting.REDUCES.key())
                && !withReduces.contains(run.job().wave());
    }

    /** Checks effects that must be visible. A node's final settings override what a job's configuration shows. */
    static final class VisibleEffects {
        /** So few bytes may by chance have the same size with and without a codec. */
        private static final long LEAST_MAP_OUTPUT = 1 << 20;

        private static final String ENCRYPTED = "mapreduce.job.encrypted-intermediate-data";

        /** The end mark of a segment, of two bytes, and its checksum, of four. */
        private static final int SEGMENT_END = 6;

        /** The bytes that encryption adds to a segment: an offset of 8 bytes and an initialisation vector of 16. */
        private static final int SEGMENT_CIPHER = 24;

        /** The bytes that MapReduce's buffer needs for each record in addition to the record itself. */
        private static final int BUFFER_PER_RECORD = 16;

        /** A map's output must miss a limit by this factor, since a record is never split between two spills. */
        private static final double MARGIN = 1.25;

        private final SizedRun run;
        private final JobHistory history;
        private final Map<String, String> inForce;

        VisibleEffects(SizedRun run, JobHistory history) {
            this.run = run;
            this.history = history;
            this.inForce = Objects.requireNonNullElse(history.inForce(), Map.of());
        }

        void check(List<StoredFile> output, Consumer<Check> proof) {
            blockSize(output, proof);
            reduces(proof);
            slowstart(proof);
            containersPerNode(proof);
            compression(proof);
            spills(proof);
        }

        private void blockSize(List<StoredFile> output, Consumer<Check> proof) {
            // A program may choose the size of its blocks unless the suite states one.
            boolean chosen = run.spec().program() != null
                    && RunSetting.BLOCK_SIZE.in(run.configuration()).isEmpty();
            if (run.outputReplication() > 0 && !output.isEmpty() && !chosen) {
                Set<Long> sizes = output.stream().map(StoredFile::blockSize).collect(Collectors.toSet());
                Object found = sizes.size() == 1 ? sizes.iterator().next() : sizes;
                proof.accept(Check.equal("block size of the output", run.blockSize(), found));
            }
        }

        private void reduces(Consumer<Check> proof) {
            if (run.job().wave() == WaveOf.REDUCES || run.job().wave() == WaveOf.BOTH) {
                int reduces = history.succeeded("reduce");
                proof.accept(Check.equal("reduces that ran", run.reduces(), reduces));
            }
        }

        /** Checks that no reduce starts before the configured share of the maps has ended. */
        private void slowstart(Consumer<Check> proof) {
            List<Instant> mapEnds = history.tasks().stream()
                    .filter(task -> task.kind().equals("map") && task.state().equals("SUCCEEDED"))
                    .map(TaskTimes::finished)
                    .filter(Objects::nonNull)
                    .sorted()
                    .toList();
            String share = run.configuration().get(RunSetting.SLOWSTART.key());
            List<Instant> reduceStarts = history.tasks().stream()
                    .filter(task -> task.kind().equals("reduce"))
                    .map(TaskTimes::started)
                    .filter(Objects::nonNull)
                    .sorted(Comparator.naturalOrder())
                    .toList();
            // The reduces of one job do not wait for the maps of another.
            boolean several = history.applications().size() > 1;
            if (share == null || several || mapEnds.isEmpty() || reduceStarts.isEmpty()) {
                return;
            }
            int needed = (int) Math.ceil(Double.parseDouble(share) * mapEnds.size());
            if (needed > 0) {
                Instant earliest = mapEnds.get(needed - 1);
                boolean held = !reduceStarts.get(0).isBefore(earliest);
                proof.accept(new Check(
                        "slowstart",
                        "no reduce before " + needed + " of " + mapEnds.size() + " maps had ended",
                        held
                                ? "no reduce before " + needed + " of " + mapEnds.size() + " maps had ended"
                                : "a reduce at " + reduceStarts.get(0) + ", that map's end at " + earliest,
                        held));
            }
        }

        private void containersPerNode(Consumer<Check> proof) {
            String asked = run.configuration().get(JobKeys.CONTAINERS_PER_NODE);
            if (asked == null) {
                return;
            }
            int most = Integer.parseInt(asked);
            List<String> over = new ArrayList<>();
            Set<String> hosts = history.tasks().stream().map(TaskTimes::host).collect(Collectors.toSet());
            for (String host : hosts) {
                List<TaskTimes> here = history.tasks().stream()
                        .filter(task -> Objects.equals(host, task.host()))
                        .toList();
                int peak = Waves.mostAtOnce(here);
                if (peak > most) {
                    over.add(host + " had " + peak);
                }
            }
            String expected = "at most " + most + " on every node";
            proof.accept(new Check(
                    "containers per node",
                    expected,
                    over.isEmpty() ? expected : String.join("; ", over),
                    over.isEmpty()));
        }

        /** Jobs with a combiner are not checked, because the size of its output says nothing about compression. */
        private void compression(Consumer<Check> proof) {
            Long bytes = counter("MAP_OUTPUT_BYTES");
            Long materialized = counter("MAP_OUTPUT_MATERIALIZED_BYTES");
            String compress = run.configuration().get(JobSettings.COMPRESS);
            if (bytes == null || materialized == null || compress == null || bytes < LEAST_MAP_OUTPUT || combined()) {
                return;
            }
            boolean asked = Boolean.parseBoolean(compress);
            PlainOutput plain = plain(bytes);
            proof.accept(new Check(
                    "map output on disk",
                    (asked ? "not " : "") + plain + " bytes, which it has without a codec",
                    materialized + " bytes",
                    asked != plain.mayHave(materialized)));
        }

        /**
         * Returns the size that the map output has without a codec. Each segment is an IFile, which adds the lengths of
         * key and value to each record. Some jobs count their records with these lengths. For other records, the
         * lengths are known within bounds. A length below 128 takes one byte. A longer length takes at most one more
         * byte for each 128 bytes, and 5 bytes in all.
         */
        private PlainOutput plain(long bytes) {
            Long segments = counter("SHUFFLED_MAPS");
            Long records = counter("MAP_OUTPUT_RECORDS");
            Long framed = run.job().framedMapOutput(new JobCompletion(null, history.counters()));
            if (segments == null || records == null) {
                return new PlainOutput(bytes, Long.MAX_VALUE);
            }
            boolean encrypted = Boolean.parseBoolean(inForce.get(ENCRYPTED));
            long ends = segments * (encrypted ? SEGMENT_END + SEGMENT_CIPHER : SEGMENT_END);
            if (framed != null) {
                return new PlainOutput(framed + ends, framed + ends);
            }
            long lengths = Math.min(10 * records, 2 * records + bytes / 128);
            return new PlainOutput(bytes + 2 * records + ends, bytes + lengths + ends);
        }

        /** The bounds of the size of map output without a codec. */
        private record PlainOutput(long least, long most) {
            boolean mayHave(long bytes) {
                return least <= bytes && bytes <= most;
            }

            @Override
            public String toString() {
                return least == most
                        ? String.valueOf(least)
                        : least + (most == Long.MAX_VALUE ? " or more" : " to " + most);
            }
        }

        /**
         * A map whose output fits the sort buffer spills each record once. A larger output is spilled in parts, and
         * once more when the parts are merged. Nothing is claimed about maps in between.
         */
        private void spills(Consumer<Check> proof) {
            boolean several = history.applications().size() > 1;
            if (counter("REDUCE_INPUT_RECORDS") == null || combined() || several) {
                return;
            }
            double buffer = number(RunSetting.IO_SORT_MB, 100) * (1 << 20);
            double limit = buffer * number(RunSetting.SPILL_PERCENT, 0.8);
            List<MapOutput> small = maps(map -> buffered(map) * MARGIN < limit);
            List<MapOutput> large = maps(map -> buffered(map) > buffer * MARGIN);
            if (small.isEmpty() && large.isEmpty()) {
                return;
            }
            String expected = String.format(
                    Locale.ROOT,
                    "of %d maps that fit a buffer of %.0f bytes each record once, of %d larger maps more",
                    small.size(),
                    buffer,
                    large.size());
            List<MapOutput> wrong = new ArrayList<>(small);
            wrong.removeIf(map -> map.spilled() == map.records());
            large.stream().filter(map -> map.spilled() <= map.records()).forEach(wrong::add);
            String observed = wrong.isEmpty()
                    ? expected
                    : String.format(
                            Locale.ROOT,
                            "%d of them differ; one has %d records of %.0f bytes in the buffer, and spilled %d",
                            wrong.size(),
                            wrong.get(0).records(),
                            buffered(wrong.get(0)),
                            wrong.get(0).spilled());
            proof.accept(new Check("records spilled by the maps", expected, observed, wrong.isEmpty()));
        }

        private List<MapOutput> maps(Predicate<MapOutput> which) {
            return history.mapped().values().stream().filter(which).toList();
        }

        private static double buffered(MapOutput map) {
            return map.bytes() + (double) BUFFER_PER_RECORD * map.records();
        }

        private double number(RunSetting setting, double otherwise) {
            String value = run.configuration().getOrDefault(setting.key(), inForce.get(setting.key()));
            return value == null ? otherwise : Double.parseDouble(value);
        }

        private boolean combined() {
            Long combined = counter("COMBINE_INPUT_RECORDS");
            return combined != null && combined > 0;
        }

        private Long counter(String name) {
            return history.counters()
                    .getOrDefault(RecordAssembler.TASK, Map.of())
                    .get(name);
        }
    }
}
