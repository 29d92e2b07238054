package org.spindlebench.analysis.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.stats.Interval;

/** Amounts and sentences as the page writes them: the script {@code prices.js} does the same, digit for digit. */
final class Money {
    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
    private static final int FROM_HERE_WHOLE = 1000;
    private static final Pattern GAP = Pattern.compile("\\{([a-z_]+)}");

    private Money() {}

    /** Four digits, or all before the point. */
    static String written(double value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal rounded =
                Math.abs(value) >= FROM_HERE_WHOLE ? exact.setScale(0, RoundingMode.HALF_UP) : exact.round(FOUR_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** Such as {@code " [0.31, 0.35]"}; empty where there is none. */
    static String written(Interval interval) {
        return interval == null ? "" : " [" + written(interval.low()) + ", " + written(interval.high()) + "]";
    }

    /** A pattern with its gaps, such as <code>{setup}</code>, filled. */
    static String filled(String pattern, Map<String, String> values) {
        return GAP.matcher(pattern).replaceAll(gap -> Matcher.quoteReplacement(values.get(gap.group(1))));
    }
}
