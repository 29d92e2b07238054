package org.spindlebench.runner.conf;

import java.util.Arrays;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** HDFS's storage types: what a DataNode is told that a directory lies on, whatever it lies on. */
public enum StorageType {
    DISK,
    SSD,
    ARCHIVE,
    RAM_DISK;

    static StorageType parse(String text) throws NotUnderstoodException {
        return valueOf(Words.of(
                        "storage type",
                        Arrays.stream(values()).map(StorageType::name).toList())
                .parse(text));
    }
}
