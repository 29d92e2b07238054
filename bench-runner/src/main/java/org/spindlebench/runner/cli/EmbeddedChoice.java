package org.spindlebench.runner.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.runner.cluster.embedded.DataDir;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;
import org.spindlebench.runner.conf.DaemonSettings;

/** What the command line chose of the embedded cluster, as that cluster takes it. */
final class EmbeddedChoice {
    private EmbeddedChoice() {}

    static EmbeddedOptions of(RunRequest request) {
        org.spindlebench.runner.cli.EmbeddedOptions chosen = request.options().embedded();
        List<DataDir> data = chosen.dataDirs().stream()
                .map(directory -> DataDir.parse(directory.toString()))
                .toList();
        return EmbeddedOptions.defaults()
                .withNodes(chosen.dataNodes(), chosen.nodeManagers())
                .withDirs(data, chosen.localDirs())
                .withOverrides(daemonSettings(request));
    }

    /** The suite's, and above them the command line's. */
    private static Map<String, String> daemonSettings(RunRequest request) {
        Map<String, String> settings = new TreeMap<>();
        request.suite().ifPresent(suite -> settings.putAll(suite.configuration()));
        settings.keySet().removeIf(key -> !DaemonSettings.isForDaemons(key));
        settings.putAll(request.generic().definitions());
        return settings;
    }
}
