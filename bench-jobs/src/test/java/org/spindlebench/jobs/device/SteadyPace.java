package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Limits the rate of the device below a directory, for this process and all that it starts. A device that is shared
 * with others is not steady otherwise. The limit is set in the kernel's block-I/O controller (cgroup v1, as root).
 */
final class SteadyPace implements AutoCloseable {
    private static final Path CONTROLLER = Path.of("/sys/fs/cgroup/blkio");

    private final Path group;

    private SteadyPace(Path group) {
        this.group = group;
    }

    /** Sets the limit. The result is empty if this user may not, or if this kernel has no such controller. */
    static Optional<SteadyPace> of(Path directory, long bytesPerSecond) throws IOException {
        String device = disk((Long) Files.getAttribute(directory, "unix:dev"));
        Path group = CONTROLLER.resolve("spindle-" + ProcessHandle.current().pid());
        if (!Files.isWritable(CONTROLLER) || device == null) {
            return Optional.empty();
        }
        Files.createDirectory(group);
        SteadyPace pace = new SteadyPace(group);
        try {
            for (String direction : new String[] {"read", "write"}) {
                Path limit = group.resolve("blkio.throttle." + direction + "_bps_device");
                Files.writeString(limit, device + " " + bytesPerSecond);
            }
            move(group);
            return Optional.of(pace);
        } catch (IOException e) {
            pace.close();
            return Optional.empty();
        }
    }

    /**
     * Returns {@code major:minor} of a partition's disk, or of the device itself; null if there is no such block
     * device.
     */
    private static String disk(long number) throws IOException {
        long major = (number >> 8 & 0xfff) | (number >> 32 & ~0xfffL);
        long minor = (number & 0xff) | (number >> 12 & ~0xffL);
        Path device = Path.of("/sys/dev/block", major + ":" + minor);
        if (!Files.exists(device)) {
            return null;
        }
        Path real = device.toRealPath();
        Path disk = Files.exists(real.resolve("partition")) ? real.getParent() : real;
        return Files.readString(disk.resolve("dev")).strip();
    }

    private static void move(Path group) throws IOException {
        Files.writeString(
                group.resolve("cgroup.procs"),
                String.valueOf(ProcessHandle.current().pid()));
    }

    @Override
    public void close() throws IOException {
        move(CONTROLLER);
        Files.delete(group);
    }
}
