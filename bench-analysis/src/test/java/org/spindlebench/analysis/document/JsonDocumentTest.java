package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonDocumentTest {
    record Sample(int schema, String name, Instant when, Double figure, Long bytes, Map<String, String> settings) {
        Sample {
            Objects.requireNonNull(name, "name");
        }
    }

    @TempDir
    Path directory;

    @Test
    void a_document_has_a_fixed_order_of_keys_and_no_absent_values() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("z", "1");
        settings.put("a", "2");
        Instant when = Instant.parse("2026-03-01T10:00:00.250Z");
        assertThat(JsonDocument.text(new Sample(1, "x", when, null, 7L, settings)))
                .isEqualTo("""
                {
                  "schema": 1,
                  "name": "x",
                  "when": "2026-03-01T10:00:00.250Z",
                  "bytes": 7,
                  "settings": {
                    "a": "2",
                    "z": "1"
                  }
                }
                """);
    }

    /** A record that is public, as those of the report are. */
    public record Shown(String firstName, int number) {}

    @Test
    void the_components_of_a_record_are_written_under_their_names_and_nothing_else_is_taken_for_a_record() {
        assertThat(JsonObject.of(new Shown("x", 2), "number").entries()).isEqualTo(Map.of("first_name", "x"));
        assertThat(JsonObject.of(null)).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.of("text"))
                .withMessageContaining("a record was expected");
    }

    @Test
    void what_was_written_is_read_back() throws IOException {
        Sample sample = new Sample(1, "Größe", Instant.parse("2026-03-01T10:00:00Z"), 0.1, null, Map.of());
        Path file = directory.resolve("new/sample.json");
        JsonDocument.write(file, sample);
        assertThat(JsonDocument.read(file, Sample.class, 1)).isEqualTo(sample);
        assertThat(JsonDocument.read(file, Sample.class)).isEqualTo(sample);
    }

    @Test
    void a_line_has_no_newline() {
        assertThat(JsonDocument.line(List.of(1, 2))).isEqualTo("[1,2]");
    }

    @Test
    void nan_is_refused_rather_than_written() {
        Sample sample = new Sample(1, "x", null, Double.NaN, null, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonDocument.text(sample))
                .withMessageContaining("NaN cannot be written as JSON");
    }

    @Test
    void another_schema_is_refused_with_file_found_and_supported_version() {
        assertThatThrownBy(() -> read("{\n \"later\": [1, {}], \"schema\": 2, \"name\": []}"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(directory.resolve("sample.json").toString())
                .hasMessageContaining("schema 2 is not supported")
                .hasMessageContaining("reads schema 1");
    }

    @Test
    void unknown_keys_are_ignored() throws IOException {
        assertThat(read("{\"schema\": 1, \"name\": \"x\", \"added\": {\"later\": 1}}")
                        .name())
                .isEqualTo("x");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"schema\": 1,\\n \"name\": \"x\",\\n \"bytes\": }; line 3, column 11: Unexpected character",
                "{\"schema\": 1, \"name\": \"x\"; line 1, column 26: the text is cut off",
                "{\"schema\": 1, \"name\": \"x\"} {}; line 1, column 28: Trailing token",
                "{\"schema\": 1, \"name\": \"x\", \"name\": \"y\"}; line 1, column 34: Duplicate field 'name'",
                "{\"schema\": 1,\\n \"name\": \"x\",\\n \"bytes\": \"7\"}; line 3, column 11: Cannot coerce String value (\"7\")",
                "{\"schema\": 1, \"name\": \"x\", \"bytes\": 7.5}; (in bytes)",
                "{\"schema\": 1, \"name\": \"x\", \"figure\": \"NaN\"}; 'NaN' is not a finite number (in figure)",
                "{\"schema\": 1, \"name\": \"x\", \"figure\": 1e999}; is not a finite number (in figure)",
                "{\"schema\": 1, \"name\": \"x\", \"when\": 12}; '12' is not an instant such as",
                "{\"schema\": 1}; the key name is missing",
                "{\"name\": \"x\"}; no schema version",
                "{\"schema\": \"one\"}; schema one is not supported",
                "[]; a JSON object was expected",
                "\\n; a JSON object was expected"
            })
    void a_broken_document_is_named_with_the_place_and_the_problem(String json, String problem) {
        assertThatThrownBy(() -> read(json.replace("\\n", "\n")))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith(directory.resolve("sample.json") + ": line ")
                .hasMessageContaining(problem);
    }

    @Test
    void bytes_that_are_not_utf8_are_refused() throws IOException {
        Path file = directory.resolve("latin1.json");
        Files.write(file, "{\"name\": \"Größe\"}".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> JsonDocument.read(file, Sample.class))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage(file + ": not UTF-8 text");
    }

    private Sample read(String json) throws IOException {
        Path file = directory.resolve("sample.json");
        Files.writeString(file, json);
        return JsonDocument.read(file, Sample.class, 1);
    }
}
