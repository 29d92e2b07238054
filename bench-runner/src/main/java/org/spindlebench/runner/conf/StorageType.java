package org.spindlebench.runner.conf;

import java.util.Arrays;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * The storage types of HDFS. The configuration of a DataNode states the type of each directory, and the DataNode does
 * not check it.
 */
public enum StorageType {
    DISK,
    SSD,
    ARCHIVE,
    RAM_DISK;

    static StorageType parse(String text) throws NotUnderstoodException {
        return valueOf(AllowedValues.of(
                        "storage type",
                        Arrays.stream(values()).map(StorageType::name).toList())
                .parse(text));
    }
}
