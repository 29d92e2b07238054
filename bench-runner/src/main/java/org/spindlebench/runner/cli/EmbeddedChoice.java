package org.spindlebench.runner.cli;

import java.util.List;
import org.spindlebench.runner.cluster.embedded.DataDir;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;

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
                .withOverrides(request.generic().definitions());
    }
}
