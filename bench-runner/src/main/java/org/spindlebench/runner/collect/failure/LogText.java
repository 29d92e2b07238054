package org.spindlebench.runner.collect.failure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.conf.Secrets;

/**
 * Parses log files in the formats of NodeManagers and aggregated logs, and shortens them for a record, without their
 * secrets.
 */
public final class LogText {
    private static final int LINES = 20;
    private static final int LENGTH = 300;
    private static final String TYPE = "LogType:";
    private static final String CONTENTS = "LogContents:\n";
    private static final String END = "End of LogType:";

    private LogText() {}

    /** Returns the name and content of each file in the printed logs of one container. */
    static Map<String, String> files(String print) {
        Map<String, String> files = new LinkedHashMap<>();
        int contents = print.indexOf(CONTENTS);
        while (contents >= 0) {
            int type = print.lastIndexOf(TYPE, contents);
            int begin = contents + CONTENTS.length();
            String name = type < 0
                    ? ""
                    : print.substring(type + TYPE.length(), print.indexOf('\n', type))
                            .strip();
            int end = print.indexOf(END + name, begin);
            files.put(name, end < 0 ? print.substring(begin) : print.substring(begin, end));
            contents = end < 0 ? -1 : print.indexOf(CONTENTS, end);
        }
        return files;
    }

    /** Returns the text from the first complete line on, because the last part of a file may begin within a line. */
    static String fromWholeLine(String text) {
        return text.substring(text.indexOf('\n') + 1);
    }

    static List<String> end(String text) {
        List<String> lines = lines(text);
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    }

    /** Returns the first lines. Diagnostics begin with the reason, and listings follow. */
    public static List<String> beginning(String text) {
        List<String> lines = lines(text);
        return lines.subList(0, Math.min(LINES, lines.size()));
    }

    private static List<String> lines(String text) {
        return FailureMessage.withoutFrames(text)
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> cut(Secrets.USUAL.hidden(line, secret -> {})))
                .toList();
    }

    /** Shortens a line to the length that a record allows. */
    static String cut(String line) {
        if (line.length() <= LENGTH) {
            return line;
        }
        // Half of a surrogate pair cannot be written.
        int end = Character.isHighSurrogate(line.charAt(LENGTH - 1)) ? LENGTH - 1 : LENGTH;
        return line.substring(0, end) + " ...";
    }
}
