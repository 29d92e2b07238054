package org.spindlebench.runner.conf;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** Parses names that become part of file names, YARN tags and tables. */
public final class FileSafeName {
    private static final Pattern FROM_A_FILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    /** Parses currency codes. The currency need not exist, because prices may be in any unit. */
    static final ValueParser<String> CURRENCY =
            ValueParser.matching("[A-Z]{3}", "not a currency", "a code of three capital letters, such as USD or EUR");

    private static final ValueParser<String> NAME = ValueParser.matching(
            "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
            "not usable as part of a file's name",
            "up to 64 letters, digits, `-`, `_` and `.`, a letter or digit first");

    private FileSafeName() {}

    /**
     * Returns the name if it is safe. Names in documents that Spindle wrote may be longer than names that users choose.
     *
     * @param what the kind of object that has the name
     * @throws IllegalArgumentException if the name is not safe, because it could lead to a path outside Spindle's own
     */
    public static String require(String what, String name) {
        if (!FROM_A_FILE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    what + " `" + name
                            + "` is not usable as part of a file's name: use letters, digits, `-`, `_` and `.`, with a letter or digit first");
        }
        return name;
    }

    public static String parse(String text) throws NotUnderstoodException {
        return NAME.parse(text);
    }

    /** Parses the names of HDFS's erasure-coding policies. The policy need not exist. */
    static final class CodingName {
        private CodingName() {}

        static ErasureCoding parse(String text) throws NotUnderstoodException {
            return ErasureCoding.of(text)
                    .orElseThrow(() -> new NotUnderstoodException(
                            "not the name of an erasure-coding policy",
                            "codec, units of data, units of parity and size of a cell, such as RS-6-3-1024k",
                            ""));
        }

        static String checked(String text) throws NotUnderstoodException {
            return parse(text).name();
        }
    }

    /** Parses the names of kinds of data that jobs write. */
    static final class DataName {
        private static final List<String> WORDS = List.of("random", "text", "tera");

        private DataName() {}

        /** Returns the name in the form that records use, such as {@code 2.5x} for {@code 2.50x}. */
        static String checked(String text) throws NotUnderstoodException {
            try {
                return DataKind.parse(text).toString();
            } catch (IllegalArgumentException e) {
                throw new NotUnderstoodException(
                        "not a kind of data",
                        DataKind.ALLOWED,
                        NearestName.of(text, WORDS).orElse(""));
            }
        }
    }

    /** Parses paths on nodes for Hadoop's lists of directories: absolute, without commas, blanks or variables. */
    public static final class AbsolutePath {
        private static final Pattern SHAPE = Pattern.compile("/[^\\s,\\[\\]{}$]*");
        private static final String ROOT = "/";

        private AbsolutePath() {}

        /** Returns the path without double slashes and without a trailing slash. */
        static String parse(String text) throws NotUnderstoodException {
            boolean goesUp = Arrays.stream(text.split("/", -1)).anyMatch(part -> part.equals("..") || part.equals("."));
            if (!SHAPE.matcher(text).matches() || HumanText.hasControl(text) || goesUp) {
                throw new NotUnderstoodException(
                        "not a path that Hadoop accepts",
                        "an absolute path, without blanks, commas, brackets, `$`, `.` and `..`, such as /data/1",
                        "");
            }
            return plain(text);
        }

        /**
         * Returns a path as file systems resolve it: without double slashes, without `.` and `..`, and without a slash
         * at its end.
         */
        public static String plain(String path) {
            Deque<String> names = new ArrayDeque<>();
            for (String name : path.split("/+")) {
                if (name.equals("..")) {
                    names.pollLast();
                } else if (!name.isEmpty() && !name.equals(".")) {
                    names.add(name);
                }
            }
            return "/" + String.join("/", names);
        }

        /** Returns the path with the given name under another path. */
        static String under(String path, String name) {
            return path.equals(ROOT) ? ROOT + name : path + ROOT + name;
        }

        /** Checks whether a path equals another or is under it. */
        public static boolean isIn(String path, String other) {
            return path.equals(other) || path.startsWith(under(other, ""));
        }
    }
}
