package org.spindlebench.jobs.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTextTest {
    @Test
    void only_differences_are_written() {
        List<String> names = List.of("a", "b");
        ProbeSample first = new ProbeSample(1_000, names, new long[] {5, -1});
        ProbeSample second = new ProbeSample(2_001, names, new long[] {5, 7});
        StringBuilder text = new StringBuilder();
        SampleText.append(null, first, text);
        SampleText.append(first, second, text);
        assertThat(text).hasToString("columns a b\n1000 5 -1\n1001  8\n");
    }

    @Test
    void counters_at_both_ends_of_64_bits_come_back() throws IOException {
        List<String> names = List.of("a");
        StringBuilder text = new StringBuilder();
        ProbeSample before = null;
        long[] values = {0, Long.MAX_VALUE, Long.MIN_VALUE, -1, 0, 1};
        for (long value : values) {
            ProbeSample sample = new ProbeSample(0, names, new long[] {value});
            SampleText.append(before, sample, text);
            before = sample;
        }
        assertThat(read(text.toString())).extracting(sample -> sample.value(0)).containsExactly(box(values));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1000 5",
                "columns a\n1000",
                "columns a\n1000 5 6",
                "columns a\n1000 x",
                "columns a\nx 5",
                "columns a\n\n"
            })
    void what_is_no_sample_is_refused_with_its_line(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class).hasMessageMatching("line [12] .*");
    }

    private static Long[] box(long[] values) {
        Long[] boxed = new Long[values.length];
        for (int i = 0; i < values.length; i++) {
            boxed[i] = values[i];
        }
        return boxed;
    }

    private static List<ProbeSample> read(String text) throws IOException {
        return SampleText.read(new BufferedReader(new StringReader(text)));
    }
}
