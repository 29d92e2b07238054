package org.spindlebench.it.campaign;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The processes of this machine. */
final class ProcessTable {
    private ProcessTable() {}

    /** Returns the command lines that contain a text. */
    static List<String> commandsWith(String text) {
        File[] entries = new File("/proc").listFiles((dir, name) -> name.chars().allMatch(Character::isDigit));
        return Stream.of(entries == null ? new File[0] : entries)
                .map(process -> commandLine(process.toPath()))
                .filter(line -> line.contains(text))
                .toList();
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline")).replace('\0', ' ');
        } catch (IOException e) {
            // The process has ended meanwhile.
            return "";
        }
    }
}
