package org.spindlebench.analysis.report;

import java.util.Locale;

/** Constants as documents write them: {@code NO_VARIATION} is {@code no-variation}. */
final class Words {
    private Words() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
