package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;

/** HDFS's storage policies, and the storage types on which each wants replicas, without what it falls back to. */
public enum StoragePolicy {
    HOT(StorageType.DISK),
    ONE_SSD(StorageType.SSD, StorageType.DISK),
    ALL_SSD(StorageType.SSD),
    WARM(StorageType.DISK, StorageType.ARCHIVE),
    COLD(StorageType.ARCHIVE),
    LAZY_PERSIST(StorageType.RAM_DISK, StorageType.DISK);

    // A copy that nobody changes.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<StorageType> types;

    StoragePolicy(StorageType... types) {
        this.types = List.of(types);
    }

    /** The first replica's storage type, and that of the others where it is another. */
    public List<StorageType> types() {
        return types;
    }

    static StoragePolicy parse(String text) throws NotUnderstoodException {
        return valueOf(Words.of(
                        "storage policy",
                        Arrays.stream(values()).map(StoragePolicy::name).toList())
                .parse(text));
    }
}
