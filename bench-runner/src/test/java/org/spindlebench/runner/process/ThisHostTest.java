package org.spindlebench.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThisHostTest {
    @Test
    void aBootIsRecognisedWhateverTheContainer() {
        String system = ThisHost.system();
        String otherContainer = system.substring(0, 16) + "0123456789abcdef";
        String otherBoot = "0123456789abcdef" + system.substring(16);

        assertThat(system).matches("[0-9a-f]{32}");
        assertThat(ThisHost.isOtherBoot(system)).isFalse();
        assertThat(ThisHost.isOtherBoot(otherContainer)).isFalse();
        assertThat(ThisHost.isOtherBoot(otherBoot)).isTrue();
    }

    @Test
    void anotherProcessThatGotTheNumberIsNotTheFirst() {
        long self = ProcessHandle.current().pid();
        long began = ThisHost.startOf(self).orElseThrow();

        assertThat(ThisHost.lives(self, began)).contains(true);
        assertThat(ThisHost.lives(self, began - 1)).contains(false);
        assertThat(ThisHost.lives(Integer.MAX_VALUE, began)).contains(false);
    }

    /** The parent here becomes a program that never reaps a child. */
    @Test
    void aProcessThatOnlyWaitsForItsParentHasEnded() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0.2 & echo $!; exec sleep 60").start();
        try (BufferedReader said = parent.inputReader()) {
            long child = Long.parseLong(said.readLine());
            long began = ThisHost.startOf(child).orElseThrow();
            long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!ThisHost.hasEnded(child) && System.nanoTime() < limit) {
                Thread.sleep(20);
            }

            assertThat(ThisHost.hasEnded(child)).isTrue();
            assertThat(ProcessHandle.of(child)).as("the number is still taken").isPresent();
            assertThat(ThisHost.lives(child, began)).contains(false);
        } finally {
            parent.destroyForcibly();
        }
    }
}
