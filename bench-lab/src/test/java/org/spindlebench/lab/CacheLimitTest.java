package org.spindlebench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.probe.CgroupHierarchy;
import org.spindlebench.runner.lab.LabDirectory;

/**
 * Version 1 of control groups is tested with the kernel's own, where this is permitted. Version 2 is tested with files
 * made up: hosts that have one do not have the other.
 */
class CacheLimitTest {
    private static final long MIB = 1L << 20;
    private static final String VERSION_1 = "30 25 0:26 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory";

    @TempDir
    private Path temporary;

    private LabDirectory laboratory() {
        return new LabDirectory(temporary.resolve("lab"));
    }

    private Optional<CacheLimit> group(String... mounts) {
        return CacheLimit.of(laboratory(), CgroupHierarchy.mounted("memory", List.of(mounts)));
    }

    @Test
    void aGroupIsWhereTheKernelLimitsMemory() throws IOException {
        String processors = "31 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct";
        String empty = "32 25 0:28 / " + temporary + " rw - cgroup2 cgroup2 rw";
        assertThat(group("22 1 8:1 / / rw - ext4 /dev/vda rw", processors, empty))
                .isEmpty();

        CacheLimit group = group(processors, empty, VERSION_1).orElseThrow();
        assertThat(group.groups().unified()).isFalse();
        assertThat(group.groups().top()).isEqualTo(Path.of("/sys/fs/cgroup/memory"));
        assertThat(group.directory().getFileName().toString()).startsWith("spindle-lab-");
        assertThat(CacheLimit.of(
                        new LabDirectory(temporary.resolve("other")),
                        CgroupHierarchy.mounted("memory", List.of(VERSION_1))))
                .as("another laboratory has another group")
                .isNotEqualTo(Optional.of(group));

        Files.writeString(temporary.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
        assertThat(group(empty)).map(limit -> limit.groups().unified()).contains(true);
    }

    @Test
    void version2FollowsWhatIsUsedBesideThePageCache() throws Exception {
        Files.writeString(temporary.resolve("cgroup.controllers"), "memory\n");
        CacheLimit group =
                group("32 25 0:28 / " + temporary + " rw - cgroup2 cgroup2 rw").orElseThrow();
        group.make();
        assertThat(temporary.resolve("cgroup.subtree_control")).hasContent("+memory");
        Path limit = group.directory().resolve("memory.high");
        assertThat(limit).hasContent("max");

        use(group, 1000 * MIB, 300 * MIB, 100 * MIB);
        long first = group.follow(270 * MIB, 0);
        // 1,000 MiB are used, and 200 of them are files that no program maps.
        assertThat(first).isEqualTo(1070 * MIB);
        assertThat(limit).hasContent(String.valueOf(1070 * MIB));
        use(group, 1000 * MIB + 4096, 300 * MIB, 100 * MIB);
        assertThat(group.follow(270 * MIB, first)).as("not worth a call").isEqualTo(first);
        use(group, 1400 * MIB, 300 * MIB, 100 * MIB);
        assertThat(group.follow(270 * MIB, first)).isEqualTo(1470 * MIB);
        assertThat(limit).hasContent(String.valueOf(1470 * MIB));
        assertThat(group.remove()).singleElement().asString().endsWith("is not a control group");
    }

    private static void use(CacheLimit group, long all, long files, long mapped) throws IOException {
        Files.writeString(group.directory().resolve("memory.current"), all + "\n");
        Files.writeString(
                group.directory().resolve("memory.stat"),
                "anon 1\nfile_mapped " + mapped + "\ninactive_file " + files / 2 + "\nactive_file " + files / 2 + "\n");
        Files.writeString(group.directory().resolve("cgroup.procs"), "");
    }

    @Test
    void theKernelKeepsNoMoreOfAFileInMemoryAndNoProcessIsKilled() throws Exception {
        CacheLimit group = permitted();
        long share = 64 * MIB;
        Path file = temporary.resolve("file");
        Process writer = new ProcessBuilder(
                        "sh",
                        "-c",
                        "read go; dd if=/dev/zero of=" + file + " bs=1M count=256 conv=fsync 2>/dev/null; read end")
                .start();
        try {
            group.make();
            CacheLimit.move(writer.pid(), group.directory());
            long limit = group.follow(share, 0);
            writer.getOutputStream().write("\n".getBytes(StandardCharsets.UTF_8));
            writer.getOutputStream().flush();
            long most = 0;
            for (int i = 0; i < 1000 && (!Files.exists(file) || Files.size(file) < 256 * MIB); i++) {
                limit = group.follow(share, limit);
                most = Math.max(most, files(group));
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertThat(Files.size(file)).isEqualTo(256 * MIB);
            assertThat(most).isBetween(share / 2, share + 8 * MIB);
            assertThat(writer.isAlive()).isTrue();

            assertThat(group.remove()).isEmpty();
            assertThat(group.directory()).doesNotExist();
            assertThat(writer.isAlive()).as("it lives on in another group").isTrue();
            assertThat(group.remove()).as("it is gone already").isEmpty();
        } finally {
            writer.destroyForcibly().waitFor();
            group.remove();
        }
    }

    /** What {@code lab down} finds if the laboratory's client was killed. */
    @Test
    void aGroupIsRemovedByAnotherProcessThanItsOwn() throws Exception {
        CacheLimit group = permitted();
        Process killed = new ProcessBuilder("sh", "-c", "sleep 60 & wait").start();
        List<ProcessHandle> children = List.of();
        try {
            group.make();
            CacheLimit.move(killed.pid(), group.directory());
            children = killed.descendants().toList();
            killed.destroyForcibly().waitFor();

            assertThat(new LabDevices(laboratory()).remove()).isEmpty();
            assertThat(group.directory()).doesNotExist();
        } finally {
            children.forEach(ProcessHandle::destroyForcibly);
            group.remove();
        }
    }

    private static long files(CacheLimit group) throws IOException {
        return Files.readAllLines(group.directory().resolve("memory.stat")).stream()
                .filter(line -> line.matches("total_(in)?active_file .*"))
                .mapToLong(line -> Long.parseLong(line.split(" ")[1]))
                .sum();
    }

    private CacheLimit permitted() throws IOException {
        Optional<CacheLimit> group = CacheLimit.of(laboratory());
        assumeTrue(group.isPresent() && !group.get().groups().unified(), "the kernel limits memory by version 1");
        assumeTrue(Files.isWritable(group.get().groups().top()), "this user may make control groups");
        return group.get();
    }
}
