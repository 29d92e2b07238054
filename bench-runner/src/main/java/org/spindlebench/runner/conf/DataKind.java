package org.spindlebench.runner.conf;

import java.util.List;
import java.util.regex.Pattern;

/** What written data look like: a word, or how many times a compressor is to shrink them. */
final class DataKind {
    private static final List<String> WORDS = List.of("random", "text", "tera");
    private static final Pattern RATIO = Pattern.compile("[1-9][0-9]{0,2}(\\.[0-9]{1,2})?x");

    private DataKind() {}

    /** The same text when it is a kind of data. */
    static String checked(String text) throws NotUnderstoodException {
        if (WORDS.contains(text) || RATIO.matcher(text).matches()) {
            return text;
        }
        throw new NotUnderstoodException(
                "not a kind of data",
                String.join(", ", WORDS) + ", or a compression ratio from 1x to 999x such as 2.5x",
                NearestName.of(text, WORDS).orElse(""));
    }
}
