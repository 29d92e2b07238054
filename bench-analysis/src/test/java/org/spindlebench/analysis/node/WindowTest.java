package org.spindlebench.analysis.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final List<String> DISK = List.of(
            "reads",
            "readsMerged",
            "sectorsRead",
            "readMillis",
            "writes",
            "writesMerged",
            "sectorsWritten",
            "writeMillis",
            "busyMillis",
            "queueMillis");
    private static final long WRAP = 1L << 32;

    /** The counters of a made-up kernel. Now and then one appears, disappears, wraps or is reset. */
    private static final class Kernel {
        private final Random random;
        private final Map<String, Long> counters = new TreeMap<>();

        Kernel(Random random) {
            this.random = random;
            List<String> names = new ArrayList<>();
            for (String device : List.of("sda", "sdb", "sdb1")) {
                DISK.forEach(field -> names.add("disk." + device + "." + field));
            }
            for (String net : List.of("lo", "eth0")) {
                names.addAll(List.of("net." + net + ".received", "net." + net + ".sent"));
            }
            List.of("user", "nice", "system", "idle", "iowait").forEach(kind -> names.add("cpu." + kind));
            names.addAll(
                    List.of("cpu.threads", "memory.MemTotal", "memory.Cached", "memory.Dirty", "memory.Writeback"));
            names.addAll(List.of("vm.pswpin", "vm.pswpout", "pressure.io.some", "pressure.io.full"));
            for (String name : names) {
                boolean large = random.nextInt(4) == 0;
                counters.put(name, large ? WRAP - 1 - random.nextInt(3_000) : random.nextInt(100_000));
            }
        }

        void run(boolean calm) {
            counters.replaceAll((name, value) -> next(value, calm));
            if (!calm && random.nextInt(6) == 0) {
                String device = List.of("sda", "sdb", "sdc").get(random.nextInt(3));
                if (counters.containsKey("disk." + device + ".reads")) {
                    counters.keySet().removeIf(name -> name.startsWith("disk." + device + "."));
                } else {
                    DISK.forEach(field -> counters.put("disk." + device + "." + field, 0L));
                }
            }
            if (!calm && random.nextInt(20) == 0) {
                List<String> names = List.copyOf(counters.keySet());
                counters.remove(names.get(random.nextInt(names.size())));
            }
        }

        private long next(long value, boolean calm) {
            int kind = random.nextInt(400);
            if (kind == 0 && !calm) {
                return random.nextInt(10);
            }
            if (kind == 1 && !calm) {
                return Long.MAX_VALUE;
            }
            long next = kind < 200 ? value : value + random.nextInt(2_000);
            return value < WRAP && next >= WRAP && random.nextBoolean() ? next - WRAP : next;
        }

        Reading reading(long millis, Reading like) {
            List<String> names = List.copyOf(counters.keySet());
            long[] values = names.stream().mapToLong(counters::get).toArray();
            return Reading.of(millis, names, values, like);
        }
    }

    @RepeatedTest(400)
    void readings_one_after_another_give_the_figures_of_all_at_once(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Kernel kernel = new Kernel(random);
        boolean calm = random.nextInt(3) == 0;
        Window window = new Window("node-1");
        List<Reading> readings = new ArrayList<>();
        int count = 2 + random.nextInt(40);
        for (int i = 0; i < count; i++) {
            Reading like = readings.isEmpty() ? null : readings.get(i - 1);
            readings.add(kernel.reading(1_000L * i + random.nextInt(100), like));
            window.add(readings.get(i));
            kernel.run(calm);
            if (i > 0) {
                assertThat(window.load()).isEqualTo(WholeWindow.of("node-1", readings));
            }
        }
        assertThat(window.readings()).isEqualTo(count);
        assertThat(NodeLoad.of("node-1", readings)).isEqualTo(window.load());
    }

    @Test
    void a_counter_that_was_away_for_one_reading_is_not_the_same_any_more() {
        Window window = new Window("node-1");
        window.add(Reading.of(0, List.of("vm.pswpin", "vm.pswpout"), new long[] {1, 1}, null));
        window.add(Reading.of(1_000, List.of("vm.pswpin"), new long[] {2}, null));
        window.add(Reading.of(2_000, List.of("vm.pswpout", "vm.pswpin"), new long[] {9, 4}, null));
        assertThat(window.load().memory().swappedIn()).isEqualTo(3);
        assertThat(window.load().memory().swappedOut()).isNull();
    }

    @Test
    void theIoOfDataNodesIsTheirSumUnlessOneBeganOrEnded() {
        List<String> names = List.of("datanode.7.read", "datanode.7.written", "datanode.9.read", "datanode.9.written");
        Window window = new Window("node-1");
        window.add(Reading.of(0, names, new long[] {10, 20, 30, 40}, null));
        window.add(Reading.of(1_000, names, new long[] {11, 22, 33, 44}, null));
        assertThat(window.load().dataNodes()).isEqualTo(new NodeLoad.DataNodeIo(2, 4, 6));
        window.add(Reading.of(2_000, names.subList(0, 2), new long[] {12, 24}, null));
        assertThat(window.load().dataNodes()).isNull();
        Window none = new Window("node-1");
        none.add(Reading.of(0, List.of("vm.pswpin"), new long[] {1}, null));
        none.add(Reading.of(1_000, List.of("vm.pswpin"), new long[] {1}, null));
        assertThat(none.load().dataNodes()).isNull();
    }

    @Test
    void containers_of_other_applications_are_the_load_of_others() {
        List<String> base =
                List.of("processes.millis", "processes.hadoop", "processes.others", "processes.applications");
        List<String> more = new ArrayList<>(base);
        more.addAll(List.of("processes.application_1_1", "processes.application_1_2"));
        Window window = new Window("node-1", Set.of("application_1_2"));
        window.add(Reading.of(0, base, new long[] {500, 100, 10, 1_000}, null));
        window.add(Reading.of(5_000, more, new long[] {5_500, 150, 20, 1_300, 1_200, 100}, null));
        window.add(Reading.of(10_000, more, new long[] {10_500, 300, 30, 2_000, 1_500, 500}, null));
        NodeLoad.Processes processes = window.load().processes();
        assertThat(processes).isEqualTo(new NodeLoad.Processes(10, 2, 5, null, 5.2));
        assertThat(processes.otherThreads()).isEqualTo(0.52);
    }

    @Test
    void counters_of_an_application_may_begin_late_and_begin_again() {
        List<String> base =
                List.of("processes.millis", "processes.hadoop", "processes.others", "processes.applications");
        List<String> more = new ArrayList<>(base);
        more.addAll(List.of("processes.application_1_2", "processes.stopped_application_1_2"));
        Window window = new Window("node-1", Set.of("application_1_2"));
        window.add(Reading.of(0, base, new long[] {500, 0, 0, 0}, null));
        window.add(Reading.of(5_000, more, new long[] {5_500, 0, 0, 300, 300, 2_000}, null));
        window.add(Reading.of(6_000, base, new long[] {6_500, 0, 0, 300}, null));
        window.add(Reading.of(10_000, more, new long[] {10_500, 0, 0, 400, 100, 500}, null));
        assertThat(window.load().processes()).isEqualTo(new NodeLoad.Processes(10, 0, 4, 2.5, 0));
    }

    @Test
    void without_two_looks_at_the_processes_nothing_is_known_about_them() {
        List<String> names =
                List.of("processes.millis", "processes.hadoop", "processes.others", "processes.applications");
        Window one = new Window("node-1");
        one.add(Reading.of(0, names, new long[] {500, 1, 1, 1}, null));
        one.add(Reading.of(1_000, names, new long[] {500, 1, 1, 1}, null));
        assertThat(one.load().processes()).isNull();
        Window restarted = new Window("node-1");
        restarted.add(Reading.of(0, names, new long[] {500, 100, 100, 100}, null));
        restarted.add(Reading.of(1_000, names, new long[] {1_500, 1, 1, 1}, null));
        assertThat(restarted.load().processes()).isNull();
    }

    @Test
    void a_window_without_an_end_has_no_figures() {
        Window window = new Window("node-1");
        assertThatThrownBy(window::load).isInstanceOf(IllegalArgumentException.class);
        window.add(Reading.of(0, List.of("vm.pswpin"), new long[] {1}, null));
        assertThatThrownBy(window::load)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("node-1");
    }

    @Test
    void figures_can_not_be_changed() {
        Window window = new Window("node-1");
        List<String> names = List.of("pressure.io.some");
        window.add(Reading.of(0, names, new long[] {0}, null));
        window.add(Reading.of(1_000, names, new long[] {500_000}, null));
        NodeLoad figures = window.load();
        assertThat(figures.pressure()).containsOnly(Map.entry("io.some", 0.5));
        assertThatThrownBy(() -> figures.pressure().put("io.some", 1.0))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
