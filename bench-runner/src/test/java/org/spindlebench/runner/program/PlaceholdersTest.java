package org.spindlebench.runner.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.program.Placeholders.Placeholder;

class PlaceholdersTest {
    private static final Map<Placeholder, String> VALUES =
            Map.of(Placeholder.OUTPUT, "/base/out", Placeholder.MAPS, "4", Placeholder.TAG, "a,b$1\\");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain|plain",
                "${output}|/base/out",
                "-Dx=${maps}-${maps}|-Dx=4-4",
                "hdfs://${output}/part|hdfs:///base/out/part",
                "${tag}|a,b$1\\",
                "$${output}|${output}",
                "$5 and $HOME|$5 and $HOME"
            })
    void wordsInBracesAreReplacedAndNothingElse(String text, String filled) {
        assertThat(Placeholders.fill(text, VALUES)).isEqualTo(filled);
    }

    @Test
    void aPlaceholderWithoutAValueIsRefusedWithThoseThatHaveOne() {
        assertThatThrownBy(() -> Placeholders.fill("${input}", VALUES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this run has no value for ${input}; it has maps, output, tag");
    }

    @Test
    void allWordsInBracesAreFoundEvenUnfinishedOnes() {
        assertThat(Placeholders.in("${input} $${output} ${nonsense} ${maps"))
                .containsExactly("input", "nonsense", "maps");
        assertThat(Placeholders.in("$SPINDLE_INPUT")).isEmpty();
    }

    @Test
    void theEnvironmentHasEveryValue() {
        assertThat(Placeholders.environment(VALUES))
                .containsOnly(
                        Map.entry("SPINDLE_OUTPUT", "/base/out"),
                        Map.entry("SPINDLE_MAPS", "4"),
                        Map.entry("SPINDLE_TAG", "a,b$1\\"));
    }

    @Test
    void countersAreComparedWithNumbersOnly() {
        assertThat(Placeholders.isCounted("${maps}")).isTrue();
        assertThat(Placeholders.isCounted("${output}")).isFalse();
        assertThat(Placeholders.isCounted("${maps}0")).isFalse();
    }
}
