package org.spindlebench.runner.conf;

import java.util.regex.Pattern;

/** Names that become part of file names, YARN tags and tables. */
public final class FileSafeName {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private FileSafeName() {}

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
