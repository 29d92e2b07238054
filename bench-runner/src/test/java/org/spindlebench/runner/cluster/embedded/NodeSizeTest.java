package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions.NodeSize;

class NodeSizeTest {

    private static final int GIB = 1024;

    @Test
    void twoProcessorsGiveFourTasksBesideTheApplicationMaster() {
        assertThat(NodeSize.of(24 * GIB, 2, 1)).isEqualTo(new NodeSize(5 * 512, 5));
    }

    @Test
    void manyProcessorsAreCappedAtEightGib() {
        assertThat(NodeSize.of(256 * GIB, 64, 1).memoryMb()).isEqualTo(8 * GIB);
    }

    @Test
    void containersGetAtMostHalfOfTheMemory() {
        assertThat(NodeSize.of(8 * GIB, 8, 1).memoryMb()).isEqualTo(4 * GIB);
    }

    @Test
    void severalNodeManagersShareTheMachine() {
        assertThat(NodeSize.of(64 * GIB, 8, 2)).isEqualTo(new NodeSize(4 * GIB, 8));
    }

    @Test
    void everyNodeManagerHasRoomForAnApplicationMasterAndATask() {
        assertThat(NodeSize.of(2 * GIB, 1, 4)).isEqualTo(new NodeSize(2 * 512, 2));
    }

    @Test
    void aNodeWithoutRoomForATaskIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NodeSize(600, 4))
                .withMessageContaining("1024 MB");
    }
}
