package org.spindlebench.runner.plan;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.runner.conf.Compression;

/** What is repeated: one job with one compression and one size. */
record Cell(String job, Compression compression, long bytesPerNode, int repeats, Map<String, String> configuration) {
    Cell {
        configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
    }

    /** Cells with equal keys would be taken for repeats of one another. */
    String key() {
        return job + " with compression " + compression.label() + " and " + bytesPerNode + " bytes per node";
    }

    Map<String, String> settings() {
        return Map.of("compression", compression.label(), "bytes_per_node", Long.toString(bytesPerNode));
    }
}
