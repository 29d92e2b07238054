package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster.Watchdog;

@EnabledOnOs(OS.LINUX)
class WatchdogTest {

    @TempDir
    Path temp;

    @Test
    @Timeout(60)
    void closingEndsTheClustersProcessesAndNoOthers() throws Exception {
        WorkArea area = WorkArea.create(EmbeddedOptions.defaults().withWorkDir(temp));
        Watchdog watchdog = Watchdog.start(area);
        Process ours = sleeping("-D" + ContainerJvm.ID_PROPERTY + "=" + area.id());
        Process others = sleeping("-D" + ContainerJvm.ID_PROPERTY + "=another");
        Process reader = sleeping(area.logFile().toString());
        try {
            watchdog.close();

            assertThat(ours.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(others.isAlive()).as("a process of another cluster").isTrue();
            assertThat(reader.isAlive()).as("a reader of the log").isTrue();
            assertThat(temp).isEmptyDirectory();
        } finally {
            ours.destroyForcibly();
            others.destroyForcibly();
            reader.destroyForcibly();
        }
    }

    /** Starts a shell that waits for input that never comes, with the given word on its command line. */
    private static Process sleeping(String word) throws Exception {
        return new ProcessBuilder("/bin/sh", "-c", "read -r line", word).start();
    }
}
