package org.spindlebench.jobs.probe.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostContainersTest {
    private static final int KILLED = 137;

    private final AtomicLong nanos = new AtomicLong(-5);
    private final HostContainers containers = new HostContainers(WantedHosts.parse("a\t\nb\t\nc\t\n"), nanos::get);
    private final HostContainers labelled =
            new HostContainers(WantedHosts.parse("a\t\nc\tfast\nd\tfast\ne\tslow\n"), nanos::get);

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void everyHostIsAskedForOnceAndKeepsItsFirstContainer() {
        assertThat(containers.toAsk()).containsExactly("a", "b", "c");
        assertThat(containers.toAsk()).isEmpty();
        assertThat(containers.keep("1", "a", "")).isTrue();
        assertThat(containers.keep("2", "a", "")).as("it has one").isFalse();
        assertThat(containers.keep("3", "elsewhere", "")).isFalse();
        assertThat(containers.toAsk()).isEmpty();
    }

    @Test
    void aContainerThatEndsIsAskedForAgainEachTimeLater() {
        containers.toAsk();
        for (int wait : new int[] {1, 2, 4, 8}) {
            assertThat(containers.keep("x", "a", "")).isTrue();
            assertThat(containers.ended("x", KILLED)).isEqualTo("a");
            pass(wait - 1);
            assertThat(containers.toAsk()).as("before %d s", wait).isEmpty();
            pass(1);
            assertThat(containers.toAsk()).containsExactly("a");
        }
        containers.keep("x", "a", "");
        pass(3600);
        containers.ended("x", KILLED);
        pass(1);
        assertThat(containers.toAsk()).as("it did well for an hour").containsExactly("a");
    }

    @Test
    void aHostWhoseNodeIsWatchedIsLeftAloneUntilAnyContainerEnds() {
        containers.toAsk();
        containers.keep("1", "a", "");
        containers.keep("2", "b", "");
        assertThat(containers.ended("2", HostContainers.WATCHED_BY_ANOTHER)).isEqualTo("b");
        pass(3600);
        assertThat(containers.toAsk()).isEmpty();
        containers.ended("1", KILLED);
        assertThat(containers.toAsk()).as("the other of the node's hosts").containsExactly("b");
        pass(1);
        assertThat(containers.toAsk()).containsExactly("a");
    }

    @Test
    void containersOfOthersAreNoneOfItsBusiness() {
        assertThat(containers.ended("unknown", 0)).isNull();
    }

    @Test
    void inALabelledPartitionHostsAreAvoidedOnWhichNoneIsAskedForNow() {
        assertThat(labelled.toAvoid()).containsExactly("c", "d", "e");
        labelled.toAsk();
        assertThat(labelled.toAvoid()).isEmpty();
        labelled.keep("1", "c", "fast");
        assertThat(labelled.toAvoid()).as("it has one").containsExactly("c");
        labelled.ended("1", KILLED);
        assertThat(labelled.toAvoid()).as("it waits").containsExactly("c");
        pass(1);
        labelled.toAsk();
        labelled.keep("2", "c", "fast");
        labelled.keep("3", "d", "fast");
        labelled.ended("3", HostContainers.WATCHED_BY_ANOTHER);
        assertThat(labelled.toAvoid()).as("its node is watched").containsExactly("c", "d");
    }

    @Test
    void ofAPartitionEveryHostKeepsOneAndWhatCameOfAnotherHostOrPartitionIsNone() {
        labelled.toAsk();
        assertThat(labelled.keep("1", "c", "fast")).isTrue();
        assertThat(labelled.keep("2", "c", "fast")).isFalse();
        assertThat(labelled.keep("3", "e", "fast")).as("another label by now").isFalse();
        assertThat(labelled.keep("4", "new", "fast")).isFalse();
        assertThat(labelled.toAvoid()).containsExactly("c", "e", "new");
        assertThat(labelled.keep("5", "d", "fast")).isTrue();
        labelled.ended("5", KILLED);
        assertThat(labelled.keep("6", "d", "fast")).as("before it is due").isFalse();
    }

    @Test
    void aPartitionThatOffersWrongHostsForEverIsGivenUpAndNoOther() {
        for (int i = 0; i < 80; i++) {
            assertThat(labelled.keep("stray" + i, "new", "fast")).isFalse();
        }
        assertThat(labelled.isGivenUp("fast")).isFalse();
        labelled.keep("stray", "new", "fast");
        assertThat(labelled.isGivenUp("fast")).isTrue();
        assertThat(labelled.toAsk()).containsExactly("a", "e");
    }

    @Test
    void aLeaseEndsWhenItDoesNotChangeForItsTime() {
        ClientHeartbeat lease = new ClientHeartbeat(3_000, nanos::get);
        pass(3);
        assertThat(lease.hasEnded()).isFalse();
        lease.see(1);
        pass(2);
        lease.see(1);
        pass(1);
        assertThat(lease.hasEnded()).isFalse();
        lease.see(2);
        pass(3);
        lease.see(2);
        assertThat(lease.hasEnded()).isFalse();
        nanos.incrementAndGet();
        assertThat(lease.hasEnded()).isTrue();
    }
}
