package org.spindlebench.analysis.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;

/**
 * Reads and writes records as JSON documents. All documents of Spindle are written here, so that they look alike. They
 * have UTF-8 text, ISO-8601 instants in UTC, no nulls, and a fixed order of keys.
 */
public final class JsonDocument {
    /** The end of the name of a file whose content is compressed. */
    public static final String COMPRESSED = ".gz";

    /** The size in bytes of the largest document that is read. The limit keeps other large files out of memory. */
    private static final long LARGEST = 1 << 28;

    private JsonDocument() {}

    /**
     * Writes a document as indented text, either completely or not at all; see {@link AtomicFile}.
     *
     * @throws IOException if the file could not be written
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
     * Writes the text of a document, completely or not at all; compressed if the file's name ends in {@value
     * #COMPRESSED}.
     *
     * @throws IOException if the file could not be written
     */
    public static void writeText(Path file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (StagedFile staged = StagedFile.of(file)) {
            if (isCompressed(file)) {
                GZIPOutputStream packed = new GZIPOutputStream(staged.out());
                packed.write(bytes);
                packed.finish();
            } else {
                staged.out().write(bytes);
            }
            staged.commit();
        }
    }

    private static boolean isCompressed(Path file) {
        return file.toString().endsWith(COMPRESSED);
    }

    /**
     * Reads a document that has no schema version. A document in a file whose name ends in {@value #COMPRESSED} is
     * compressed.
     *
     * @throws InvalidDocumentException if the document's content does not describe a {@code type}
     * @throws IOException if the file could not be read
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        return bind(contents(file), type, TextOrigin.of(file));
    }

    /**
     * Reads a document in the same way; its key {@code schema} must have the one supported version.
     *
     * @throws InvalidDocumentException if the document has another version, or its content does not describe a {@code
     *     type}
     * @throws IOException if the file could not be read
     */
    public static <T> T read(Path file, Class<T> type, int schema) throws IOException {
        return parse(contents(file), type, schema, TextOrigin.of(file));
    }

    /**
     * Parses text in the same way as {@link #read(Path, Class, int)} reads a file.
     *
     * @param origin the source of the text, for messages
     */
    public static <T> T parse(String json, Class<T> type, int schema, TextOrigin origin) {
        requireSchema(json, schema, origin);
        return bind(json, type, origin);
    }

    /** Returns the document as indented text that ends in a newline. */
    public static String text(Object value) {
        try {
            return JsonMapping.INDENTED.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /** Returns the document as a tree, for callers that write it in another form. */
    public static JsonNode tree(Object value) {
        return JsonMapping.MAPPER.valueToTree(value);
    }

    /** Returns the maps, lists, text, numbers and truth values that a document writes for a value. */
    public static Object plain(Object value) {
        return JsonMapping.MAPPER.convertValue(value, Object.class);
    }

    /** Returns the document as one line without a newline, as in a {@code .jsonl} file. */
    public static String line(Object value) {
        try {
            return JsonMapping.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /**
     * Returns the document as one line that an HTML report shows to people, with question marks for control characters.
     */
    public static String visibleLine(Object value) {
        try {
            return HumanText.visible(JsonMapping.VISIBLE.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    private static String contents(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new InvalidDocumentException(
                    file + ": larger than " + LARGEST + " bytes, more than any document of Spindle");
        }
        try {
            return isCompressed(file) ? unpacked(file) : Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new InvalidDocumentException(file + ": not UTF-8 text", e);
        }
    }

    private static String unpacked(Path file) throws IOException {
        try (InputStream packed = new BufferedInputStream(Files.newInputStream(file));
                InputStream in = UnpackedStream.of(packed, file.toString(), LARGEST)) {
            ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (ZipException | EOFException e) {
            throw new InvalidDocumentException(file + ": not a complete gzip file", e);
        }
    }

    private static <T> T bind(String json, Class<T> type, TextOrigin origin) {
        // Jackson reads bytes faster. If each character is one byte, its messages name the same columns.
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try {
            return present(
                    bytes.length == json.length()
                            ? JsonMapping.MAPPER.readValue(bytes, type)
                            : JsonMapping.MAPPER.readValue(json, type),
                    origin);
        } catch (JsonProcessingException e) {
            throw origin.invalid(e);
        } catch (IOException e) {
            throw new InvalidDocumentException(origin.name() + ": " + e.getMessage(), e);
        }
    }

    private static <T> T present(T value, TextOrigin origin) {
        if (value == null) {
            throw origin.invalid("a JSON object was expected, not null");
        }
        return value;
    }

    // The version is checked before the document is bound to a type. Another version may differ in any way, and the
    // message must then name the version.
    private static void requireSchema(String json, int supported, TextOrigin origin) {
        // Spindle writes the version first.
        if (json.startsWith("{\"schema\":" + supported + ",")) {
            return;
        }
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

    private static String schema(JsonParser parser, TextOrigin origin) throws IOException {
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
        throw origin.invalid(
                "no schema version: Spindle did not write this document; `import` reads documents of" + " other tools");
    }

    /**
     * The source of a document's text, for messages.
     *
     * @param name the file's path, or another name of the source
     * @param firstLine the number of the source's line on which the text begins, from 1
     */
    public record TextOrigin(String name, long firstLine) {
        /** Returns the origin of a document that is a whole file. */
        public static TextOrigin of(Path file) {
            return new TextOrigin(file.toString(), 1);
        }

        /** Returns an exception for an error in the document as a whole. */
        InvalidDocumentException invalid(String problem) {
            return new InvalidDocumentException(name + ": line " + firstLine + ": " + problem);
        }

        /** Returns an exception for an error that the parser found, with its line, column and field. */
        InvalidDocumentException invalid(JsonProcessingException error) {
            return new InvalidDocumentException(name + position(error.getLocation()) + ": " + problem(error), error);
        }

        private String position(JsonLocation location) {
            if (location == null || location.getLineNr() < 1) {
                return ": line " + firstLine;
            }
            return ": line " + (firstLine + location.getLineNr() - 1) + ", column " + location.getColumnNr();
        }

        private static String problem(JsonProcessingException error) {
            String field = error instanceof JsonMappingException mapping ? field(mapping) : "";
            String at = field.isEmpty() ? "" : " (in " + field + ")";
            // The pattern matches the message of Objects.requireNonNull(value, "name") in a record's constructor. The
            // JVM's own messages do not match.
            if (error.getCause() instanceof NullPointerException missing
                    && String.valueOf(missing.getMessage()).matches("(?!null)\\w+")) {
                return "the key " + missing.getMessage() + " is missing" + at;
            }
            if (error.getOriginalMessage().startsWith("Unexpected end-of-input")) {
                return "the text is cut off" + at + "; copy the file anew, or move it away";
            }
            boolean refused = error.getCause() instanceof IllegalArgumentException;
            // What follows is Jackson's advice for programmers.
            String plain = error.getOriginalMessage().replaceFirst(": enable `?JsonReadFeature.*", "");
            return (refused ? error.getCause().getMessage() : plain) + at;
        }

        private static String field(JsonMappingException error) {
            return error.getPath().stream()
                    .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                    .collect(Collectors.joining("."));
        }
    }
}
