package org.spindlebench.jobs.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcReaderTest {
    private static final Path KERNELS = Path.of("src/test/resources/org/spindlebench/jobs/probe/proc");

    @Test
    void a_kernel_without_discards_and_pressure_is_read() {
        Map<String, Long> counters = counters(KERNELS.resolve("3.10"));
        assertThat(counters)
                .containsEntry("disk.sda.reads", 446216L)
                .containsEntry("disk.sda.queueMillis", 23705160L)
                .containsEntry("disk.sda1.sectorsRead", 35496L)
                .containsEntry("disk.cciss!c0d0.writes", 20L)
                .containsEntry("cpu.user", 10132153L)
                .containsEntry("cpu.guestNice", 0L)
                .containsEntry("cpu.threads", 2L)
                .containsEntry("cpu.running", 2L)
                .containsEntry("memory.Cached", 1195708L)
                .containsEntry("net.eth0.received", 15475140L)
                .containsEntry("net.eth0.sent", 1782404L)
                .containsEntry("net.bond0.100.sent", 9L)
                .containsEntry("vm.pswpout", 3L)
                .doesNotContainKeys("memory.MemAvailable", "memory.HugePages_Total", "vm.oom_kill");
        assertThat(counters.keySet()).noneMatch(name -> name.startsWith("pressure."));
    }

    @Test
    void discards_and_flushes_are_read_where_the_kernel_has_them() {
        assertThat(counters(KERNELS.resolve("4.18")))
                .containsEntry("disk.nvme0n1.reads", 11L)
                .containsEntry("disk.nvme0n1.queueMillis", 12L)
                .containsEntry("disk.sdb.busyMillis", 4294967295L)
                .containsEntry("disk.nvme0n1.discards", 1L)
                .containsEntry("disk.nvme0n1.discardMillis", 1L)
                .doesNotContainKey("disk.nvme0n1.flushes");
        assertThat(counters(KERNELS.resolve("6.18")))
                .containsEntry("disk.vda.sectorsWritten", 615603296L)
                .containsEntry("disk.vda.busyMillis", 1270964L)
                .containsEntry("disk.vda.discards", 3043742L)
                .containsEntry("disk.vda.flushes", 86896L)
                .containsEntry("disk.vda.flushMillis", 29208L)
                .containsEntry("disk.loop0.reads", 0L);
    }

    @Test
    void numbers_of_64_bits_without_a_sign_keep_their_bits() {
        assertThat(counters(KERNELS.resolve("6.18"))).containsEntry("disk.dm-0.reads", -1L);
    }

    @Test
    void pressure_is_read_where_the_kernel_has_it() {
        assertThat(counters(KERNELS.resolve("6.18")))
                .containsEntry("pressure.cpu.some", 123456L)
                .containsEntry("pressure.io.full", 99L)
                .containsEntry("pressure.memory.full", 0L)
                .doesNotContainKey("pressure.cpu.full");
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent", "."})
    void without_the_files_there_are_no_counters_but_of_time(String directory) {
        assertThat(counters(KERNELS.resolve(directory))).containsOnlyKeys("clock.monotonicMillis");
    }

    @Test
    void this_kernel_is_read() {
        assertThat(counters(Path.of("/proc"))).containsKeys("cpu.user", "cpu.threads", "memory.MemTotal", "vm.pgpgin");
    }

    @Test
    void samples_of_the_same_counters_share_their_names() {
        ProcReader reader = new ProcReader(KERNELS.resolve("3.10"));
        assertThat(reader.read().names()).isSameAs(reader.read().names());
    }

    private static Map<String, Long> counters(Path proc) {
        ProbeSample sample = new ProcReader(proc).read();
        Map<String, Long> counters = new TreeMap<>();
        for (int i = 0; i < sample.size(); i++) {
            assertThat(counters.put(sample.names().get(i), sample.value(i))).isNull();
        }
        return counters;
    }
}
