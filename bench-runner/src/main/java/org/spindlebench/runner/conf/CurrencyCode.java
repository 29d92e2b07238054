package org.spindlebench.runner.conf;

import java.util.regex.Pattern;

/** Codes of currencies. Which of them exist is not checked: prices may be in a unit of one's own. */
final class CurrencyCode {
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
