package org.spindlebench.jobs.probe.layout;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A host's files below a directory, as its kernel would show them. */
final class HostTree {
    static final String PCI = "/sys/devices/pci0000:00/0000:00:1f.2/ata1/host0/target0:0:0/0:0:0:0";

    private final Path root;
    private final List<String> mounts = new ArrayList<>();

    HostTree(Path root) {
        this.root = root;
    }

    HostTree file(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
        return this;
    }

    HostTree directory(String path) throws IOException {
        Files.createDirectories(root.resolve(path.substring(1)));
        return this;
    }

    HostTree link(String path, String target) throws IOException {
        Path link = root.resolve(path.substring(1));
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, Path.of(target));
        return this;
    }

    /** Adds a block device with the links that lead to it. */
    HostTree block(String sys, String number) throws IOException {
        String name = sys.substring(sys.lastIndexOf('/') + 1);
        link("/sys/dev/block/" + number, "../.." + sys.substring("/sys".length()));
        link("/sys/class/block/" + name, "../.." + sys.substring("/sys".length()));
        return file(sys + "/dev", number).file(sys + "/size", "2000").file(sys + "/removable", "0");
    }

    HostTree disk(String name, String number) throws IOException {
        String sys = PCI + "/block/" + name;
        return block(sys, number)
                .file(sys + "/queue/rotational", "1")
                .file(sys + "/queue/scheduler", "noop [deadline] cfq")
                .file(sys + "/queue/read_ahead_kb", "128")
                .file(sys + "/queue/max_sectors_kb", "512")
                .file(sys + "/queue/nr_requests", "128")
                .file(sys + "/queue/logical_block_size", "512");
    }

    HostTree partition(String disk, String name, String number) throws IOException {
        String sys = PCI + "/block/" + disk + "/" + name;
        return block(sys, number).file(sys + "/partition", "1");
    }

    /** Adds a device that is made of others, such as one of the device mapper. */
    HostTree on(String name, String number, Map<String, String> slaves) throws IOException {
        String sys = "/sys/devices/virtual/block/" + name;
        block(sys, number);
        for (Map.Entry<String, String> slave : slaves.entrySet()) {
            String target = PCI + "/block/" + slave.getValue();
            link(sys + "/slaves/" + slave.getKey(), "../../../.." + target.substring("/sys/devices".length()));
        }
        return this;
    }

    /** Mounts a file system beneath the first one. */
    HostTree mount(String number, String subtree, String point, String options, String rest) throws IOException {
        int parent = mounts.isEmpty() ? 1 : 20;
        return mountOn(parent, number, subtree, point + " " + options, rest);
    }

    HostTree mountOn(int parent, String number, String subtree, String pointAndOptions, String rest)
            throws IOException {
        mounts.add((20 + mounts.size()) + " " + parent + " " + number + " " + subtree + " " + pointAndOptions
                + " shared:1 - " + rest);
        return file("/proc/self/mountinfo", String.join("\n", mounts));
    }

    List<Finding> read(Map<String, List<String>> directories) {
        return new LayoutReader(root, "").read(directories);
    }

    /**
     * Reads the layout as a user to whom the kernel shows none of these paths. The test may run as root, who sees all.
     */
    List<Finding> read(Map<String, List<String>> directories, Set<String> denied) {
        return new LayoutReader(() -> new Guarded(root, denied), "").read(directories);
    }

    private static final class Guarded extends HostFiles {
        private final Set<Path> denied;

        Guarded(Path root, Set<String> denied) {
            super(root);
            this.denied = denied.stream().map(this::local).collect(Collectors.toSet());
        }

        @Override
        InputStream open(Path file) throws IOException {
            check(file);
            return super.open(file);
        }

        @Override
        BasicFileAttributes attributes(Path file) throws IOException {
            check(file);
            return super.attributes(file);
        }

        private void check(Path file) throws AccessDeniedException {
            if (denied.contains(file)) {
                throw new AccessDeniedException(file.toString());
            }
        }
    }

    static Map<String, String> only(List<Finding> findings, String kind, String name) {
        List<Finding> found = findings.stream()
                .filter(finding -> finding.kind().equals(kind) && finding.name().equals(name))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " findings of " + kind + " " + name + " in " + findings);
        }
        return found.get(0).attributes();
    }

    static List<String> names(List<Finding> findings, String kind) {
        return findings.stream()
                .filter(finding -> finding.kind().equals(kind))
                .map(Finding::name)
                .toList();
    }
}
