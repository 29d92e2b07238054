package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.Lease.HeldException;
import org.spindlebench.runner.process.ThisHost;

class LeaseTest {
    private static final String DIRECTORY = "/base/c";
    private static final String FILE = DIRECTORY + "/" + Lease.FILE;

    private final MemoryStorage storage = new MemoryStorage();

    @BeforeEach
    void make() {
        storage.mkdirs(DIRECTORY);
    }

    private void heldBy(String system, long pid, long began) {
        storage.put(
                FILE,
                "{\"client\": \"another\", \"host\": \"gateway-2\", \"system\": \"" + system + "\", \"pid\": " + pid + ", \"began\": " + began + "}",
                1);
    }

    @Test
    void aLeaseIsHeldFromItsStartToItsEndAndItsOwnClientMayTakeItAgain() throws IOException {
        Lease lease = Lease.take(storage, DIRECTORY, () -> {});
        assertThat(storage.exists(FILE)).isTrue();
        Lease.refuseHeld(storage, DIRECTORY);

        lease.close();
        assertThat(storage.exists(FILE)).isFalse();
    }

    @Test
    void aLeaseOfAClientElsewhereIsRefusedUntilItHasBeenSilentForFiveMinutes() throws IOException {
        heldBy("another boot", 4711, 1);
        long now = System.currentTimeMillis();

        storage.modified(FILE, now - Duration.ofMinutes(4).toMillis());
        assertThatThrownBy(() -> Lease.take(storage, DIRECTORY, () -> {}))
                .isInstanceOf(HeldException.class)
                .hasMessageStartingWith("another client uses /base/c in HDFS: process 4711 on gateway-2. ");

        storage.modified(FILE, now - Duration.ofMinutes(6).toMillis());
        assertThat(Lease.holder(storage, DIRECTORY)).isEmpty();
    }

    @Test
    void aClientOfThisHostThatHasEndedHoldsNothingEvenIfAnotherProcessHasItsNumber() throws IOException {
        long pid = ProcessHandle.current().pid();

        heldBy(ThisHost.system(), pid, ThisHost.startOf(pid) - 1);
        assertThat(Lease.holder(storage, DIRECTORY)).isEmpty();

        heldBy(ThisHost.system(), pid, ThisHost.startOf(pid));
        assertThat(Lease.holder(storage, DIRECTORY)).isPresent();
    }

    @Test
    void aLeaseThatAClientDiedWritingIsHeldByNobody() throws IOException {
        storage.put(FILE, "{\"cli", 1);

        assertThat(Lease.holder(storage, DIRECTORY)).isEmpty();
    }
}
