package org.spindlebench.runner.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.spindlebench.runner.lab.LabDirectory.UnixFile;
import org.spindlebench.runner.lab.LabState.Engine;

/** What a laboratory needs of this host. */
public final class LabNeeds {
    private static final Map<String, String> PACKAGES = Map.of(
            "losetup", "mount",
            "mount", "mount",
            "umount", "mount",
            "mkfs.ext4", "e2fsprogs",
            "fallocate", "util-linux",
            "setsid", "util-linux",
            "nice", "coreutils");

    private LabNeeds() {}

    /** Returns the engine for this host: Spindle's own, unless nbdfuse or FUSE is missing. */
    static Engine engine() {
        return canPresent() || !LabDevices.canThrottle() ? Engine.NBD : Engine.THROTTLE;
    }

    private static boolean canPresent() {
        return isInstalled("nbdfuse") && Files.exists(Path.of("/dev/fuse"));
    }

    /**
     * Returns all that is missing, each with its remedy; empty if a laboratory can be made here.
     *
     * @param partitions whether disks have partitions. The kernel's controller would hold each of them to the bandwidth
     *     of the whole disk, so they need Spindle's own engine
     */
    public static List<String> missing(boolean partitions) {
        List<String> missing = new ArrayList<>();
        if (!isRoot()) {
            missing.add("the rights of root, to attach and mount devices: run the command as root");
        }
        TreeSet<String> packages = new TreeSet<>();
        TreeSet<String> programs = new TreeSet<>();
        PACKAGES.forEach((program, of) -> {
            if (!isInstalled(program)) {
                programs.add(program);
                packages.add(of);
            }
        });
        if (!canPresent() && (partitions || !LabDevices.canThrottle())) {
            if (!isInstalled("nbdfuse")) {
                programs.add("nbdfuse");
                packages.add("libnbd-bin");
                packages.add("fuse3");
            } else {
                missing.add("/dev/fuse: load the kernel's module (`modprobe fuse`), or give the container that device");
            }
            if (LabDevices.canThrottle()) {
                missing.add(
                        "Spindle's own server for partitions of one disk: the kernel's blkio.throttle, which stands in"
                                + " for it, would give each partition the bandwidth of the whole disk");
            }
        }
        if (!programs.isEmpty()) {
            missing.add(String.join(", ", programs) + ": `apt-get install " + String.join(" ", packages)
                    + "` (Debian's names)");
        }
        if (!Files.exists(Path.of("/dev/loop-control"))) {
            missing.add(
                    "/dev/loop-control: load the kernel's module (`modprobe loop`), or give the container that device");
        }
        return missing;
    }

    private static boolean isRoot() {
        try {
            return UnixFile.thisUser() == 0;
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }

    private static boolean isInstalled(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(":"))
                .filter(directory -> !directory.isEmpty())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
