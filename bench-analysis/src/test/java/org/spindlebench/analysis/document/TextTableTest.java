package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {
    private static final TextTable<List<String>> TABLE = new TextTable<List<String>>()
            .left("job", row -> row.get(0))
            .right("seconds", row -> row.get(1))
            .left("way", row -> row.get(2));

    private static final List<List<String>> ROWS = List.of(
            List.of("terasort", "61.5", "the data directories are changed and the daemons restart"),
            List.of("grep", "9", ""));

    @Test
    void aTableThatFitsHasALineForEachRow() {
        assertThat(TABLE.fitted(ROWS, 75))
                .containsExactly(
                        "job       seconds  way",
                        "terasort     61.5  the data directories are changed and the daemons restart",
                        "grep            9");
    }

    @Test
    void onANarrowTerminalEachRowIsABlock() {
        assertThat(TABLE.fitted(ROWS, 74))
                .containsExactly(
                        "job      terasort",
                        "seconds  61.5",
                        "way      the data directories are changed and the daemons restart",
                        "",
                        "job      grep",
                        "seconds  9");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80})
    void noLineOfABlockIsLongerThanTheTerminal(int width) {
        assertThat(TABLE.fitted(ROWS, width)).allMatch(line -> line.length() <= width);
    }

    @Test
    void aListWithoutTitlesHasNoneInEitherForm() {
        TextTable<List<String>> list =
                new TextTable<List<String>>().left("", row -> row.get(0)).left("", row -> row.get(2));
        assertThat(list.fitted(ROWS, 100)).first().asString().startsWith("terasort  the data");
        assertThat(list.fitted(ROWS, 40))
                .containsExactly(
                        "terasort", "  the data directories are changed and", "  the daemons restart", "", "grep");
    }

    @ParameterizedTest
    @CsvSource({"80, 80", "' 60 ', 60", "3, 40", "wide, 2147483647", "'', 2147483647", ", 2147483647"})
    void theWidthIsTheOneThatTheTerminalStates(String columns, int width) {
        assertThat(TextTable.width(columns)).isEqualTo(width);
    }
}
