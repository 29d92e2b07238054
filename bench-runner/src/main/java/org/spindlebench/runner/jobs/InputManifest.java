package org.spindlebench.runner.jobs;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a prepared input was proved to hold. Lies beside it as {@code manifest.json}.
 *
 * @param content the content's id
 * @param bytes bytes of all its files
 * @param records rows, words or records, as its jobs count them
 * @param checksum TeraGen's checksum in hexadecimal, as TeraValidate prints it, or that of all random records; null for
 *     text
 * @param files length of each file by name
 */
public record InputManifest(String content, long bytes, long records, String checksum, Map<String, Long> files) {
    public InputManifest {
        files = new TreeMap<>(files);
    }
}
