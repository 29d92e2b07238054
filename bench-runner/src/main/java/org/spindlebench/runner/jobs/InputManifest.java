package org.spindlebench.runner.jobs;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a prepared input was proved to hold. Lies beside it as {@code manifest.json}.
 *
 * @param content the content's id
 * @param bytes bytes of all its files
 * @param records rows, words, records or files, as its jobs count them
 * @param checksum in hexadecimal, as its jobs count or print it; null where they have none
 * @param files length of each file by name
 */
public record InputManifest(String content, long bytes, long records, String checksum, Map<String, Long> files) {
    public InputManifest {
        files = new TreeMap<>(files);
    }
}
