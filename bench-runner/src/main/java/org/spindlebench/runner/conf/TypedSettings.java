package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.jobs.base.JobKeys;

/**
 * Describes the settings that a file may contain although it is not a program. Their values are numbers, words of a
 * list, free names, known codecs, and a JVM's flags for memory and collectors. Any other setting may name a class, a
 * command, a library or a file of this host, or change the services that the client trusts.
 */
public final class TypedSettings {
    /** The allowed content of a file, for messages. */
    public static final String ALLOWED = "numbers, true and false, sizes, known codecs, queues and other names,"
            + " and a JVM's flags for memory and collectors, where Hadoop expects them";

    private static final String NUMBER =
            "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE]-?\\d+)?\\s?(?:[kKmMgGtTpPeE][bB]?|ns|us|ms|[shdf])?";

    /** Numbers, sizes, time spans, and lists of them. */
    private static final Pattern MEASURE =
            Pattern.compile(NUMBER + "(?:,\\s?" + NUMBER + ")*|0[xX]\\p{XDigit}+|true|false|TRUE|FALSE");

    /**
     * Settings whose values are measures, although Hadoop's lists have no default for them, have another default, or
     * are not on the class path.
     */
    private static final Pattern MEASURED = Pattern.compile(String.join(
            "|",
            "mapreduce\\.(?:map|reduce)\\.(?:memory\\.mb|cpu\\.vcores|speculative|maxattempts|resource\\.[\\w.-]+)",
            "mapreduce\\.map\\.(?:sort\\.spill\\.percent|output\\.compress|minspills)",
            "mapreduce\\.task\\.(?:timeout|io\\.sort\\.(?:mb|factor)|merge\\.progress\\.records)",
            "mapreduce\\.reduce\\.(?:shuffle|input|merge|markreset)\\.[\\w.-]+",
            "mapreduce\\.job\\.(?:maps|reduces|reduce\\.slowstart\\.completedmaps|max\\.map|split\\.metainfo\\.maxsize)",
            "mapreduce\\.job\\.(?:running\\.(?:map|reduce)\\.limit|speculative\\.[\\w.-]+|heap\\.memory-mb\\.ratio)",
            "mapreduce\\.job\\.ubertask\\.(?:enable|max\\w+)",
            "mapreduce\\.output\\.fileoutputformat\\.compress",
            "mapreduce\\.input\\.(?:fileinputformat\\.split|lineinputformat|linerecordreader)\\.[\\w.-]+",
            "mapreduce\\.(?:terasort|randomwriter|randomtextwriter|ifile)\\.[\\w.-]+",
            "yarn\\.app\\.mapreduce\\.am\\.resource\\.[\\w.-]+",
            "yarn\\.scheduler\\.capacity\\.[\\w.-]+",
            "dfs\\.(?:blocksize|bytes-per-checksum|stream-buffer-size|client-write-packet-size)",
            "dfs\\.client\\.(?:cache|read|write|mmap)\\.[\\w.-]+",
            "io\\.(?:file\\.buffer\\.size|bytes\\.per\\.checksum|map\\.index\\.\\w+|(?:seqfile|mapfile)\\.[\\w.-]+)"));

    /** Keys for which Hadoop's default shows whether the value is a measure. */
    private static final Pattern LISTED = Pattern.compile("(?:mapreduce|dfs|yarn|map)\\..*");

    /** Settings that decide which services the client trusts, or whose classes come first. */
    private static final Pattern OF_TRUST = Pattern.compile(
            "security|encrypt\\.|ssl|https|auth|acl|proxy|permission|classloader|insecure|csrf|access\\.token");

    /** The words that Hadoop's lists name for a setting. */
    private static final Map<Pattern, List<String>> WORDS = Map.of(
            Pattern.compile("(?:mapreduce\\.(?:map|reduce)|yarn\\.app\\.mapreduce\\.am)\\.log\\.level"),
            List.of("OFF", "FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL"),
            Pattern.compile("mapreduce\\.output\\.fileoutputformat\\.compress\\.type"),
            List.of("NONE", "RECORD", "BLOCK"),
            Pattern.compile("mapreduce\\.framework\\.name"),
            List.of("yarn"),
            Pattern.compile("mapreduce\\.job\\.priority"),
            List.of("DEFAULT", "VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW"),
            Pattern.compile("mapreduce\\.client\\.output\\.filter"),
            List.of("NONE", "KILLED", "FAILED", "SUCCEEDED", "ALL"),
            Pattern.compile("mapreduce\\.jobhistory\\.jhist\\.format"),
            List.of("json", "binary"),
            Pattern.compile("dfs\\.client\\.block\\.write\\.replace-datanode-on-failure\\.policy"),
            List.of("NEVER", "DEFAULT", "ALWAYS"),
            Pattern.compile("dfs\\.checksum\\.(?:type|combine\\.mode)"),
            List.of("NULL", "CRC32", "CRC32C", "MD5MD5CRC", "COMPOSITE_CRC"),
            Pattern.compile("yarn\\.nodemanager\\.log-aggregation\\.compression-type"),
            List.of("none", "gz", "lzo"));

