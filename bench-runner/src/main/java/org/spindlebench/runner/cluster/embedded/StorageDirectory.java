package org.spindlebench.runner.cluster.embedded;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * A directory of an embedded DataNode.
 *
 * @param type the declared storage type, if given
 * @param path the absolute path
 */
public record StorageDirectory(Optional<Type> type, Path path) {
    private static final Pattern SHAPE = Pattern.compile("(?:\\[([^\\]]*)\\])?(.*)");

    /** The storage types of HDFS. */
    public enum Type {
        DISK,
        SSD,
        ARCHIVE,
        RAM_DISK,
        NVDIMM
    }

    /** Parses {@code /data/1} or {@code [SSD]/data/1}. */
    public static StorageDirectory parse(Path directory, String text) throws NotUnderstoodException {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches() || matcher.group(2).isBlank()) {
            throw new NotUnderstoodException("a directory is missing", "DIR or [TYPE]DIR, such as [SSD]/data/1", "");
        }
        Optional<Type> type = Optional.empty();
        if (matcher.group(1) != null) {
            type = Optional.of(
                    Type.valueOf(AllowedValues.of("storage type", types()).parse(matcher.group(1))));
        }
        return new StorageDirectory(type, directory.resolve(matcher.group(2)).toAbsolutePath());
    }

    private static List<String> types() {
        return Arrays.stream(Type.values()).map(Type::name).toList();
    }

    /** Returns the storage type for HDFS, by default that of a disk. */
    Type storageType() {
        return type.orElse(Type.DISK);
    }

    StorageDirectory resolve(String name) {
        return new StorageDirectory(Optional.of(storageType()), path.resolve(name));
    }

    /** Returns the directory in the form of HDFS's own setting for data directories. */
    @Override
    public String toString() {
        return type.map(name -> "[" + name + "]").orElse("") + path;
    }
}
