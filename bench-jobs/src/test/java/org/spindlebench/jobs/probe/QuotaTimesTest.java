package org.spindlebench.jobs.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaTimesTest {
    private static final String APPLICATION = "application_9_0001";
    private static final Map<String, Map<String, String>> NONE = Collections.emptyMap();

    @TempDir
    private Path directory;

    /** Makes processes of a container. */
    private static Map<String, Map<String, String>> of(String container, String... ids) {
        return Collections.singletonMap(
                APPLICATION, Arrays.stream(ids).collect(Collectors.toMap(id -> id, id -> container)));
    }

    /** Makes processes, each in a container of its own. */
    private static Map<String, Map<String, String>> each(String... ids) {
        return Collections.singletonMap(
                APPLICATION, Arrays.stream(ids).collect(Collectors.toMap(id -> id, id -> "container_" + id)));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private Path host(String type, String options) throws IOException {
        Path groups = directory.resolve("groups");
        write(
                directory.resolve("proc/self/mountinfo"),
                "30 20 0:25 / " + groups + " rw shared:9 - " + type + " " + type + " rw" + options + "\n");
        return groups;
    }

    private void process(String id, String line) throws IOException {
        write(directory.resolve("proc/" + id + "/cgroup"), "12:memory:/elsewhere\n" + line + "\n");
    }

    private static void stat(Path group, long throttled) throws IOException {
        write(group.resolve("cpu.stat"), "nr_periods 900\nnr_throttled " + throttled + "\nthrottled_time 1\n");
    }

    @Test
    void aContainerCountsOnceHoweverManyProcessesItHasAndFromItsBeginning() throws IOException {
        Path group = host("cgroup", ",cpuacct,cpu").resolve("hadoop-yarn/container_1");
        QuotaTimes quotas = new QuotaTimes(directory.resolve("proc"));
        assertThat(quotas.look(NONE)).isEmpty();
        stat(group, 7);
        write(group.resolve("cpu.cfs_period_us"), "50000\n");
        process("70", "4:cpu,cpuacct:/hadoop-yarn/container_1");
        process("71", "4:cpu,cpuacct:/hadoop-yarn/container_1");
        assertThat(quotas.look(of("container_1", "70", "71", "gone"))).containsEntry(APPLICATION, 350L);
        stat(group, 9);
        assertThat(quotas.look(of("container_1", "70", "71"))).containsEntry(APPLICATION, 450L);
        assertThat(quotas.look(NONE)).isEmpty();
    }

    @Test
    void aQuotaOfAllContainersStopsEachOfThem() throws IOException {
        Path top = host("cgroup2", "");
        write(top.resolve("cgroup.controllers"), "cpuset cpu io\n");
        Path all = top.resolve("hadoop-yarn");
        QuotaTimes quotas = new QuotaTimes(directory.resolve("proc"));
        write(all.resolve("cpu.max"), "150000 100000\n");
        stat(all, 1_000_000);
        for (String container : new String[] {"70", "71"}) {
            stat(all.resolve("container_" + container), 0);
            process(container, "0::/hadoop-yarn/container_" + container);
        }
        assertThat(quotas.look(each("70", "71")))
                .as("what came before the first look")
                .containsEntry(APPLICATION, 0L);
        stat(all, 1_000_030);
        assertThat(quotas.look(each("70", "71"))).containsEntry(APPLICATION, 6_000L);
    }

    /** YARN's default executor makes no groups, and a container of Docker shows its own group as the top. */
    @ParameterizedTest
    @ValueSource(strings = {"/system.slice/nodemanager.service", "/"})
    void containersThatShareAGroupAreAllStopped(String group) throws IOException {
        Path top = host("cgroup2", "");
        write(top.resolve("cgroup.controllers"), "cpu\n");
        Path shared = top.resolve(group.substring(1));
        write(shared.resolve("cpu.max"), "150000 100000\n");
        stat(shared, 500);
        for (String id : new String[] {"70", "71", "72"}) {
            process(id, "0::" + group);
        }
        QuotaTimes quotas = new QuotaTimes(directory.resolve("proc"));
        assertThat(quotas.look(each("70", "71", "72"))).containsEntry(APPLICATION, 0L);
        stat(shared, 510);
        assertThat(quotas.look(each("70", "71", "72"))).containsEntry(APPLICATION, 3_000L);
    }

    @Test
    void withoutGroupsNothingIsKnown() throws IOException {
        QuotaTimes quotas = new QuotaTimes(directory.resolve("proc"));
        assertThat(quotas.look(each("70"))).isEmpty();
        host("tmpfs", "");
        assertThat(quotas.look(each("70"))).isEmpty();
    }

    @Test
    void aViewThatBeginsBelowTheKernelsRootHidesOtherGroups() {
        CgroupHierarchy groups = new CgroupHierarchy("memory", directory, Paths.get("/box/7"), true);
        assertThat(groups.group(Arrays.asList("4:memory:/user", "0::/box/7/me")))
                .contains(directory.resolve("me"));
        assertThat(groups.group(Arrays.asList("0::/box/8"))).isEmpty();
    }

    /** A busy process with a fifth of a processor is stopped in nearly every period. */
    @Test
    void theKernelsOwnGroupsAreRead() throws Exception {
        Path groups = Paths.get("/sys/fs/cgroup/cpu");
        assumeThat(Files.isWritable(groups) && Files.exists(groups.resolve("cpu.cfs_quota_us")))
                .as("version 1 of control groups, as root")
                .isTrue();
        Path group = Files.createDirectory(groups.resolve("spindle-test-" + System.nanoTime()));
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            write(group.resolve("cpu.cfs_quota_us"), "20000");
            String id = String.valueOf(busy.pid());
            QuotaTimes quotas = new QuotaTimes(Paths.get("/proc"));
            quotas.look(NONE);
            write(group.resolve("cgroup.procs"), id);
            TimeUnit.SECONDS.sleep(2);
            assertThat(quotas.look(of(group.getFileName().toString(), id)).get(APPLICATION))
                    .isBetween(1_000L, 3_000L);
        } finally {
            busy.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            remove(group);
        }
    }

    private static void remove(Path group) throws Exception {
        for (int attempt = 0; attempt < 50 && Files.exists(group); attempt++) {
            try {
                Files.delete(group);
            } catch (IOException notYetEmpty) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
        assertThat(group).doesNotExist();
    }
}
