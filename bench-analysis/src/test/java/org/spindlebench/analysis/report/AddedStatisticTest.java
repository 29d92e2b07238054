package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.compare.Significance;

/**
 * Holds that a statistic which is added as README's table "Where to add things" says is also shown. A test cannot add a
 * component to {@link Significance}, so this one reads those that are there, and fails for a new one without a key.
 */
class AddedStatisticTest {
    @Test
    void a_statistic_that_is_computed_for_a_comparison_has_a_key_in_the_report() throws Exception {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 412.1, 405.7, 418.9, 409.3, 431.6)
                .runs("terasort", "ssd", 251.4, 247.9, 255, 249.6, 262.3)
                .findings();
        Significance tests = findings.comparisons().findFirst().orElseThrow().tests();
        JsonNode shown = new ObjectMapper()
                .readTree(Reports.json(findings))
                .get("comparisons")
                .get(0);

        List<RecordComponent> numbers = Stream.of(Significance.class.getRecordComponents())
                .filter(component -> component.getType() == Double.class || component.getType() == Integer.class)
                .toList();

        assertThat(numbers).extracting(RecordComponent::getName).contains("pHolm", "runsNeeded");
        for (RecordComponent number : numbers) {
            Number value = (Number) number.getAccessor().invoke(tests);
            assertThat(value).as(number.getName()).isNotNull();
            assertThat(shown.path(key(number.getName())).asDouble())
                    .as(number.getName())
                    .isEqualTo(value.doubleValue());
        }
    }

    /** Returns the key of a component, such as {@code p_holm} of {@code pHolm}. */
    private static String key(String component) {
        return component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
