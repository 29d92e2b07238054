package org.spindlebench.analysis.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cell.Runs.RunNames;

class RunNamesTest {
    @Test
    void knows_the_same_names_as_a_set_of_texts() {
        Random random = new Random(5);
        for (int round = 0; round < 20; round++) {
            RunNames names = new RunNames();
            Set<String> expected = new HashSet<>();
            for (int i = 0; i < 2_000; i++) {
                String name = name(random);
                assertThat(names.add(name)).as(name).isEqualTo(expected.add(name));
            }
            assertThat(names.size()).isEqualTo(expected.size());
        }
    }

    @Test
    void names_of_one_hash_are_different_names() {
        RunNames names = new RunNames();
        assertThat("AaBB").hasSameHashCodeAs("BBAa");
        assertThat(names.add("AaBB")).isTrue();
        assertThat(names.add("BBAa")).isTrue();
        assertThat(names.add("AaBB")).isFalse();
        assertThat(names.size()).isEqualTo(2);
    }

    @Test
    void characters_that_no_byte_holds_are_told_apart() {
        RunNames names = new RunNames();
        assertThat(names.add("run-\u0101")).isTrue();
        assertThat(names.add("run-\u0102")).isTrue();
        assertThat(names.add("run-?")).isTrue();
        assertThat(names.add("run-\ud800")).isTrue();
        assertThat(names.add("run-\udc00")).isTrue();
        assertThat(names.add("run-\ud800")).isFalse();
        assertThat(names.size()).isEqualTo(5);
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            name.append("ab\u0000\u00ff\u0100".charAt(random.nextInt(5)));
        }
        return random.nextBoolean() ? name.toString() : name + "-" + random.nextInt(800);
    }
}