    /** Settings whose values are names that the user of a cluster chooses. */
    private static final Pattern NAMED = Pattern.compile(
            "mapreduce\\.job\\.(?:queuename|name|tags|reservation\\.id)|mapreduce\\.(?:job|job\\.am|map|reduce)\\.node-label-expression"
                    + "|mapred(?:uce)?\\.(?:fairscheduler\\.pool|job\\.pool(?:\\.name)?)|mapreduce\\.workflow\\.(?:id|name|node\\.name)"
                    + "|dfs\\.client\\.context|yarn\\.scheduler\\.capacity\\.[\\w.-]+\\.(?:queues|default-node-label-expression)");

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9._-]*(?:,[A-Za-z0-9._-]+)*");

    /** Spindle's own settings are words, sizes and lists of DataNodes. */
    private static final Pattern OF_SPINDLE = Pattern.compile("[A-Za-z0-9._:,+-]*");

    private static final Pattern JVM_OPTIONS =
            Pattern.compile("(?:mapred|mapreduce|yarn)\\..*(?:java\\.opts|command-opts)");

    /**
     * A flag may neither run a command nor read a file. So the list has only flags that set memory and collectors.
     */
    private static final Pattern JVM_FLAG = Pattern.compile(
            "-X(?:m[nsx]|ss)\\d{1,15}[kKmMgGtT]?|-server|-client|-verbose:gc"
                    + "|-XX:[+-](?:Use(?!JVMCI)|G1|CMS|Z|Shenandoah|PrintGC|AlwaysPreTouch|AdaptiveSize|ParallelRefProc|ExplicitGC"
                    + "|DisableExplicitGC|TieredCompilation|ResizeTLAB|ResizePLAB|ScavengeBeforeFullGC|ExitOnOutOfMemory|OptimizeStringConcat"
                    + "|PerfDisableSharedMem|UnlockExperimentalVMOptions|IgnoreUnrecognizedVMOptions)\\w*"
                    + "|-XX:(?!On|Flags|VMOptions|\\w*(?:File|Path|Command|Options|Archive|Library))\\w+=\\d{1,18}[kKmMgGtT]?");

    private TypedSettings() {}

    /** Checks whether a file may contain a setting, whose key is as {@link HadoopKeys#current} returns it. */
    public static boolean allows(String key, String value) {
        return allows(key, value, HadoopKeys::listedDefault);
    }

    /** @param listed returns Hadoop's default for a key; empty if its lists do not have the key, or are missing */
    static boolean allows(String key, String value, Function<String, Optional<String>> listed) {
        if (key.startsWith(JobKeys.PREFIX)) {
            return JobKeys.ALL.contains(key) && OF_SPINDLE.matcher(value).matches();
        }
        String plain = value.trim();
        if (MEASURE.matcher(plain).matches() && !OF_TRUST.matcher(key).find() && isMeasured(key, listed)) {
            return true;
        }
        if (NAMED.matcher(key).matches() && NAMES.matcher(plain).matches()) {
            return true;
        }
        if (JVM_OPTIONS.matcher(key).matches()) {
            return Stream.of(plain.split("[ \\t]+"))
                    .allMatch(flag -> flag.isEmpty() || JVM_FLAG.matcher(flag).matches());
        }
        if (isCodec(key)) {
            return Arrays.stream(Compression.values())
                    .anyMatch(known -> known.codec().equals(plain));
        }
        return WORDS.entrySet().stream()
                .anyMatch(words -> words.getKey().matcher(key).matches()
                        && words.getValue().contains(plain));
    }

    private static boolean isMeasured(String key, Function<String, Optional<String>> listed) {
        return MEASURED.matcher(key).matches()
                || (LISTED.matcher(key).matches()
                        && listed.apply(key)
                                .filter(usual -> MEASURE.matcher(usual).matches())
                                .isPresent());
    }

    private static boolean isCodec(String key) {
        return key.equals(JobSettings.CODEC) || key.equals(RunSetting.OUTPUT_COMPRESSION.key());
    }
}
