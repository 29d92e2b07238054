package org.spindlebench.runner.plan;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;

/** What is repeated: one job with one compression, one size and one value of each further setting. */
record Cell(String job, Compression compression, Size size, int repeats, Map<String, String> configuration) {
    Cell {
        configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
    }

    /** Cells with equal keys would be taken for repeats of one another. */
    String key() {
        return job + " with "
                + settings().entrySet().stream()
                        .map(setting -> setting.getKey() + " " + setting.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** What tells its runs from those of other cells. */
    Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(RunSetting.named(configuration));
        settings.put("compression", compression.label());
        settings.put(size.setting(), Long.toString(size.bytes()));
        return settings;
    }
}
