package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameNodeWebTest {
    @Test
    void hostsAreReadWithoutTheirPorts() {
        assertThat(NameNodeWeb.hosts("{\"worker-1:9866\":{\"infoAddr\":\"10.0.0.1:9864\"},\"worker-2:9866\":{}}"))
                .containsExactly("worker-1", "worker-2");
    }

    @Test
    void nothingIsKnownFromWhatIsNoJson() {
        assertThat(NameNodeWeb.hosts("<html>")).isEmpty();
        assertThat(NameNodeWeb.hosts("{}")).isEmpty();
    }
}
