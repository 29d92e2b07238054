package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** Names that become part of file names, YARN tags and tables. */
public final class FileSafeName {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private static final Pattern FROM_A_FILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private FileSafeName() {}

    /**
     * The name, which a document that Spindle wrote has, and which may be longer than one that a user gives.
     *
     * @param what it is the name of
     * @throws IllegalArgumentException where it is none: another path than Spindle's own could follow from it
     */
    public static String require(String what, String name) {
        if (!FROM_A_FILE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    what + " `" + name
                            + "` is not usable as part of a file's name: it needs letters, digits, `-`, `_` and `.`, a letter or digit first");
        }
        return name;
    }

    public static String parse(String text) throws NotUnderstoodException {
        if (SHAPE.matcher(text).matches()) {
            return text;
        }
        throw new NotUnderstoodException(
                "not usable as part of a file's name",
                "up to 64 letters, digits, `-`, `_` and `.`, a letter or digit first",
                "");
    }

    /** Codes of currencies. Which of them exist is not checked: prices may be in a unit of one's own. */
    static final class CurrencyCode {
        private static final Pattern SHAPE = Pattern.compile("[A-Z]{3}");

        private CurrencyCode() {}

        static String parse(String text) throws NotUnderstoodException {
            if (!SHAPE.matcher(text).matches()) {
                throw new NotUnderstoodException(
                        "not a currency", "a code of three capital letters, such as USD or EUR", "");
            }
            return text;
        }
    }

    /** What written data look like, as the jobs understand it. */
    static final class DataName {
        private static final List<String> WORDS = List.of("random", "text", "tera");

        private DataName() {}

        /** The name by which records tell kinds of data apart: {@code 2.5x} for {@code 2.50x}. */
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

    /** Paths on the nodes, as they can stand in Hadoop's lists of directories: absolute, without commas, blanks or variables. */
    static final class AbsolutePath {
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
}
