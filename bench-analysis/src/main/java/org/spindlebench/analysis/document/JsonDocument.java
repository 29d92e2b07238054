package org.spindlebench.analysis.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads and writes a record as a JSON document. Every document of Spindle goes through here, so all look alike: UTF-8,
 * ISO-8601 instants in UTC, absent values left out, a fixed order of keys.
 */
public final class JsonDocument {
    /** So that a file that is something else altogether is not taken into memory. */
    private static final long LARGEST = 1 << 28;

    private JsonDocument() {}

    /**
     * Writes a document, indented; whole or not at all, see {@link AtomicFile}.
     *
     * @throws IOException if it could not be written
     */
    public static void write(Path file, Object value) throws IOException {
        try (StagedFile staged = StagedFile.of(file)) {
            JsonMapping.INDENTED
                    .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                    .writeValue(staged.out(), value);
            staged.out().write('\n');
            staged.commit();
        } catch (JsonMappingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /**
     * Reads a document that has no schema version.
     *
     * @throws InvalidDocumentException if its content is not a {@code type}
     * @throws IOException if it could not be read
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        return bind(contents(file), type, Origin.of(file));
    }

    /**
     * Reads a document whose key {@code schema} must be the one supported version.
     *
     * @throws InvalidDocumentException if it is another version, or its content is not a {@code type}
     * @throws IOException if it could not be read
     */
    public static <T> T read(Path file, Class<T> type, int schema) throws IOException {
        return parse(contents(file), type, schema, Origin.of(file));
    }

    /**
     * As {@link #read(Path, Class, int)}, of a text.
     *
     * @param origin where the text came from
     */
    public static <T> T parse(String json, Class<T> type, int schema, Origin origin) {
        requireSchema(json, schema, origin);
        return bind(json, type, origin);
    }

    /**
     * As {@link #parse(String, Class, int, Origin)}, of bytes that are ASCII, which need no decoding.
     *
     * @param json ASCII, such as {@link Utf8Lines#asciiBytes} gives
     */
    public static <T> T parse(byte[] json, Class<T> type, int schema, Origin origin) {
        // What Spindle writes begins so; a second key of that name is a duplicate, and refused.
        byte[] usual = ("{\"schema\":" + schema + ",").getBytes(StandardCharsets.US_ASCII);
        if (json.length < usual.length || !Arrays.equals(json, 0, usual.length, usual, 0, usual.length)) {
            return parse(new String(json, StandardCharsets.US_ASCII), type, schema, origin);
        }
        JsonMapper mapper = RepeatedKeys.possibleIn(json) ? JsonMapping.MAPPER : JsonMapping.OF_UNREPEATED_KEYS;
        try {
            return present(mapper.readValue(json, type), origin);
        } catch (JsonProcessingException e) {
            throw origin.invalid(e);
        } catch (IOException e) {
            throw new InvalidDocumentException(origin.name() + ": " + e.getMessage(), e);
        }
    }

    /** The document as indented text with a newline at its end. */
    public static String text(Object value) {
        try {
            return JsonMapping.INDENTED.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /** The document as a tree, for those who lay it out in another form. */
    public static JsonNode tree(Object value) {
        return JsonMapping.MAPPER.valueToTree(value);
    }

    /** The document on one line, without a newline: a line of a {@code .jsonl} file. */
    public static String line(Object value) {
        try {
            return JsonMapping.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    private static String contents(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new InvalidDocumentException(file + ": larger than " + LARGEST + " bytes: no document of Spindle is");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new InvalidDocumentException(file + ": not UTF-8 text", e);
        }
    }

    private static <T> T bind(String json, Class<T> type, Origin origin) {
        try {
            return present(JsonMapping.MAPPER.readValue(json, type), origin);
        } catch (JsonProcessingException e) {
            throw origin.invalid(e);
        }
    }

    private static <T> T present(T value, Origin origin) {
        if (value == null) {
            throw origin.invalid("a JSON object was expected, not null");
        }
        return value;
    }

    // Before binding: a document of another version may differ in any way, and its version is what the user must hear
    // of.
    private static void requireSchema(String json, int supported, Origin origin) {
        try (JsonParser parser = JsonMapping.MAPPER.createParser(json)) {
            String found = schema(parser, origin);
            if (!found.equals(Integer.toString(supported))) {
                throw origin.invalid("schema " + found + " is not supported; this version of Spindle reads schema "
                        + supported + ". Read it with the version that wrote it");
            }
        } catch (JsonProcessingException e) {
            throw origin.invalid(e);
        } catch (IOException e) {
            throw new InvalidDocumentException(origin.name() + ": " + e.getMessage(), e);
        }
    }

    private static String schema(JsonParser parser, Origin origin) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw origin.invalid("a JSON object was expected");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            if (key.equals("schema")) {
                return value.isScalarValue() ? parser.getText() : value.name();
            }
            parser.skipChildren();
        }
        throw origin.invalid("no schema version: this is not a document that Spindle wrote");
    }
}
