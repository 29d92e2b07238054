package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.runner.probe.Layouts;

class UnlikeNodesTest {
    private static final long GIB = 1L << 30;
    private static final long TB = 1_000_000_000_000L;

    /** A node of the cluster: 16 cores, some memory, some disks for HDFS and one for the shuffle. */
    private record Machine(String name, int cores, long memory, int disks, long size, boolean rotating) {
        static Machine usual(String name) {
            return new Machine(name, 16, 64 * GIB, 11, 4 * TB, true);
        }

        NodeLayout layout() {
            List<String> lines = new ArrayList<>();
            lines.add("node\t" + name + "\tcpuCores=" + cores + "\tcpuModel=Fast\tcpuThreads=" + 2 * cores
                    + "\tmemoryBytes=" + memory);
            lines.add("network\teth0\tspeedMbits=10000\tphysical=true");
            for (int disk = 0; disk <= disks; disk++) {
                lines.add("device\tsd" + disk + "\ttype=disk\tsizeBytes=" + size + "\trotational=" + rotating);
                lines.add("device\tsd" + disk + "p1\ttype=partition\ton=sd" + disk + "\tsizeBytes=" + size);
                lines.add("directory\t/data/" + disk + "\trole=" + (disk == 0 ? "shuffle" : "hdfs") + "\tdevices=sd"
                        + disk + "p1\tdisks=sd" + disk);
            }
            try {
                return Layouts.of(
                        name, FindingText.read(new BufferedReader(new StringReader(String.join("\n", lines)))), 0.0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static List<String> messages(Machine... machines) {
        return UnlikeNodes.of(List.of(machines).stream().map(Machine::layout).toList()).stream()
                .map(Warning::message)
                .toList();
    }

    @Test
    void whatDiffersIsNamedWithTheNodesThatHaveIt() {
        Machine usual = Machine.usual("n1");
        assertThat(messages(usual, new Machine("n2", 8, 64 * GIB, 11, 4 * TB, true)))
                .singleElement()
                .asString()
                .startsWith(
                        "nodes differ in processors: 16 cores and 32 threads of Fast on n1; 8 cores and 16 threads of Fast on"
                                + " n2. ");
        assertThat(messages(usual, new Machine("n2", 16, 32 * GIB, 11, 4 * TB, true)))
                .singleElement()
                .asString()
                .startsWith("nodes differ in memory: 32.0 GiB on n2; 64.0 GiB on n1. ");
        assertThat(messages(usual, Machine.usual("n2"), new Machine("n3", 16, 64 * GIB, 10, 4 * TB, true)))
                .singleElement()
                .asString()
                .startsWith("nodes differ in devices of HDFS: 10 x rotating of 4000.0 GB on n3; 11 x rotating of"
                        + " 4000.0 GB on n1, n2. ");
        assertThat(messages(usual, new Machine("n2", 16, 64 * GIB, 11, 4 * TB, false)))
                .hasSize(2)
                .anyMatch(text -> text.contains("devices of the shuffle: 1 x flash of 4000.0 GB on n2; 1 x rotating"));
    }

    @Test
    void whatANodeDoesNotReportIsNotCompared() {
        assertThat(UnlikeNodes.of(List.of(Machine.usual("n1").layout(), Layouts.of("n2", List.of(), 0.0))))
                .isEmpty();
        assertThat(UnlikeNodes.of(List.of())).isEmpty();
    }

    /** Firmware keeps up to 2 % of the memory, and capacities of one kind differ by up to 1 %. */
    @Test
    void alikeNodesAreNeverNamedAndAPlantedOneAlwaysIs() {
        Random random = new Random(7);
        int healthy = 0;
        int found = 0;
        for (int cluster = 0; cluster < 1_000; cluster++) {
            List<Machine> machines = new ArrayList<>();
            int size = 2 + random.nextInt(10);
            for (int node = 0; node < size; node++) {
                machines.add(new Machine(
                        "n" + node,
                        16,
                        (long) (64 * GIB * (1 - random.nextDouble() / 50)),
                        3,
                        (long) (4 * TB * (1 - random.nextDouble() / 100)),
                        true));
            }
            healthy += messages(machines.toArray(Machine[]::new)).isEmpty() ? 0 : 1;
            Machine old = machines.get(random.nextInt(size));
            machines.remove(old);
            machines.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Machine(old.name(), 12, old.memory(), 3, old.size(), true);
                        case 1 -> new Machine(old.name(), 16, old.memory() * 9 / 10, 3, old.size(), true);
                        case 2 -> new Machine(old.name(), 16, old.memory(), 2, old.size(), true);
                        default -> new Machine(old.name(), 16, old.memory(), 3, old.size() * 9 / 10, true);
                    });
            List<String> messages = messages(machines.toArray(Machine[]::new));
            found += !messages.isEmpty() && messages.stream().allMatch(text -> text.contains("on " + old.name()))
                    ? 1
                    : 0;
        }
        assertThat(healthy).isZero();
        assertThat(found).isEqualTo(1_000);
    }
}
