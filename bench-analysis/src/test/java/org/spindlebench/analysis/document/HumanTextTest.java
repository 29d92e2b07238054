package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanTextTest {
    @ParameterizedTest
    @CsvSource({
        "33000000000, 33 GB",
        "64000000, 64 MB",
        "65536, 64 KiB",
        "134217728, 128 MiB",
        "1001, 1001 B",
        "0, 0 B",
        "1536000, 1536 KB",
        "1000000000000, 1 TB"
    })
    void bytes_are_as_a_suite_writes_them(long bytes, String text) {
        assertThat(HumanText.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void only_settings_that_are_numbers_of_bytes_change() {
        assertThat(HumanText.settings(new TreeMap<>(Map.of(
                        "bytes_per_node", "33000000000",
                        "block_size", "134217728",
                        "files", "1000",
                        "io_buffer", "4096",
                        "data", "tera",
                        "input_bytes", "many"))))
                .isEqualTo("block_size=128 MiB, bytes_per_node=33 GB, data=tera, files=1000, input_bytes=many,"
                        + " io_buffer=4 KiB");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1234567, 0.1235 s",
        "9.8765, 9.877 s",
        "98.765, 98.77 s",
        "409.34, 409.3 s",
        "750, 12.50 min",
        "8100, 2.250 h",
        "0.00001, 1.00e-05 s",
        "0, 0.000 s",
        "36000000, 10000 h"
    })
    void durations_have_four_digits(double seconds, String text) {
        assertThat(HumanText.seconds(seconds)).isEqualTo(text);
    }

    @Test
    void two_durations_have_one_unit() {
        assertThat(HumanText.seconds(300, 750)).isEqualTo("5.000 min");
        assertThat(HumanText.seconds(0.5, 750)).isEqualTo("0.5000 s");
    }

    @ParameterizedTest
    @CsvSource({
        "1.641, 1.641",
        "1.0003, 1.0003",
        "0.99996, 0.99996",
        "1, 1.000",
        "1.0004999, 1.0005",
        "26.109, 26.11",
        "0.00012345, 0.000123",
        "123456, 1.23e+05",
        "-10.787, 0",
        "0, 0",
        "1000.4, 1000"
    })
    void a_ratio_has_the_digits_that_separate_it_from_1(double value, String text) {
        assertThat(HumanText.ratio(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.95, 95 %", "0.9999, 99.99 %", "0.999, 99.9 %", "0.5, 50 %", "0.025, 2.5 %"})
    void no_confidence_is_rounded_to_all(double share, String text) {
        assertThat(HumanText.percent(share)).isEqualTo(text);
    }
}
