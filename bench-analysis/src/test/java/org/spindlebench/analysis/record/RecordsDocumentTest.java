package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;

/** Keeps {@code docs/records.md} true. */
class RecordsDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "records.md");

    private static final String BLOCK = "```json\n";
    /** Fields that the example lacks: of a try that was set aside, and of an imported run. */
    private static final Set<String> OF_OTHER_RUNS = Set.of("identity.tryOf", "source.localStart");

    private String document;

    @BeforeEach
    void read() throws IOException {
        document = Files.readString(DOCUMENT);
    }

    @Test
    void the_example_is_a_record_as_it_is_written() {
        RunRecord run = JsonDocument.parse(example(), RunRecord.class, RunRecord.SCHEMA, TextOrigin.of(DOCUMENT));
        assertThat(JsonDocument.text(run)).isEqualTo(example());
        assertThat(run.status()).isEqualTo(Status.OK);
    }

    @Test
    void every_field_is_described_and_stands_in_the_example() {
        List<String> fields = fields("", RunRecord.class).toList();
        assertThat(fields).hasSizeGreaterThan(70);
        assertThat(fields).allSatisfy(field -> assertThat(document).contains("| `" + field + "` |"));
        assertThat(fields).filteredOn(field -> !OF_OTHER_RUNS.contains(field)).allSatisfy(field -> assertThat(
                        field.startsWith("failure.") ? failure() : example())
                .contains("\"" + field.substring(field.lastIndexOf('.') + 1) + "\":"));
    }

    @Test
    void no_field_is_described_that_is_not_there() {
        List<String> described = document.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("`", 3)[1])
                .filter(name -> !name.contains("/"))
                .toList();
        assertThat(described)
                .containsExactlyElementsOf(fields("", RunRecord.class).toList());
    }

    @Test
    void the_part_of_a_failed_run_is_as_it_is_written(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("failure.json"), failure());
        Failure failure = JsonDocument.read(file, Failure.class);
        assertThat(JsonDocument.text(failure)).isEqualTo(failure());
    }

    /** Returns the last block, which shows a failure; no valid run has one. */
    private String failure() {
        return blockAt(document.lastIndexOf(BLOCK));
    }

    private String example() {
        return blockAt(document.indexOf(BLOCK));
    }

    private String blockAt(int begin) {
        int start = begin + BLOCK.length();
        return document.substring(start, document.indexOf("```", start));
    }

    private static Stream<String> fields(String prefix, Class<?> type) {
        return Stream.of(type.getRecordComponents()).flatMap(component -> field(prefix, component));
    }

    private static Stream<String> field(String prefix, RecordComponent component) {
        Class<?> type = component.getType() == List.class ? element(component.getGenericType()) : component.getType();
        String list = component.getType() == List.class && type.isRecord() ? "[]" : "";
        String name = prefix + component.getName() + list;
        if (!type.isRecord()) {
            return Stream.of(name);
        }
        return fields(component.getAccessor().isAnnotationPresent(JsonUnwrapped.class) ? prefix : name + ".", type);
    }

    private static Class<?> element(Type list) {
        return (Class<?>) ((ParameterizedType) list).getActualTypeArguments()[0];
    }
}
