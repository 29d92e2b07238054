package org.spindlebench.runner.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

class TimeWindowTest {
    private static ZonedDateTime at(String time) {
        return ZonedDateTime.parse("2026-01-15T" + time + ":00+01:00[Europe/Zurich]");
    }

    @ParameterizedTest
    @CsvSource({
        "22:00-05:00, 21:59, false",
        "22:00-05:00, 22:00, true",
        "22:00-05:00, 00:30, true",
        "22:00-05:00, 05:00, false",
        "9:30-17:00, 09:29, false",
        "9:30-17:00, 16:59, true",
        "9:30-17:00, 17:00, false",
        "18:00-24:00, 23:59, true",
        "18:00-24:00, 00:00, false"
    })
    void containsTheTimesBetweenItsEnds(String window, String time, boolean inside) throws Exception {
        assertThat(TimeWindow.parse(window).contains(at(time))).isEqualTo(inside);
    }

    @Test
    void countsToItsNextBeginningAndToItsEnd() throws Exception {
        TimeWindow night = TimeWindow.parse("22:00-05:00");

        assertThat(night.untilOpen(at("21:00"))).isEqualTo(Duration.ofHours(1));
        assertThat(night.untilOpen(at("05:00"))).isEqualTo(Duration.ofHours(17));
        assertThat(night.left(at("23:00"))).isEqualTo(Duration.ofHours(6));
        assertThat(night.left(at("04:59"))).isEqualTo(Duration.ofMinutes(1));
        assertThat(night.length()).isEqualTo(Duration.ofHours(7));
    }

    @Test
    void aNightInWhichClocksAreChangedIsShorter() throws Exception {
        ZonedDateTime before = ZonedDateTime.parse("2026-03-28T22:00:00+01:00[Europe/Zurich]");

        assertThat(TimeWindow.parse("22:00-05:00").left(before)).isEqualTo(Duration.ofHours(6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "night", "22-5", "22:00", "25:00-05:00", "22:60-05:00", "22:00-22:00"})
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> TimeWindow.parse(text)).isInstanceOf(NotUnderstoodException.class);
    }

    @Test
    void isPrintedAsItIsRead() throws Exception {
        assertThat(TimeWindow.parse("9:30-17:00")).hasToString("09:30-17:00");
        assertThat(TimeWindow.parse("09:30-17:00")).isEqualTo(TimeWindow.parse("9:30-17:00"));
    }
}
