package org.spindlebench.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A separate block device: a file behind a loop device, with a file system on it. Needs root.
 *
 * @param name such as {@code /dev/loop0}
 * @param mountPoint the mount point of its file system
 */
public record LoopDevice(String name, Path mountPoint) {
    private static final long LIMIT_SECONDS = 60;

    /** Returns whether this user may make a loop device here. */
    public static boolean isPossible() {
        return "root".equals(System.getProperty("user.name"))
                && Files.exists(Path.of("/dev/loop-control"))
                && List.of("losetup", "mkfs.ext4", "mount").stream()
                        .allMatch(tool -> List.of("/sbin", "/usr/sbin", "/bin", "/usr/bin").stream()
                                .anyMatch(place -> Files.isExecutable(Path.of(place, tool))));
    }

    /** Makes a device of this number of bytes, from a file below a directory. */
    public static LoopDevice make(Path directory, long bytes) throws Exception {
        Path image = directory.resolve("device.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(bytes);
        }
        String name = run("losetup", "--find", "--show", "--direct-io=on", image.toString());
        try {
            run("mkfs.ext4", "-q", name);
            Path mountPoint = Files.createDirectory(directory.resolve("device"));
            run("mount", "-o", "noatime", name, mountPoint.toString());
            return new LoopDevice(name, mountPoint);
        } catch (Exception | AssertionError e) {
            run("losetup", "--detach", name);
            throw e;
        }
    }

    /** Returns the device's kind, as setup files name it. */
    public String kind() throws IOException {
        Path queue = Path.of("/sys/block", name.substring(name.lastIndexOf('/') + 1), "queue/rotational");
        return Files.readString(queue).strip().equals("1") ? "hdd" : "ssd";
    }

    /** Unmounts and detaches the device. Its file is deleted with its directory. */
    public void remove() throws Exception {
        run("umount", mountPoint.toString());
        run("losetup", "--detach", name);
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(String.join(" ", command) + ": " + output)
                .isZero();
        return output;
    }
}
