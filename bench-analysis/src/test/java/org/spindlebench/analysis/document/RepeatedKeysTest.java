package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.JsonDocument.Origin;
import org.spindlebench.analysis.document.JsonDocument.RepeatedKeys;

class RepeatedKeysTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":1,\"b\":{\"a\":2},\"c\":[{\"a\":3},{\"a\":4}]}",
                "{\"a\":\"\\\"a\\\":\",\"b\":\"{\\\\\",\"c\":[\"a\",\"a\"]}",
                "{ \"a\" : [ 1 , 2 ] , \"b\" : null }",
                "{\"a\":{\"x\":1,\"y\":2},\"x\":1,\"y\":2}"
            })
    void texts_whose_objects_have_every_key_once_are_known(String json) {
        assertThat(possible(json)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"x\":1},\"b\":2,\"a\":3}",
                "{\"b\":[{\"a\":1},{\"c\":{},\"a\":1,\"c\":2}]}",
                "{\"\":1,\"\":1}",
                "{\"b\":1,\"\\u0062\":1}"
            })
    void a_key_that_comes_twice_is_never_missed(String json) {
        assertThat(possible(json)).isTrue();
    }

    @Test
    void whatever_a_strict_parser_refuses_for_it_is_found_too() {
        Random random = new Random(11);
        int refused = 0;
        int known = 0;
        for (int round = 0; round < 20_000; round++) {
            String json = object(random, 4);
            boolean repeated = isRefused(json);
            boolean possible = possible(json);
            assertThat(possible || !repeated).as(json).isTrue();
            refused += repeated ? 1 : 0;
            known += possible ? 0 : 1;
        }
        assertThat(refused).isGreaterThan(2_000);
        assertThat(known).isGreaterThan(2_000);
    }

    @Test
    void very_many_keys_and_very_deep_texts_are_left_to_the_parser() {
        String wide =
                IntStream.range(0, 300).mapToObj(i -> "\"" + i + "\":0").collect(Collectors.joining(",", "{", "}"));
        assertThat(possible(wide)).isTrue();
        assertThat(possible("[".repeat(100) + "]".repeat(100))).isTrue();
        assertThat(possible("}]".repeat(100) + "{\"a")).isFalse();
    }

    @Test
    void a_record_with_a_key_twice_is_refused_on_its_line() {
        byte[] json = "{\"schema\":1,\"x\":1,\"x\":2}".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> JsonDocument.parse(json, Object.class, 1, new Origin("runs.jsonl", 7L)))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("runs.jsonl")
                .hasMessageContaining("7")
                .hasMessageContaining("Duplicate field 'x'");
    }

    private static boolean possible(String json) {
        return RepeatedKeys.possibleIn(json.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isRefused(String json) {
        try {
            JsonMapping.MAPPER.readValue(json, Object.class);
            return false;
        } catch (JsonProcessingException e) {
            assertThat(e).hasMessageContaining("Duplicate");
            return true;
        }
    }

    private static String object(Random random, int depth) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> "\"" + "abcdefgh".charAt(random.nextInt(8)) + "\":" + value(random, depth - 1))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String value(Random random, int depth) {
        return switch (depth == 0 ? random.nextInt(2) : random.nextInt(5)) {
            case 0 -> "1.5";
            case 1 -> "\"a\\\"b,{\\\\\"";
            case 2 -> "[" + value(random, depth - 1) + "," + object(random, depth) + "]";
            default -> object(random, depth);
        };
    }
}
