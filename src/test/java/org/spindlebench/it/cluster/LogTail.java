package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file, for messages. */
final class LogTail {
    /** Longer lines are cut, because a daemon's class path is one line. */
    private static final int LONGEST_LINE = 400;

    private LogTail() {}

    static String of(Path file, int lines) {
        try {
            List<String> all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.substring(0, Math.min(LONGEST_LINE, line.length())))
                    .toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(cannot read " + file + ": " + e + ")";
        }
    }
}
