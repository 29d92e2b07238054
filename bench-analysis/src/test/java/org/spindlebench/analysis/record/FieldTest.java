package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.RunBuilder;

class FieldTest {
    private final RunRecord run = new RunBuilder(7, "terasort")
            .setting("compression", "snappy")
            .configured("mapreduce.task.io.sort.mb", "256")
            .build();

    @ParameterizedTest
    @CsvSource({
        "job,                                     terasort",
        "setup,                                   default",
        "subject.job,                             terasort",
        "compression,                             snappy",
        "subject.settings.compression,            snappy",
        "status,                                  ok",
        "position.index,                          7",
        "sizes.nodes,                             1",
        "sizes.taskCpu,                           20",
        "times.elapsed,                           12.5",
        "wave.oneWave,                            true",
        "configuration.mapreduce.task.io.sort.mb, 256",
        "counters.org.apache.hadoop.mapreduce.TaskCounter.MAP_INPUT_RECORDS, 640000"
    })
    void a_field_is_named_as_records_are_documented(String name, String value) {
        assertThat(Field.of(name).of(run)).contains(value);
        assertThat(Field.of(name).isAnyOf("other", value).test(run)).isTrue();
        assertThat(Field.of(name).isAnyOf("other").test(run)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"codec", "throughput.steady.mean", "source.file", "configuration.none", "counters.a.b"})
    void what_a_run_does_not_have_is_absent(String name) {
        assertThat(Field.of(name).of(run)).isEmpty();
    }

    @Test
    void a_name_that_no_record_has_is_refused_with_those_there_are() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.of("sizes.node"))
                .withMessageContaining("no field 'sizes.node'")
                .withMessageContaining("nodes, bytesPerNode");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.of("times.elapsed.seconds"))
                .withMessageContaining("nothing");
    }

    @Test
    void what_holds_more_than_one_value_is_no_field_to_group_by() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.of("throughput.steady"))
                .withMessageContaining("more than one value")
                .withMessageContaining("slotSeconds");
        assertThatIllegalArgumentException().isThrownBy(() -> Field.of("failure.causes"));
        assertThatIllegalArgumentException().isThrownBy(() -> Field.of("subject.settings"));
    }

    @Test
    void a_word_that_names_a_part_of_the_record_is_the_setting_of_that_name() {
        RunRecord cold = new RunBuilder(1, "terasort").setting("cache", "cold").build();
        assertThat(Field.of("cache").of(cold)).contains("cold");
        assertThat(Field.of("cache").isOfSubject()).isTrue();
        assertThat(Field.of("wave.slots").isOfSubject()).isFalse();
    }

    @Test
    void everyNameThatIsListedIsThatOfAField() {
        assertThat(Field.names())
                .hasSizeGreaterThan(50)
                .contains("job", "setup", "status", "sizes.nodes", "configuration" + Field.ANY_KEY)
                .allSatisfy(name -> assertThat(Field.of(name).name()).isEqualTo(name));
    }
}
