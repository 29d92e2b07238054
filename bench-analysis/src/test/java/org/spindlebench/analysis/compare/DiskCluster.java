package org.spindlebench.analysis.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;
import org.spindlebench.analysis.record.NodeMetrics;

/** Builds the evidence of one run: nodes with disks that hold HDFS's and the shuffle's data, and what each disk did. */
final class DiskCluster {
    /** The seconds of a run. */
    static final double SECONDS = 100;

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final Map<String, List<Device>> devices = new LinkedHashMap<>();
    private final Map<String, List<Directory>> directories = new LinkedHashMap<>();
    private final Map<String, List<DeviceIo>> loads = new LinkedHashMap<>();

    /** What a disk did: requests of half a MiB, all of them reads or writes by their share. */
    static Io io(double bytes, double reads, double size, double busySeconds) {
        long read = Math.round(bytes * reads);
        long written = Math.round(bytes * (1 - reads));
        return new Io(
                Math.round(read / size),
                0L,
                read,
                Math.round(written / size),
                0L,
                written,
                null,
                null,
                null,
                null,
                null,
                null,
                busySeconds / SECONDS);
    }

    /** Adds a disk with platters, of a model, under a directory of the role {@code hdfs}. */
    DiskCluster hdd(String node, String name, Io io) {
        return disk(node, name, "M1", true, io);
    }

    DiskCluster disk(String node, String name, String model, Boolean platters, Io io) {
        Device.Hardware hardware = new Device.Hardware(model, null, null, platters, false, null);
        devices.computeIfAbsent(node, none -> new ArrayList<>())
                .add(new Device(
                        name,
                        null,
                        "disk",
                        null,
                        null,
                        List.of(),
                        List.of(),
                        2_000_000_000_000L,
                        null,
                        null,
                        hardware,
                        null,
                        null));
        String mount = "/mnt/" + name;
        directories
                .computeIfAbsent(node, none -> new ArrayList<>())
                .add(new Directory(
                        "hdfs",
                        mount + "/hdfs",
                        null,
                        true,
                        true,
                        mount,
                        "ext4",
                        null,
                        null,
                        null,
                        null,
                        List.of(name),
                        List.of(name),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
        loads.computeIfAbsent(node, none -> new ArrayList<>()).add(new DeviceIo(name, io));
        return this;
    }

    NodeMetrics evidence() {
        List<NodeLayout> layouts = new ArrayList<>();
        List<NodeLoad> nodes = new ArrayList<>();
        devices.forEach((node, own) -> {
            layouts.add(new NodeLayout(
                    node, null, null, null, null, null, null, own, directories.get(node), null, null, null));
            nodes.add(new NodeLoad(
                    node,
                    START,
                    START.plusSeconds((long) SECONDS),
                    100,
                    null,
                    null,
                    null,
                    null,
                    loads.get(node),
                    null,
                    null,
                    null));
        });
        return new NodeMetrics("yarn", nodes, List.of(), layouts, null, null);
    }
}
