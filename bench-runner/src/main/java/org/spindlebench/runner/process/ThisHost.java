package org.spindlebench.runner.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** The host and the processes of this client. */
public final class ThisHost {
    /** The place of a process's start among the fields after its name in {@code /proc/PID/stat}, from 0. */
    private static final int START = 19;

    private ThisHost() {}

    /** Returns the host's name; {@code localhost} if it has none. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /** Returns a text that is the same for all processes that see one another: of one boot and one container. */
    public static String system() {
        String text;
        try {
            text = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException unknown) {
            text = name();
        }
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }

    /**
     * Checks whether a process of this host still lives. A later process may have its number, but began later.
     *
     * @param began what {@link #startOf} returned for it
     * @return empty if permissions hide it
     */
    public static Optional<Boolean> lives(long pid, long began) {
        OptionalLong start = startOf(pid);
        if (start.isPresent()) {
            return Optional.of(start.getAsLong() == began);
        }
        boolean hidden = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
        return hidden ? Optional.empty() : Optional.of(false);
    }

    /**
     * Returns when a process began, in the kernel's ticks since the boot, which no change of the clock moves; empty if
     * there is no such process, or permissions hide it.
     */
    public static OptionalLong startOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return OptionalLong.of(Long.parseLong(afterName[START]));
        } catch (IOException | RuntimeException unknown) {
            return OptionalLong.empty();
        }
    }
}
