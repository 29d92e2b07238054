package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.FileSafeName.CodingName;
import org.spindlebench.runner.conf.FileSafeName.DataName;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber.Fraction;

/**
 * A setting with its own name that a suite can vary from run to run. Runs with different values are not comparable,
 * whether users give the name or the Hadoop key.
 */
public enum RunSetting {
    OUTPUT_COMPRESSION("mapreduce.output.fileoutputformat.compress.codec", Compression::checked),
    IO_SORT_MB("mapreduce.task.io.sort.mb", whole(1, 2047)),
    SORT_FACTOR("mapreduce.task.io.sort.factor", whole(2, 100_000)),
    SPILL_PERCENT("mapreduce.map.sort.spill.percent", Fraction::aboveZero),
    PARALLEL_COPIES("mapreduce.reduce.shuffle.parallelcopies", whole(1, 10_000)),
    SHUFFLE_INPUT_BUFFER("mapreduce.reduce.shuffle.input.buffer.percent", Fraction::checked),
    SHUFFLE_MEMORY_LIMIT("mapreduce.reduce.shuffle.memory.limit.percent", Fraction::checked),
    SHUFFLE_MERGE("mapreduce.reduce.shuffle.merge.percent", Fraction::checked),
    REDUCE_INPUT_BUFFER("mapreduce.reduce.input.buffer.percent", Fraction::checked),
    REDUCES("mapreduce.job.reduces", whole(1, 1_000_000)),
    SLOWSTART("mapreduce.job.reduce.slowstart.completedmaps", Fraction::checked),
    BLOCK_SIZE("dfs.blocksize", RunSetting::blockSize),
    IO_BUFFER("io.file.buffer.size", size()),
    REPLICATION(JobKeys.REPLICATION, whole(1, 512)),
    CONTAINERS_PER_NODE(JobKeys.CONTAINERS_PER_NODE, whole(1, 10_000)),
    FILES(JobKeys.FILES, whole(1, 100_000)),
    SYNC(JobKeys.SYNC, AllowedValues.of("way to sync", List.of("none", "close", "block"))),
    DATA(JobKeys.DATA, DataName::checked),
    PLACEMENT(JobKeys.PLACEMENT, AllowedValues.of("placement", List.of(JobKeys.HOSTS, JobKeys.ANY))),
    STORAGE_POLICY(
            JobKeys.STORAGE_POLICY,
            AllowedValues.of("storage policy", List.of("HOT", "WARM", "COLD", "ONE_SSD", "ALL_SSD", "LAZY_PERSIST"))),
    ERASURE_CODING(JobKeys.ERASURE_CODING, CodingName::checked),
    INPUT_BYTES(JobKeys.INPUT_BYTES, sizeOrNothing()),
    SHUFFLE_BYTES(JobKeys.SHUFFLE_BYTES, sizeOrNothing()),
    SHUFFLE_DATA(JobKeys.SHUFFLE_DATA, DataName::checked),
    OUTPUT_BYTES(JobKeys.OUTPUT_BYTES, sizeOrNothing());

    /** The jobs whose maps make their own data, and follow a {@link #PLACEMENT}. */
    public static final Set<String> PLACED_JOBS = Set.of("teragen", "shuffle", "hdfs-write", "dfsio-write", "sleep");

    /** The settings that only some jobs follow. All others are Hadoop's own settings, which every job follows. */
    public static final Set<RunSetting> OF_SOME_JOBS = Collections.unmodifiableSet(EnumSet.of(
            SYNC,
            DATA,
            FILES,
            PLACEMENT,
            STORAGE_POLICY,
            ERASURE_CODING,
            OUTPUT_COMPRESSION,
            INPUT_BYTES,
            SHUFFLE_BYTES,
            SHUFFLE_DATA,
            OUTPUT_BYTES));

    private static final String OUTPUT_COMPRESS = "mapreduce.output.fileoutputformat.compress";

    private final String key;
    // Parsers hold no state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final ValueParser<String> parser;

    RunSetting(String key, ValueParser<String> parser) {
        this.key = key;
        this.parser = parser;
    }

    /** Returns the setting's name in suites and records. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String key() {
        return key;
    }

    /** Parses a value in the form of suites. Returns numbers and sizes in Hadoop's form. */
    public String parse(String text) throws NotUnderstoodException {
        return parser.parse(text);
    }

    public Map<String, String> configuration(String value) {
        return switch (this) {
            case OUTPUT_COMPRESSION -> outputCompression(Compression.valueOf(value.toUpperCase(Locale.ROOT)));
            case IO_BUFFER -> Map.of(key, value, JobKeys.BUFFER_BYTES, value);
            default -> Map.of(key, value);
        };
    }

    private static Map<String, String> outputCompression(Compression compression) {
        return compression == Compression.NONE
                ? Map.of(OUTPUT_COMPRESS, "false")
                : Map.of(
                        OUTPUT_COMPRESS,
                        "true",
                        OUTPUT_COMPRESS + ".codec",
                        compression.codec(),
                        OUTPUT_COMPRESS + ".type",
                        "BLOCK");
    }

    /**
     * Returns the setting's value in a job's configuration; empty if it is not set there. It is also empty for a
     * placement without hosts, because runs of earlier versions have no placement.
     */
    public Optional<String> in(Map<String, String> configuration) {
        if (this == PLACEMENT) {
            return Optional.ofNullable(configuration.get(key)).filter(JobKeys.HOSTS::equals);
        }
        if (this != OUTPUT_COMPRESSION) {
            return Optional.ofNullable(configuration.get(key));
        }
        boolean compressed = Boolean.parseBoolean(configuration.get(OUTPUT_COMPRESS));
        return compressed
                ? Optional.of(Compression.labelOfCodec(configuration.getOrDefault(key, Compression.DEFAULT.codec())))
                : Optional.empty();
    }

    /** Returns all settings of this kind in a job's configuration, by their names in suites. */
    public static Map<String, String> named(Map<String, String> configuration) {
        Map<String, String> named = new TreeMap<>();
        for (RunSetting setting : values()) {
            setting.in(configuration).ifPresent(value -> named.put(setting.label(), value));
        }
        return named;
    }

    public static Map<String, RunSetting> byLabel() {
        Map<String, RunSetting> byLabel = new LinkedHashMap<>();
        Arrays.stream(values()).forEach(setting -> byLabel.put(setting.label(), setting));
        return byLabel;
    }

    private static ValueParser<String> whole(int min, int max) {
        return text -> String.valueOf(WholeNumber.between(min, max).parse(text));
    }

    /** A block consists of whole checksums of 512 bytes. */
    private static String blockSize(String text) throws NotUnderstoodException {
        long bytes = ByteSize.parse(text);
        if (bytes % 512 != 0) {
            throw new NotUnderstoodException("not the size of a block", "a multiple of 512 bytes, such as 128MiB", "");
        }
        return String.valueOf(bytes);
    }

    private static ValueParser<String> size() {
        return text -> String.valueOf(ByteSize.parse(text));
    }

    private static ValueParser<String> sizeOrNothing() {
        return text -> String.valueOf(ByteSize.parseOrNothing(text));
    }
}
