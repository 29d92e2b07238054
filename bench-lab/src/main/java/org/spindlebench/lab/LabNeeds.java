package org.spindlebench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.spindlebench.runner.lab.LabDirectory.UnixFile;

/** The requirements of a laboratory for this host. */
public final class LabNeeds {
    private static final Map<String, String> PACKAGES = Map.of(
            "losetup", "mount",
            "mount", "mount",
            "umount", "mount",
            "mkfs.ext4", "e2fsprogs",
            "fallocate", "util-linux",
            "setsid", "util-linux",
            "nice", "coreutils",
            "nbdfuse", "libnbd-bin fuse3");

    private LabNeeds() {}

    /** Returns everything that is missing, each with its remedy; empty if a laboratory can be made here. */
    public static List<String> missing() {
        return missing(System.getenv().getOrDefault("PATH", ""));
    }

    /** @param path the directories of programs, as in the variable of that name */
    static List<String> missing(String path) {
        List<String> missing = new ArrayList<>();
        if (!isRoot()) {
            missing.add("the rights of root, to attach and mount devices: run the command as root");
        }
        TreeSet<String> packages = new TreeSet<>();
        TreeSet<String> programs = new TreeSet<>();
        PACKAGES.forEach((program, of) -> {
            if (!isInstalled(program, path)) {
                programs.add(program);
                packages.add(of);
            }
        });
        if (!Files.exists(Path.of("/dev/fuse"))) {
            missing.add("/dev/fuse: load the kernel's module (`modprobe fuse`), or give the container that device");
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

    private static boolean isInstalled(String program, String path) {
        return Arrays.stream(path.split(":"))
                .filter(directory -> !directory.isEmpty())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
