package org.spindlebench.runner.cluster.embedded;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.StorageType;

/** A place for HDFS blocks, with the storage type that HDFS shall take it for. */
public record DataDir(StorageType type, Path path) {

    private static final Pattern SYNTAX = Pattern.compile("(?:\\[(\\w+)\\])?(.+)");

    /** Reads {@code [STORAGE_TYPE]path}; without a type it is a DISK, as in {@code dfs.datanode.data.dir}. */
    public static DataDir parse(String text) {
        Matcher parts = SYNTAX.matcher(text.trim());
        if (!parts.matches()) {
            throw new IllegalArgumentException("a data directory is [STORAGE_TYPE]path or path, not '" + text + "'");
        }
        String type = parts.group(1) == null ? "DISK" : parts.group(1);
        return new DataDir(storageType(type), Path.of(parts.group(2)).toAbsolutePath());
    }

    private static StorageType storageType(String name) {
        List<String> known =
                Arrays.stream(StorageType.values()).map(StorageType::name).toList();
        String upper = name.toUpperCase(Locale.ROOT);
        if (!known.contains(upper)) {
            throw new IllegalArgumentException("no storage type '" + name + "'; HDFS has " + known);
        }
        return StorageType.valueOf(upper);
    }

    @Override
    public String toString() {
        return "[" + type + "]" + path;
    }
}
