package org.spindlebench.runner.conf;

import java.util.regex.Pattern;

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
}
