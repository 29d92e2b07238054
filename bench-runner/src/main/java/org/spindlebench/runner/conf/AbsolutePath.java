package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Paths on the nodes, as they can stand in Hadoop's lists of directories: absolute, without commas, blanks or variables. */
final class AbsolutePath {
    private static final Pattern SHAPE = Pattern.compile("/[^\\s,\\[\\]{}$\\p{Cntrl}]*");
    private static final String ROOT = "/";

    private AbsolutePath() {}

    /** The path without double slashes and without one at its end. */
    static String parse(String text) throws NotUnderstoodException {
        boolean goesUp = Arrays.stream(text.split("/", -1)).anyMatch(part -> part.equals("..") || part.equals("."));
        if (!SHAPE.matcher(text).matches() || goesUp) {
            throw new NotUnderstoodException(
                    "not a path that Hadoop can be given",
                    "an absolute path, without blanks, commas, brackets, `$`, `.` and `..`, such as /data/1",
                    "");
        }
        String plain = text.replaceAll("/+", ROOT);
        return plain.length() > 1 && plain.endsWith(ROOT) ? plain.substring(0, plain.length() - 1) : plain;
    }

    /** What lies under a path. */
    static String under(String path, String name) {
        return path.equals(ROOT) ? ROOT + name : path + ROOT + name;
    }

    /** Whether a path is another, or lies under it. */
    static boolean isIn(String path, String other) {
        return path.equals(other) || path.startsWith(under(other, ""));
    }
}
