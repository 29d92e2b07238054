package org.spindlebench.analysis.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;

class NodeLoadTest {
    private static final List<String> DISK = List.of(
            "reads",
            "readsMerged",
            "sectorsRead",
            "readMillis",
            "writes",
            "writesMerged",
            "sectorsWritten",
            "writeMillis",
            "inFlight",
            "busyMillis",
            "queueMillis",
            "discards",
            "discardsMerged",
            "sectorsDiscarded",
            "discardMillis",
            "flushes",
            "flushMillis");

    private final List<Reading> readings = new ArrayList<>();
    private final Map<String, Long> counters = new LinkedHashMap<>();

    @Test
    void a_device_has_the_sums_and_means_of_its_counters() {
        disk("sda", 100, 10, 1_000, 500, 50, 5, 400, 300, 0, 2_000, 4_000);
        at(0);
        disk("sda", 150, 12, 1_200, 600, 60, 9, 500, 320, 3, 2_500, 4_700);
        at(1_000);
        disk("sda", 300, 20, 9_000, 900, 250, 105, 80_400, 1_300, 1, 3_500, 9_000);
        at(4_000);
        DeviceIo sda = only(figures());
        assertThat(sda.device()).isEqualTo("sda");
        assertThat(sda.io().reads()).isEqualTo(200);
        assertThat(sda.io().readsMerged()).isEqualTo(10);
        assertThat(sda.io().bytesRead()).isEqualTo(8_000 * 512);
        assertThat(sda.io().writes()).isEqualTo(200);
        assertThat(sda.io().writesMerged()).isEqualTo(100);
        assertThat(sda.io().bytesWritten()).isEqualTo(80_000 * 512);
        assertThat(sda.io().bytesPerRead()).isEqualTo(40 * 512);
        assertThat(sda.io().bytesPerWrite()).isEqualTo(400 * 512);
        assertThat(sda.io().readWait()).isCloseTo(0.4 / 200, within(1e-12));
        assertThat(sda.io().writeWait()).isCloseTo(1.0 / 200, within(1e-12));
        assertThat(sda.io().service()).isCloseTo(1.5 / 400, within(1e-12));
        assertThat(sda.io().queue()).isCloseTo(5_000 / 4_000.0, within(1e-12));
        assertThat(sda.io().busy()).isCloseTo(1_500 / 4_000.0, within(1e-12));
    }

    @Test
    void milliseconds_that_wrapped_at_32_bits_go_on() {
        disk("sda", 1, 0, 8, 4_294_967_290L, 0, 0, 0, 0, 0, 4_294_967_000L, 4_294_967_295L);
        at(0);
        disk("sda", 3, 0, 24, 14, 0, 0, 0, 0, 0, 204, 1_999);
        at(1_000);
        DeviceIo sda = only(figures());
        assertThat(sda.io().readWait()).isCloseTo(0.020 / 2, within(1e-12));
        assertThat(sda.io().busy()).isCloseTo(0.5, within(1e-12));
        assertThat(sda.io().queue()).isCloseTo(2.0, within(1e-12));
    }

    @Test
    void counters_of_64_bits_cross_the_sign() {
        disk("sda", Long.MAX_VALUE, 0, -8, 0, 0, 0, 0, 0, 0, 0, 0);
        at(0);
        disk("sda", Long.MIN_VALUE + 4, 0, -4, 0, 0, 0, 0, 0, 0, 0, 0);
        at(1_000);
        assertThat(only(figures()).io().reads()).isEqualTo(5);
        assertThat(only(figures()).io().bytesRead()).isEqualTo(4 * 512);
    }

    @Test
    void a_device_that_came_or_went_or_began_again_is_named_without_figures() {
        disk("came", 9, 0, 9, 0, 9, 0, 9, 0, 0, 0, 0);
        disk("again", 9, 0, 9, 0, 9, 0, 9, 0, 0, 0, 0);
        Map<String, Long> later = new LinkedHashMap<>(counters);
        counters.keySet().removeIf(name -> name.startsWith("disk.came"));
        disk("went", 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0);
        at(0);
        counters.clear();
        counters.putAll(later);
        disk("again", 3, 0, 3, 0, 3, 0, 3, 0, 0, 0, 0);
        at(1_000);
        assertThat(figures().devices()).extracting(DeviceIo::device).containsExactly("again", "came", "went");
        assertThat(figures().devices()).allSatisfy(device -> {
            assertThat(device.io().reads()).isNull();
            assertThat(device.io().bytesWritten()).isNull();
            assertThat(device.io().busy()).isNull();
        });
    }

