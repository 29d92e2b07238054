package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class PendingDeletionsTest {
    @Test
    void aDataNodesDataSetsAreSummedUp() throws Exception {
        assertThat(PendingDeletions.sum(new ObjectMapper()
                        .readTree("{\"beans\":[{\"PendingAsyncDeletions\":3},{\"PendingAsyncDeletions\":4},{}]}")))
                .hasValue(7);
    }

    @Test
    void aDataNodeBefore34DoesNotSay() throws Exception {
        assertThat(PendingDeletions.sum(new ObjectMapper().readTree("{\"beans\":[{\"Capacity\":3}]}")))
                .isEmpty();
    }
}
