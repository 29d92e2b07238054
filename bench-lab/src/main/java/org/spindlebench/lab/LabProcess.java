package org.spindlebench.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabDirectory.UnixFile;

/**
 * A process that a laboratory started. Spindle finds such processes by their arguments, which name the laboratory's
 * directory from the first moment. Spindle could save an id only after the start.
 *
 * @param program the file name of the program
 */
record LabProcess(long pid, String program) {
    /** This word before the directory identifies the daemon of a laboratory. */
    static final String MARK = "laboratory=";

    /** The programs that a laboratory starts. An editor of a laboratory's file is not such a process. */
    private static final List<String> PROGRAMS = List.of(
            "java", "nbdfuse", "losetup", "mount", "umount", "mkfs.ext4", "mke2fs", "fallocate", "setsid", "nice");

    private static final Path PROC = Path.of("/proc");

    /**
     * Finds the processes of a laboratory.
     *
     * @param devices the loop devices that belong to the laboratory
     */
    static List<LabProcess> of(LabDirectory directory, List<String> devices) throws IOException {
        List<LabProcess> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                look(process, directory, devices, found);
            }
        }
        return found;
    }

    /**
     * Returns the directory of another laboratory on this host, whose disks are being served; empty if there is none.
     *
     * @param daemon the class that serves the disks
     */
    static Optional<String> elsewhere(LabDirectory directory, Class<?> daemon) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                List<String> words = words(process);
                int main = words.indexOf(daemon.getName());
                if (main > 0 && main + 1 < words.size() && words.get(main + 1).startsWith(MARK)) {
                    String root = words.get(main + 1).substring(MARK.length());
                    if (!root.equals(directory.root().toString())) {
                        return Optional.of(root);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> words(Path process) {
        try {
            // Any user can give a process these arguments.
            return UnixFile.of(process).isOwn()
                    ? List.of(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                            .split("\0"))
                    : List.of();
        } catch (IOException ended) {
            return List.of();
        }
    }

    private static void look(Path process, LabDirectory directory, List<String> devices, List<LabProcess> found) {
        try {
            List<String> words = words(process);
            String program = Path.of(words.get(0)).getFileName().toString();
            if (PROGRAMS.contains(program)
                    && words.stream().anyMatch(word -> isOf(word, program, directory, devices))) {
                found.add(new LabProcess(Long.parseLong(process.getFileName().toString()), program));
            }
        } catch (RuntimeException ended) {
            // Processes may end while Spindle looks at them.
            return;
        }
    }

    private static boolean isOf(String word, String program, LabDirectory directory, List<String> devices) {
        String root = directory.root().toString();
        boolean daemon = word.equals(MARK + root);
        return program.equals("java") ? daemon : daemon || word.startsWith(root + "/") || devices.contains(word);
    }

    /** Checks whether this is the process that the code runs in. */
    boolean isThis() {
        return pid == ProcessHandle.current().pid();
    }

    void kill() {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
}
