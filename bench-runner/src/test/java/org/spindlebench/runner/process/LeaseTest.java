package org.spindlebench.runner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.process.Lease.HeldException;
import org.spindlebench.runner.process.Lease.LostException;

class LeaseTest {
    private static final String DIRECTORY = "/base/c-lease";
    private static final String ANOTHER = "0123456789abcdef0123456789abcdef";

    private final MemoryStorage storage = new MemoryStorage();
    private final List<String> lost = new ArrayList<>();

    @BeforeEach
    void make() {
        storage.mkdirs(DIRECTORY);
    }

    /** Makes the lease of another client, and returns its file. */
    private String heldBy(int number, String system, long pid, long began) {
        storage.put(DIRECTORY + "/_spindle_lease-" + number, "", 1);
        String file = DIRECTORY + "/_spindle_lease-" + number + "-" + ANOTHER + "-" + pid + "-" + began + "-" + system
                + "-gateway-2.example.org";
        storage.put(file, "", 1);
        return file;
    }

    private Lease take() throws IOException {
        return Lease.take(storage, DIRECTORY, lost::add);
    }

    @Test
    void aLeaseLeavesNothingAtItsEnd() throws IOException {
        Lease lease = take();
        assertThat(storage.children(DIRECTORY)).hasSize(2).allMatch(Lease::isOne);
        assertThat(Lease.user(storage, DIRECTORY)).as("its own client").isEmpty();

        lease.close();
        assertThat(storage.children(DIRECTORY)).isEmpty();
        assertThat(lost).isEmpty();
    }

    @Test
    void aLeaseOfAClientElsewhereIsRefusedUntilItHasBeenSilentForFiveMinutes() throws IOException {
        String file = heldBy(7, ANOTHER, 4711, 1);
        long now = System.currentTimeMillis();

        storage.modified(file, now - Duration.ofMinutes(4).toMillis());
        assertThatThrownBy(this::take)
                .isInstanceOf(HeldException.class)
                .hasMessageStartingWith(
                        "another client uses /base/c-lease in HDFS (process 4711 on" + " gateway-2.example.org): wait");

        storage.modified(file, now - Duration.ofMinutes(6).toMillis());
        Lease lease = take();
        assertThat(storage.children(DIRECTORY))
                .as("the old lease is removed")
                .hasSize(2)
                .allMatch(name -> name.startsWith("_spindle_lease-8"));
        lease.close();
    }

    @Test
    void aClientOfThisHostThatHasEndedHoldsNothingEvenIfAnotherProcessHasItsNumber() throws IOException {
        long pid = ProcessHandle.current().pid();
        long began = ThisHost.startOf(pid).orElseThrow();

        heldBy(1, ThisHost.system(), pid, began);
        assertThat(Lease.user(storage, DIRECTORY)).hasValue("process " + pid + " on gateway-2.example.org");

        heldBy(2, ThisHost.system(), pid, began - 1);
        assertThat(Lease.user(storage, DIRECTORY)).isEmpty();
    }

    @Test
    void aClientThatDiedBetweenItsTwoFilesHoldsTheLeaseForFiveMinutesOnly() throws IOException {
        String file = DIRECTORY + "/_spindle_lease-3";
        storage.put(file, "", 1);

        assertThat(Lease.user(storage, DIRECTORY)).hasValue("a client that has just begun");

        storage.modified(
                file, System.currentTimeMillis() - Duration.ofMinutes(6).toMillis());
        assertThat(Lease.user(storage, DIRECTORY)).isEmpty();
    }

    @Test
    void aClientWhoseLeaseWasTakenOverIsToldSo() throws IOException {
        Lease lease = take();
        heldBy(2, ANOTHER, 4711, 1);

        assertThatThrownBy(lease::confirm)
                .isInstanceOf(LostException.class)
                .hasMessageContaining("another client has taken over /base/c-lease");
        lease.close();
        assertThat(storage.children(DIRECTORY))
                .as("the lease of the other stays")
                .allMatch(name -> name.startsWith("_spindle_lease-2"))
                .hasSize(2);
    }

    @Test
    void aClientWhoseDirectoryWasRemovedIsToldSoAndDoesNotMakeItAnew() throws IOException {
        Lease lease = take();
        storage.delete(DIRECTORY);

        assertThatThrownBy(lease::confirm)
                .isInstanceOf(LostException.class)
                .hasMessageContaining("/base/c-lease in HDFS was removed");
        lease.close();
        assertThat(storage.exists(DIRECTORY)).isFalse();
    }

    @Test
    void aFreshLeaseIsNotLookedAt() throws IOException {
        Lease lease = take();
        storage.delete(DIRECTORY);

        lease.require();

        assertThat(lost).isEmpty();
        lease.close();
    }
}
