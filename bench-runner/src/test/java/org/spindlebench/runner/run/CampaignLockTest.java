package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.plan.PlanFile;

class CampaignLockTest {
    @TempDir
    private Path campaign;

    @Test
    void aSecondClientIsRefusedUntilTheFirstHasEnded() throws Exception {
        Files.writeString(campaign.resolve(PlanFile.NAME), "{}");
        CampaignLock first = CampaignLock.take(campaign);
        assertThatThrownBy(() -> CampaignLock.take(campaign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another client is running the campaign " + campaign.getFileName());
        first.close();
        CampaignLock.take(campaign).close();
    }

    @Test
    void whoeverReadsThePlanTakesNoLockOff() throws Exception {
        Files.writeString(campaign.resolve(PlanFile.NAME), "{}");
        try (CampaignLock held = CampaignLock.take(campaign)) {
            assertThat(held).isNotNull();
            Files.readString(campaign.resolve(PlanFile.NAME));
            FileChannel.open(campaign.resolve(PlanFile.NAME), StandardOpenOption.WRITE)
                    .close();

            // Uses another process, because within one process Java itself remembers its locks.
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Taker.class.getName(),
                            campaign.toString())
                    .redirectErrorStream(true)
                    .start();
            assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("another client is running the campaign");
            assertThat(other.waitFor()).isEqualTo(1);
        }
    }

    /** Takes the lock of the campaign in its argument. */
    static final class Taker {
        private Taker() {}

        public static void main(String[] args) throws Exception {
            CampaignLock.take(Path.of(args[0])).close();
        }
    }

    @Test
    void aLookAtTheLockKeepsNoClientFromStarting() throws Exception {
        AtomicBoolean looks = new AtomicBoolean(true);
        CampaignLock.take(campaign).close();
        FutureTask<Void> looking = new FutureTask<>(() -> {
            while (looks.get()) {
                CampaignLock.isHeld(campaign);
                TimeUnit.MILLISECONDS.sleep(2);
            }
            return null;
        });
        new Thread(looking).start();
        try {
            for (int i = 0; i < 20; i++) {
                CampaignLock.take(campaign).close();
            }
        } finally {
            looks.set(false);
            looking.get();
        }
    }

    @Test
    void aLookMakesNoFile() throws Exception {
        assertThat(CampaignLock.isHeld(campaign)).isFalse();
        assertThat(campaign).isEmptyDirectory();
    }
}
