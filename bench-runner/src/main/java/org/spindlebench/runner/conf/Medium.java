package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a device stores on. */
public enum Medium {
    HDD("HDD"),
    /** Flash, behind SATA, SAS or PCIe. */
    SSD("SSD"),
    NVME("NVMe"),
    /** A file system in memory. */
    RAM("RAM");

    private final String title;

    Medium(String title) {
        this.title = title;
    }

    /** As tables name it. */
    public String title() {
        return title;
    }

    /** What HDFS is told that it is where the file says nothing: HDFS's own default, but for memory. */
    StorageType defaultStorage() {
        return this == RAM ? StorageType.RAM_DISK : StorageType.DISK;
    }

    static Medium parse(String text) throws NotUnderstoodException {
        return valueOf(Words.of("kind of device", labels()).parse(text).toUpperCase(Locale.ROOT));
    }

    private static List<String> labels() {
        return Arrays.stream(values())
                .map(medium -> medium.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
