package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.campaign.ProbeStart.HostNames;

class HostNamesTest {
    private static final List<String> HOSTS = List.of("192.0.2.7", "localhost");

    @Test
    void aHostIsFoundByItsNameAndByItsAddress() {
        HostNames names = new HostNames(HOSTS);

        assertThat(names.of("localhost")).contains("localhost");
        assertThat(names.of("127.0.0.1")).contains("localhost");
        assertThat(names.of("192.0.2.7")).contains("192.0.2.7");
    }

    @Test
    void anotherHostHasNoName() {
        assertThat(new HostNames(HOSTS).of("192.0.2.8")).isEmpty();
        assertThat(new HostNames(List.of()).of("localhost")).isEmpty();
    }

    @Test
    void severalNamesOfAHostAreEachTheirOwn() {
        HostNames names = new HostNames(List.of("localhost", "127.0.0.1"));

        assertThat(names.of("127.0.0.1")).contains("127.0.0.1");
        assertThat(names.of("localhost")).contains("localhost");
    }
}
