package org.spindlebench.runner.collect;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;

/** Knows the settings whose values Hadoop never shows, because they are secrets. Not thread-safe. */
public final class SecretKeys {
    private static final String SHOWN = "shown";

    private final List<ConfigRedactor> redactors;
    private final Map<String, Boolean> known = new HashMap<>();

    /** Uses Hadoop's own list of such settings, and the list of this client's configuration. */
    public SecretKeys() {
        redactors = List.of(new ConfigRedactor(new Configuration(false)), new ConfigRedactor(new Configuration()));
    }

    /** Checks whether a setting holds a secret. */
    public boolean contains(String key) {
        return known.computeIfAbsent(
                key, name -> redactors.stream().anyMatch(redactor -> !SHOWN.equals(redactor.redact(name, SHOWN))));
    }
}
