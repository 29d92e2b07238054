package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.runner.conf.PriceListReader.MixReader;

class MixReaderTest {
    private final Problems problems = new Problems();

    @Test
    void sharesAndPercentagesAreRead() {
        Map<String, Double> shares = Map.of("terasort", 0.75, "shuffle", 0.25);
        assertThat(read("name: a\ndescription: why\nshares: {terasort: 0.75, shuffle: 0.25}"))
                .contains(new Mix("a", "why", new TreeMap<>(shares)));
        assertThat(read("name: a\nshares: {terasort: 75, shuffle: 25}")).hasValueSatisfying(mix -> {
            assertThat(mix.shares()).isEqualTo(shares);
            assertThat(mix.description()).isEmpty();
        });
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void allMistakesAreReportedTogether() {
        assertThat(read("nam: a\nshares: {terasort: 0, shuffle: half, sort: 1, sort: 2}"))
                .isEmpty();
        assertThat(problems.report("nothing was weighed.")).isEqualTo("""
                error: mix.yaml:1:1: nam: unknown key in a mix
                    value    a
                    allowed  name, description, shares
                    nearest  name
                    do       write `name:`, or remove it
                error: mix.yaml:2:20: terasort: too small
                    value    0
                    allowed  a number above 0, such as 3 or 0.35
                error: mix.yaml:2:32: shuffle: not a plain number
                    value    half
                    allowed  a number above 0, such as 3 or 0.35; no unit, currency sign, percent sign or separator
                error: mix.yaml:2:47: sort: the key occurs twice, first on line 2
                    value    2
                    do       keep one of the two
                4 problems; nothing was weighed.""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: a\\nshares: {x: 0.5, y: 0.4}    | shares: the shares do not add up
            name: a\\nshares: {x: 50, y: 40}      | shares: the shares do not add up
            name: a\\nshares: {}                  | shares: the shares do not add up
            name: a\\nshares: 5                   | shares: a map of jobs is needed, but this is a single value
            name: a                               | shares: missing
            shares: {x: 1}                        | name: missing
            """)
    void whatIsNotAMixIsRefused(String text, String start) {
        assertThat(read(text.replace("\\n", "\n"))).isEmpty();
        assertThat(problems.list()).singleElement().satisfies(problem -> assertThat(
                        problem.key() + ": " + problem.reason())
                .isEqualTo(start));
    }

    @Test
    void theWrongSumIsShown() {
        read("name: a\nshares: {x: 0.5, y: 0.4}");
        assertThat(problems.list().get(0).value()).isEqualTo("0.900000 in total");
    }

    private Optional<Mix> read(String text) {
        return MixReader.read("mix.yaml", text, problems);
    }
}
