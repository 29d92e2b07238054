package org.spindlebench.runner.conf;

import java.util.Arrays;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** HDFS's storage types. A DataNode is told the type of each directory and does not check it. */
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
