package org.spindlebench.analysis.proof;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;

/** Builds layouts and metrics of nodes for tests. HDFS has its own disks unless a test says otherwise. */
final class Nodes {
    static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

    private final String node;
    private final List<Device> devices = new ArrayList<>();
    private final List<Directory> directories = new ArrayList<>();
    private final List<Directory> system = new ArrayList<>();

    private Nodes(String node) {
        this.node = node;
    }

    static Nodes layout(String node) {
        return new Nodes(node);
    }

    Nodes disk(String name, String... paths) {
        devices.add(
                new Device(name, null, "disk", null, null, null, List.of(paths), null, null, null, null, null, null));
        return this;
    }

    Nodes partition(String disk, String name) {
        devices.add(new Device(
                name, null, "partition", null, null, List.of(disk), null, null, null, null, null, null, null));
        return this;
    }

    Nodes on(String role, String device) {
        return on(role, device, "rw");
    }

    Nodes on(String role, String device, String options) {
        directories.add(directory(role, "/" + role + "/" + device, device, options));
        return this;
    }

    Nodes root(String device) {
        system.add(directory("root", "/", device, "rw"));
        return this;
    }

    NodeLayout made() {
        return new NodeLayout(node, null, null, null, null, null, null, devices, directories, system, null, null);
    }

    private static Directory directory(String role, String path, String device, String options) {
        return new Directory(
                role,
                path,
                path,
                true,
                true,
                path,
                "ext4",
                "rw",
                options,
                null,
                null,
                List.of(device),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** Returns the metrics of a node over 10 s. */
    static NodeLoad figures(String node, DeviceIo... devices) {
        return figures(node, null, null, devices);
    }

    static NodeLoad figures(String node, NodeLoad.CpuTime cpu, NodeLoad.Memory memory, DeviceIo... devices) {
        return new NodeLoad(
                node, BEGIN, BEGIN.plusSeconds(10), 11, cpu, memory, null, null, List.of(devices), null, null, null);
    }

    static NodeLoad.CpuTime cpu(Long threads, Double busy) {
        return new NodeLoad.CpuTime(threads, busy, null, null, null, null);
    }

    static NodeLoad.Memory memory(Long total, Long dirtyBefore, Long dirtyAfter) {
        return new NodeLoad.Memory(total, null, null, dirtyBefore, dirtyAfter, null, null, null);
    }

    /** Returns a device that read and wrote this many bytes, in 10 requests each. */
    static DeviceIo moved(String name, long read, long written) {
        return new DeviceIo(
                name,
                new Io(10L, 0L, read, 10L, 0L, written, read / 10.0, written / 10.0, 0.01, 0.02, 0.005, 0.5, 0.1));
    }

    /** Returns a device without metrics. */
    static DeviceIo unknown(String name) {
        return new DeviceIo(name, Io.UNKNOWN);
    }

    /** Returns a role with its own disk on one node, which read and wrote this many bytes. */
    static RoleIo role(String role, long read, long written) {
        return RoleIo.of(
                role,
                List.of(layout("n1").disk("sdb").on(role, "sdb").made()),
                List.of(figures("n1", moved("sdb", read, written))));
    }

    /** Returns a role on a disk that also carries the system. */
    static RoleIo besideSystem(String role, long read, long written) {
        return RoleIo.of(
                role,
                List.of(layout("n1").disk("sdb").on(role, "sdb").root("sdb").made()),
                List.of(figures("n1", moved("sdb", read, written))));
    }

    /** Returns a role on a file system that compresses. */
    static RoleIo compressing(String role, long read, long written) {
        return RoleIo.of(
                role,
                List.of(layout("n1")
                        .disk("sdb")
                        .on(role, "sdb", "rw,compress=zstd:3")
                        .made()),
                List.of(figures("n1", moved("sdb", read, written))));
    }

    /** Returns a role when HDFS and the shuffle share one disk. */
    static RoleIo notSeparable(String role) {
        return RoleIo.of(
                role,
                List.of(layout("n1")
                        .disk("sdb")
                        .on("hdfs", "sdb")
                        .on("shuffle", "sdb")
                        .made()),
                List.of(figures("n1", moved("sdb", 1, 1))));
    }
}
