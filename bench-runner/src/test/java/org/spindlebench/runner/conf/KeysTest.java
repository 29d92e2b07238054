package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.conf.StrictMap.Keys;

class KeysTest {
    private static final Keys KEYS = Keys.of("name: NAME", "note", "parts: {a: {b: 1}}");

    private final Problems problems = new Problems();

    private Optional<String> read(String text) {
        return StrictMap.read("file.yaml", text, "a thing", KEYS, problems, (map, own) -> map.text("note"));
    }

    @Test
    void whatIsMissingIsToldAsItIsToBeWritten() {
        assertThat(read("note: any")).isEmpty();
        assertThat(problems.list())
                .extracting(problem -> problem.key() + " " + problem.reason() + ": " + problem.remedy())
                .containsExactly("name missing: write `name: NAME`", "parts missing: write `parts: {a: {b: 1}}`");
    }

    @Test
    void aMisspelledKeyIsNotMissingToo() {
        assertThat(read("nam: x\nparts: 1")).isEmpty();
        assertThat(problems.list()).singleElement().satisfies(problem -> {
            assertThat(problem.nearest()).isEqualTo("name");
            assertThat(problem.allowed()).isEqualTo("name, note, parts");
        });
    }

    @Test
    void anOptionalKeyMayBeMissing() {
        assertThat(read("name: x\nparts: 1")).contains("");
        assertThat(KEYS.and(Keys.optional(List.of("more"))).names()).containsExactly("name", "note", "parts", "more");
    }
}
