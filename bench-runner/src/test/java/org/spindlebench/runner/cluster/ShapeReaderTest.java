package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.plan.Slots;

class ShapeReaderTest {
    private static QueueShape queue(String json) throws JsonProcessingException {
        return ShapeReader.fromWeb("q", true, new ObjectMapper().readTree(json), new Slots.Free(1000, 100));
    }

    @Test
    void aUserGetsTheGuaranteedShareTimesItsFactor() throws JsonProcessingException {
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":100,\"userLimitFactor\":1}")
                        .userMemory())
                .isEqualTo(400);
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":100,\"userLimitFactor\":2}")
                        .userMemory())
                .isEqualTo(800);
    }

    @Test
    void aUserNeverGetsMoreThanTheQueuesMaximum() throws JsonProcessingException {
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":60,\"userLimitFactor\":2}")
                        .userMemory())
                .isEqualTo(600);
    }

    @Test
    void aNegativeFactorMeansNoLimitBelowTheMaximum() throws JsonProcessingException {
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":60,\"userLimitFactor\":-1}")
                        .userMemory())
                .isEqualTo(600);
    }

    @Test
    void theApplicationMastersLimitIsInMebibytesAndMayBeUnknown() throws JsonProcessingException {
        assertThat(queue("{\"AMResourceLimit\":{\"memory\":512,\"vCores\":1}}").amMemory())
                .isEqualTo(512L << 20);
        assertThat(queue("{}").amMemory()).isEqualTo(Long.MAX_VALUE);
    }
}
