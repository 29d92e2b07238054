package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks against the JDK's own parser. */
class InstantTextTest {
    @Test
    void what_an_instant_prints_is_read_as_that_instant() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            Instant instant = Instant.ofEpochSecond(random.nextLong(-70_000_000_000L, 260_000_000_000L), nanos(random));
            assertThat(InstantText.parse(instant.toString())).isEqualTo(instant);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T10:00:00Z",
                "2026-03-01T10:00:00.1Z",
                "2024-02-29T23:59:59.999999999Z",
                "2026-03-01T24:00:00Z",
                "2016-12-31T23:59:60Z",
                "2026-03-01T10:00Z",
                "2026-03-01T10:00:00+01:00",
                "2026-03-01t10:00:00z",
                "+12026-03-01T10:00:00Z",
                "-0001-03-01T10:00:00Z",
                "2026-03-01T10:00:00.Z",
                "2026-02-29T10:00:00Z",
                "2026-13-01T10:00:00Z",
                "2026-03-01T10:60:00Z",
                "2026-03-01T10:00:61Z",
                "2026-03-01T10:00:00.1234567890Z",
                "2026-03-01 10:00:00Z",
                "\u0662026-03-01T10:00:00Z",
                "2026-03-01T10:00:00",
                "",
                "Z",
                "2026-03-01T10:00:00.1ZZ"
            })
    void every_text_is_read_or_refused_as_the_jdk_does(String text) {
        Instant expected;
        try {
            expected = Instant.parse(text);
        } catch (DateTimeException refused) {
            assertThatThrownBy(() -> InstantText.parse(text)).isInstanceOf(DateTimeException.class);
            return;
        }
        assertThat(InstantText.parse(text)).isEqualTo(expected);
    }

    private static int nanos(Random random) {
        int[] units = {1, 1_000, 1_000_000, 1_000_000_000};
        int unit = units[random.nextInt(units.length)];
        return random.nextInt(1_000_000_000) / unit * unit;
    }
}
