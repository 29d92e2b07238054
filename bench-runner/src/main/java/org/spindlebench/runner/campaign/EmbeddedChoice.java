package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.runner.campaign.RunOptions.EmbeddedShape;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;
import org.spindlebench.runner.conf.JobSettings.DaemonKeys;

/** Converts the command line's options for the embedded cluster. */
final class EmbeddedChoice {
    private EmbeddedChoice() {}

    static EmbeddedOptions of(VisitRequest request) {
        EmbeddedShape chosen = request.options().embedded();
        return EmbeddedOptions.defaults()
                .withNodes(chosen.dataNodes(), chosen.nodeManagers())
                .withDirs(chosen.dataDirs(), chosen.localDirs())
                .withOverrides(daemonSettings(request));
    }

    /** Names the settings of an installed Hadoop that Spindle does not use; empty if there are none. */
    static Optional<String> unusedSettings() {
        List<String> unused;
        try {
            unused = EmbeddedCluster.unusedSettings();
        } catch (IOException unreadable) {
            unused = List.of(unreadable.getMessage());
        }
        return unused.isEmpty()
                ? Optional.empty()
                : Optional.of("Spindle does not use the settings in " + String.join(", ", unused)
                        + ": an embedded cluster has Hadoop's defaults and Spindle's own settings.");
    }

    /** Returns the free bytes per NodeManager in local dirs. NodeManagers share file systems, which count once. */
    static Long freeLocalBytesPerNode(RunOptions options) throws IOException {
        List<Path> directories = options.embedded().localDirs().isEmpty()
                ? List.of(Path.of(System.getProperty("java.io.tmpdir")))
                : options.embedded().localDirs();
        Map<String, Long> stores = new TreeMap<>();
        for (Path directory : directories) {
            FileStore store = Files.getFileStore(directory);
            stores.put(store.toString(), store.getUsableSpace());
        }
        return stores.values().stream().mapToLong(Long::longValue).sum()
                / options.embedded().nodeManagers();
    }

    /**
     * Returns the daemon settings that the setup demands and the suite sets, the same for every run. Those of the
     * command line override both.
     */
    private static Map<String, String> daemonSettings(VisitRequest request) {
        Map<String, String> settings =
                new TreeMap<>(request.visit().runs().get(0).configuration());
        settings.keySet().removeIf(key -> !DaemonKeys.isForDaemons(key));
        request.setup().demands().daemons().forEach(settings::putIfAbsent);
        settings.putAll(request.generic().definitions());
        return settings;
    }
}
