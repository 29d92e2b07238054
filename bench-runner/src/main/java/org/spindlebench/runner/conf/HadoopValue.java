package org.spindlebench.runner.conf;

import java.util.regex.Pattern;

/** How values of Hadoop settings are compared. */
public final class HadoopValue {
    private static final Pattern UNCLEAR = Pattern.compile("\\$\\{|(?i:redacted)");

    private HadoopValue() {}

    /** Equal as text, or as numbers: Hadoop's web services turn 2.0 into 2. */
    public static boolean same(String value, String other) {
        if (value == null || other == null) {
            return value == null && other == null;
        }
        String left = value.trim();
        String right = other.trim();
        if (left.equals(right)) {
            return true;
        }
        try {
            return Double.parseDouble(left) == Double.parseDouble(right);
        } catch (NumberFormatException words) {
            return false;
        }
    }

    /** Whether a value tells nothing as it stands: it refers to another setting, or a secret was taken out of it. */
    public static boolean isUnclear(String value) {
        return UNCLEAR.matcher(value).find();
    }
}
