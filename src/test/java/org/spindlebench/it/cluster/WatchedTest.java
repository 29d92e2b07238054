package org.spindlebench.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

public class WatchedTest {

    /** Takes the place of a daemon. */
    public static final class Sleeper {
        private Sleeper() {}

        public static void main(String[] args) throws InterruptedException {
            Thread.sleep(60_000);
        }
    }

    @Test
    void aWatchedProgramRunsWhileItsParentHoldsTheOtherEndAndEndsWithIt() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        JavaCommand.ownClasses(),
                        Watched.class.getName(),
                        Sleeper.class.getName())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.SECONDS))
                    .as("ended by itself")
                    .isFalse();
            // The kernel does this when the parent dies, however it dies.
            process.getOutputStream().close();
            assertThat(process.waitFor(20, TimeUnit.SECONDS))
                    .as("ended with its parent")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
    }
}
