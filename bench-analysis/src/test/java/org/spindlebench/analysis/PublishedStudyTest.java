package org.spindlebench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.compare.ComparisonOptions;

class PublishedStudyTest {
    static Set<String> names() {
        return PublishedStudy.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_study_asks_its_questions(String name) {
        PublishedStudy study = PublishedStudy.named(name);
        ComparisonOptions options = study.options();

        assertThat(options.baseline()).isEqualTo(study.setups().get(0));
        assertThat(options.study().hypotheses()).isEqualTo(study.hypotheses());
        assertThat(options.study().printed())
                .isEqualTo(Stream.ofNullable(study.printed()).toList());
        assertThat(study.setups())
                .allSatisfy(setup ->
                        assertThat(options.prices().setups().containsKey(setup)).isTrue());
    }

    @Test
    void claims_are_shipped() {
        assertThat(PublishedStudy.named("aloja").hypotheses()).hasSizeGreaterThan(20);
        assertThat(PublishedStudy.named("sandisk").hypotheses()).hasSize(6);
    }

    @Test
    void an_unknown_name_is_refused_with_all_names() {
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> PublishedStudy.named("aloha"))
                .withMessageContaining("aloha")
                .withMessageContaining("aloja");
    }
}