    @Test
    void a_device_that_did_nothing_is_left_out() {
        disk("sda", 9, 0, 9, 0, 9, 0, 9, 0, 0, 0, 0);
        at(0);
        at(1_000);
        assertThat(figures().devices()).isEmpty();
    }

    @Test
    void processors_are_busy_but_when_they_idle_or_wait() {
        cpu(100, 10, 50, 1_000, 40, 3, 2, 5);
        at(0);
        cpu(400, 20, 130, 1_400, 140, 8, 7, 105);
        at(1_000);
        NodeLoad.CpuTime cpu = figures().cpu();
        assertThat(cpu.threads()).isEqualTo(8);
        assertThat(cpu.user()).isCloseTo(0.31, within(1e-12));
        assertThat(cpu.system()).isCloseTo(0.09, within(1e-12));
        assertThat(cpu.iowait()).isCloseTo(0.1, within(1e-12));
        assertThat(cpu.busy()).isCloseTo(0.5, within(1e-12));
        assertThat(cpu.steal()).as("part of busy").isCloseTo(0.1, within(1e-12));
    }

    @Test
    void discards_and_flushes_are_requests_and_are_named() {
        disk("sda", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 5, 0);
        at(0);
        disk("sda", 100, 0, 800, 10, 100, 0, 800, 10, 0, 500, 900, 110, 0, 8_000, 300, 205, 100);
        at(1_000);
        DeviceIo sda = only(figures());
        assertThat(sda.discards()).isEqualTo(100);
        assertThat(sda.flushes()).isEqualTo(200);
        assertThat(sda.io().service()).isCloseTo(0.5 / 500, within(1e-12));
    }

