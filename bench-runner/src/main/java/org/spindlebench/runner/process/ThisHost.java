package org.spindlebench.runner.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The host and the process of this client. */
public final class ThisHost {
    private ThisHost() {}

    /** Returns the host's name; {@code localhost} if it has none. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /** Returns a text that is the same for all processes that see one another here: one boot, one container. */
    public static String system() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip() + " "
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException unknown) {
            return name();
        }
    }

    /** Checks whether a process of this host still lives. A later process may have its number, but began later. */
    public static boolean lives(long pid, long startMillis) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && startOf(pid) == startMillis;
    }

    /** Returns when a process began, in milliseconds since 1970; 0 if the system does not say. */
    public static long startOf(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .map(start -> start.toEpochMilli())
                .orElse(0L);
    }
}
