package org.spindlebench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.handover.MadeUpNames.NameKind;

class MadeUpNamesTest {
    private final MadeUpNames names = new MadeUpNames(false);

    private MadeUpNames after(String... hosts) {
        for (String host : hosts) {
            names.host(host);
        }
        names.of(NameKind.USER, "alice");
        names.of(NameKind.USER, "terasort");
        names.queue("root.research");
        names.complete();
        return names;
    }

    @ParameterizedTest
    @CsvSource({
        "wrk7, host-03",
        "wrk7.corp.example.com, host-03",
        "WRK7.Corp.example.com:8041, host-03:8041",
        "wrk7/10.1.2.3:9866, host-03:9866",
        "10.1.2.3, host-01",
        "2001:db8::7, host-02",
        "[2001:db8::7]:9866, host-02:9866"
    })
    void aHostHasOneMadeUpNameInEveryForm(String host, String made) {
        after("wrk7", "wrk7.corp.example.com", "10.1.2.3", "2001:db8::7", "[2001:db8::7]:9866");
        assertThat(names.host(host)).isEqualTo(made);
    }

    @Test
    void twoHostsOfOneShortNameAreDifferent() {
        after("n1.a.example.com", "n1.b.example.com", "n1");
        assertThat(names.host("n1.a.example.com")).isNotEqualTo(names.host("n1.b.example.com"));
        assertThat(names.host("n1")).isEqualTo("host-01");
    }

    @Test
    void madeUpNamesHaveTheOrderOfNames() {
        after("c", "a", "b");
        assertThat(names.host("a")).isEqualTo("host-01");
        assertThat(names.host("b")).isEqualTo("host-02");
        assertThat(names.host("c")).isEqualTo("host-03");
    }

    @ParameterizedTest
    @CsvSource({
        "001-terasort-none-wrk7, 001-terasort-none-host-01",
        "wrk70, wrk70",
        "xwrk7, xwrk7",
        "of_Alice_2, of_user-01_2",
        "/data/alice, value-01"
    })
    void aLabelLosesTheNamesInIt(String label, String made) {
        names.label(label);
        after("wrk7.corp.example.com");
        assertThat(names.label(label)).isEqualTo(made);
    }

    @Test
    void queuesOfEveryClusterStay() {
        after();
        assertThat(names.queue("default")).isEqualTo("default");
        assertThat(names.queue("root.research")).isEqualTo("queue-01");
    }

    @Test
    void keptNamesStayAndValuesDoNot() {
        MadeUpNames kept = new MadeUpNames(true);
        kept.of(NameKind.VALUE, "-Dx=y");
        kept.complete();
        assertThat(kept.host("wrk7:80")).isEqualTo("wrk7:80");
        assertThat(kept.label("on-wrk7")).isEqualTo("on-wrk7");
        assertThat(kept.path("/data/1")).isEqualTo("/data/1");
        assertThat(kept.of(NameKind.VALUE, "-Dx=y")).isEqualTo("value-01");
    }
}
