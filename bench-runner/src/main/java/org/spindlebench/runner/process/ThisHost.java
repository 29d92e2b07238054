package org.spindlebench.runner.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** The host and the processes of this client. */
public final class ThisHost {
    /** The place of a process's start among the fields after its name in {@code /proc/PID/stat}, from 0. */
    private static final int START = 19;

    /** The number of digits in one half of a {@link #system}. */
    private static final int HASH = 16;

    private ThisHost() {}

    /** Returns the host's name; {@code localhost} if it has none. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /**
     * Returns a text that is the same for all processes that see each other: 32 hexadecimal digits, of the host's boot
     * and of the container.
     */
    public static String system() {
        try {
            return hash(Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            .strip())
                    + hash(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString());
        } catch (IOException unknown) {
            return hash(name()) + hash("");
        }
    }

    /** Checks whether a result of {@link #system} comes from an earlier boot than the present one. */
    public static boolean isOtherBoot(String system) {
        return system.length() != 2 * HASH || !system.regionMatches(0, system(), 0, HASH);
    }

    private static String hash(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "")
                .substring(0, HASH);
    }

    /**
     * Checks whether a process of this host still lives. A later process may have the same id, but has a later start.
     *
     * @param began the result of {@link #startOf} for it
     * @return empty if permissions hide the process
     */
    public static Optional<Boolean> lives(long pid, long began) {
        OptionalLong start = startOf(pid);
        if (start.isPresent()) {
            return Optional.of(start.getAsLong() == began);
        }
        boolean hidden = fields(pid).isEmpty()
                && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
        return hidden ? Optional.empty() : Optional.of(false);
    }

    /**
     * Returns the time at which a process began, in the kernel's ticks since the boot, which no change of the clock
     * moves. Empty if there is no such process, if it has ended and waits for its parent, or if permissions hide it.
     */
    public static OptionalLong startOf(long pid) {
        List<String> fields = fields(pid);
        return fields.size() > START && !hasEnded(pid)
                ? OptionalLong.of(Long.parseLong(fields.get(START)))
                : OptionalLong.empty();
    }

    /** Checks whether a process has ended and waits for its parent, which may take long if its client was killed. */
    public static boolean hasEnded(long pid) {
        List<String> fields = fields(pid);
        return !fields.isEmpty() && fields.get(0).equals("Z");
    }

    /** Returns the fields after the name in {@code /proc/PID/stat}; empty if the kernel does not show them. */
    private static List<String> fields(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        } catch (IOException unknown) {
            return List.of();
        }
    }
}
