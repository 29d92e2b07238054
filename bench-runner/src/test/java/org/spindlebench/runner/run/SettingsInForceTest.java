package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;

class SettingsInForceTest {
    private static List<Check> checks(Map<String, String> asked, Map<String, String> inForce) {
        SizedRun run = Fixtures.sizing(Fixtures.shape(3)).size(Fixtures.spec(1, "teragen", 500));
        List<Check> checks = new ArrayList<>();
        new SettingsInForce(run, Fixtures.inForce(Fixtures.history(Map.of()), inForce))
                .check(asked, List.of(), checks::add);
        return checks;
    }

    @Test
    void equalValuesAgreeHoweverANumberIsWritten() {
        assertThat(checks(Map.of("a", "2.0", "b", "words"), Map.of("a", "2", "b", "words", "c", "other")))
                .singleElement()
                .matches(Check::passed)
                .extracting(Check::actual)
                .isEqualTo("2 settings as asked for");
    }

    @Test
    void everySettingThatIsNotInForceIsNamedWithBothValues() {
        assertThat(checks(Map.of("a", "1", "b", "2", "c", "3"), Map.of("a", "1", "b", "4")))
                .singleElement()
                .matches(check -> !check.passed())
                .extracting(Check::actual)
                .isEqualTo("b: 2 was asked for, but 4 is in force; c: 3 was asked for, but nothing is in force");
    }

    @Test
    void secretsAndReferencesAreNotCompared() {
        assertThat(checks(Map.of("a", "${user.name}", "b", "secret"), Map.of("a", "root", "b", "*****(redacted)")))
                .singleElement()
                .matches(Check::passed);
    }

    @Test
    void aMapOnlyJobMayHaveNoReducesWhateverTheSuiteAsksForAllJobs() {
        assertThat(checks(Map.of("mapreduce.job.reduces", "4"), Map.of("mapreduce.job.reduces", "0")))
                .singleElement()
                .matches(Check::passed);
    }

    @Test
    void aJobThatReadsWholeFilesMayHaveSplitsOfAnySizeWhateverTheSuiteAsksForAllJobs() {
        String key = "mapreduce.input.fileinputformat.split.minsize";
        assertThat(checks(Map.of(key, "67108864"), Map.of(key, "9223372036854775807")))
                .singleElement()
                .matches(Check::passed);
        assertThat(checks(Map.of(key, "67108864"), Map.of(key, "1")))
                .singleElement()
                .matches(check -> !check.passed());
    }

    @Test
    void withoutTheWebServiceNothingIsClaimed() {
        assertThat(checks(Map.of("a", "1"), null)).isEmpty();
    }
}
