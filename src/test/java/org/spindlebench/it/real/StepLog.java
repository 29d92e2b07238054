package org.spindlebench.it.real;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The steps that a campaign's clients have begun, read from the campaign's log while the clients write it. */
final class StepLog {
    private static final Pattern LINE = Pattern.compile("(?m)StepClock: (\\S+) begins to (\\S+)$");

    private final Path file;
    private final List<Step> steps = new ArrayList<>();
    private long read;
    private String rest = "";

    StepLog(Path file) {
        this.file = file;
    }

    /** A step that a client has begun. */
    record Step(String run, String name) {}

    /** Returns all steps so far, in their order. */
    List<Step> steps() throws IOException {
        if (!Files.exists(file)) {
            return steps;
        }
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            byte[] more = new byte[(int) Math.max(0, log.length() - read)];
            log.seek(read);
            log.readFully(more);
            read += more.length;
            String text = rest + new String(more, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            rest = text.substring(end);
            Matcher found = LINE.matcher(text.substring(0, end));
            while (found.find()) {
                steps.add(new Step(found.group(1), found.group(2)));
            }
        }
        return steps;
    }

    int count() throws IOException {
        return steps().size();
    }

    /** Returns the step that a client has begun last; null before the first. */
    Step last() throws IOException {
        List<Step> now = steps();
        return now.isEmpty() ? null : now.get(now.size() - 1);
    }
}
