package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Footnotes.NumberRanges;

class FootnotesTest {

    @Test
    void one_doubt_with_several_numbers_is_one_note_with_their_range_and_its_cells() throws IOException {
        Findings findings = Findings.of(
                Runs.of(Stream.of(
                        loaded(1, "a", "31 % of the processors' time of host-3, 0 % of the bytes"),
                        loaded(2, "a", "42 % of the processors' time of host-3, 0 % of the bytes"),
                        loaded(3, "b", "9.5 % of the processors' time of host-3, 0 % of the bytes"),
                        new RunBuilder(4, "shuffle").setup("a").build())),
                ComparisonOptions.standard());

        assertThat(Reports.textWithAllNotes(findings).lines().filter(line -> line.contains("(other-load)")))
                .singleElement()
                .asString()
                .endsWith("(other-load): 9.5 to 42 % of the processors' time of host-3, 0 % of the bytes"
                        + " (terasort on a, terasort on b)");
        assertThat(Reports.markdown(findings).lines().filter(line -> line.contains("(other-load)")))
                .hasSize(1);
        JsonNode warnings = new ObjectMapper().readTree(Reports.json(findings)).get("warnings");
        assertThat(warnings)
                .as("data keeps each number")
                .filteredOn(warning -> warning.get("code").asText().equals("other-load"))
                .hasSize(3);
    }

    private static RunRecord loaded(int index, String setup, String message) {
        return new RunBuilder(index, "terasort")
                .setup(setup)
                .elapsed(10.0 + index)
                .warning("other-load", message)
                .build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 of 4 maps|2 of 4 maps|2 to 3 of 4 maps",
                "p = 2.71e-06|p = 0.1|p = 2.71e-06 to 0.1",
                "0.93 of sda1|1 of sda1|0.93 to 1 of sda1",
                "/d/spindle-675b0e8e-179c-4191-9ff6-301e33507d5e/nm0|/d/spindle-00000000-179c-4191-9ff6-301e33507d5e/nm0|/d/spindle-*/nm0"
            })
    void numbers_become_ranges(String one, String other, String merged) {
        assertThat(NumberRanges.merged(List.of(one, other))).containsExactly(merged);
    }

    @ParameterizedTest
    @CsvSource({"hdd-11,hdd-12", "10.0.0.1:9866 is full,10.0.0.2:9866 is full", "sda1,sda2", "a,b"})
    void names_do_not(String one, String other) {
        assertThat(NumberRanges.merged(List.of(one, other))).containsExactly(one, other);
    }
}