    @Test
    void a_raid_whose_time_the_kernel_does_not_count_is_not_taken_for_idle() {
        disk("md0", 5_000, 0, 8, 0, 6_000, 0, 8, 0, 0, 0, 0);
        disk("sdb", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        at(0);
        disk("md0", 6_000, 0, 8_008, 0, 6_000, 0, 8, 0, 0, 0, 0);
        disk("sdb", 3, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0);
        at(1_000);
        assertThat(figures().devices()).extracting(DeviceIo::device).containsExactly("md0", "sdb");
        DeviceIo md = figures().devices().get(0);
        assertThat(md.io().bytesRead()).isEqualTo(8_000 * 512);
        assertThat(List.of(md.io().reads(), md.io().writes())).containsExactly(1_000L, 0L);
        assertThat(new Double[] {
                    md.io().busy(), md.io().queue(), md.io().service(), md.io().readWait()
                })
                .containsOnlyNulls();
        assertThat(figures().devices().get(1).io().busy())
                .as("three quick requests take no tick")
                .isZero();
    }

    @Test
    void a_clock_that_is_set_bends_no_share_and_is_named() {
        disk("sda", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        counters.put("pressure.io.some", 0L);
        counters.put("clock.monotonicMillis", 7_000L);
        at(100_000);
        disk("sda", 100, 0, 800, 10, 0, 0, 0, 0, 0, 30_000, 60_000);
        counters.put("pressure.io.some", 30_000_000L);
        counters.put("clock.monotonicMillis", 307_000L);
        at(340_000);
        assertThat(only(figures()).io().busy()).isCloseTo(0.1, within(1e-12));
        assertThat(only(figures()).io().queue()).isCloseTo(0.2, within(1e-12));
        assertThat(figures().pressure()).containsOnly(Map.entry("io.some", 0.1));
        assertThat(figures().clockStep()).isEqualTo(-60_000);
        readings.clear();
        at(0);
        at(50);
        assertThat(figures().clockStep()).isNull();
    }

    @Test
    void memory_is_that_of_both_ends_and_the_most_that_was_dirty() {
        memory(100, 5, 1);
        counters.put("vm.pswpin", 7L);
        at(0);
        memory(500, 90, 20);
        at(1_000);
        memory(300, 30, 0);
        counters.put("vm.pswpin", 9L);
        at(2_000);
        assertThat(figures().memory())
                .isEqualTo(new NodeLoad.Memory(
                        16L << 20, 100L << 10, 300L << 10, 6L << 10, 30L << 10, 110L << 10, 2L, null));
    }

    @Test
    void networks_and_pressure_are_those_of_the_window() {
        counters.put("net.eth0.received", 4_294_967_200L);
        counters.put("net.eth0.sent", 10L);
        counters.put("net.lo.received", 5L);
        counters.put("net.lo.sent", 5L);
        counters.put("pressure.io.some", 1_000L);
        counters.put("pressure.io.full", 1_000L);
        at(0);
        counters.put("net.eth0.received", 104L);
        counters.put("net.eth0.sent", 510L);
        counters.put("pressure.io.some", 501_000L);
        at(2_000);
        assertThat(figures().networks()).containsExactly(new NodeLoad.InterfaceTraffic("eth0", 200L, 500L));
        assertThat(figures().pressure()).containsOnly(Map.entry("io.some", 0.25), Map.entry("io.full", 0.0));
    }

    @Test
    void waiting_time_that_goes_back_a_little_does_not_make_processors_busy() {
        cpu(0, 0, 0, 0, 300, 0, 0, 0);
        at(0);
        cpu(100, 0, 0, 100, 299, 0, 0, 0);
        at(1_000);
        cpu(200, 0, 0, 200, 900, 0, 0, 0);
        at(2_000);
        assertThat(figures().cpu().busy()).isCloseTo(0.2, within(1e-12));
        assertThat(figures().cpu().iowait()).isCloseTo(0.6, within(1e-12));
        cpu(300, 0, 0, 300, 299, 0, 0, 0);
        at(3_000);
        assertThat(figures().cpu().iowait()).as("a tick less than at the begin").isZero();
        assertThat(figures().cpu().busy()).isCloseTo(0.5, within(1e-12));
        cpu(300, 0, 0, 300, 199, 0, 0, 0);
        at(4_000);
        assertThat(figures().cpu()).as("not the same counter any more").isNull();
    }

    @Test
    void an_interface_that_was_made_anew_has_no_figures() {
        counters.put("net.veth0.received", 1_000_000L);
        counters.put("net.veth0.sent", 7L);
        at(0);
        counters.put("net.veth0.received", 0L);
        at(1_000);
        counters.put("net.veth0.received", 5_000L);
        counters.put("net.eth1.received", 5L);
        counters.put("net.eth1.sent", 5L);
        at(2_000);
        assertThat(figures().networks())
                .containsExactly(
                        new NodeLoad.InterfaceTraffic("eth1", null, null),
                        new NodeLoad.InterfaceTraffic("veth0", null, 0L));
    }

    @Test
    void a_device_whose_request_never_ends_is_not_idle() {
        disk("sda", 9, 0, 9, 0, 9, 0, 9, 0, 1, 100, 100);
        at(0);
        disk("sda", 9, 0, 9, 0, 9, 0, 9, 0, 1, 1_100, 1_100);
        at(1_000);
        assertThat(only(figures()).io().busy()).isEqualTo(1);
        assertThat(only(figures()).io().reads()).isZero();
    }

    @Test
    void what_the_kernel_does_not_say_is_absent() {
        counters.put("cpu.threads", 2L);
        at(0);
        at(1_000);
        NodeLoad figures = figures();
        assertThat(figures.cpu()).isNull();
        assertThat(figures.memory().total()).isNull();
        assertThat(figures.memory().dirtyMost()).isNull();
        assertThat(figures.pressure()).isEmpty();
        assertThat(figures.readings()).isEqualTo(2);
    }

    @Test
    void one_reading_is_no_window() {
        at(0);
        assertThatThrownBy(this::figures)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("node-1");
    }

    private NodeLoad figures() {
        return NodeLoad.of("node-1", readings);
    }

    private static DeviceIo only(NodeLoad figures) {
        assertThat(figures.devices()).hasSize(1);
        return figures.devices().get(0);
    }

    private void at(long millis) {
        Reading like = readings.isEmpty() ? null : readings.get(readings.size() - 1);
        long[] values = counters.values().stream().mapToLong(Long::longValue).toArray();
        readings.add(Reading.of(millis, List.copyOf(counters.keySet()), values, like));
    }

    private void disk(String device, long... values) {
        for (int i = 0; i < values.length; i++) {
            counters.put("disk." + device + "." + DISK.get(i), values[i]);
        }
    }

    private void cpu(long... ticks) {
        List<String> kinds = List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal");
        for (int i = 0; i < ticks.length; i++) {
            counters.put("cpu." + kinds.get(i), ticks[i]);
        }
        counters.put("cpu.threads", 8L);
    }

    private void memory(long cached, long dirty, long writeback) {
        counters.put("memory.MemTotal", 16L << 10);
        counters.put("memory.Cached", cached);
        counters.put("memory.Dirty", dirty);
        counters.put("memory.Writeback", writeback);
    }
}
