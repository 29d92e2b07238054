package org.spindlebench.analysis.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;

/**
 * The only configuration of Jackson. Null values are not written. Keys keep the order of the record's components; maps
 * are sorted. Unknown keys are ignored because later versions may add keys to a schema. Values of another type are
 * refused, not converted.
 */
final class JsonMapping {
    static final JsonMapper MAPPER = mapper();

    static final ObjectWriter INDENTED = MAPPER.writer(printer());

    /** Writes question marks for control characters, in text that is shown to people. */
    static final ObjectWriter VISIBLE = MAPPER.writer().with(new Escapes("?"));

    private JsonMapping() {}

    private static JsonMapper mapper() {
        return JsonMapper.builder(new JsonFactoryBuilder()
                        .characterEscapes(new Escapes(null))
                        .build())
                .addModule(types())
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION, StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .enable(
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .build();
    }

    /** Escapes control characters beyond ASCII like those of ASCII, so that JSON is safe on a terminal. */
    private static final class Escapes extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        private final String instead;

        /** @param instead the replacement of every control character except line feeds and tabs; null to escape them */
        Escapes(String instead) {
            this.instead = instead;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            for (int c = 0; instead != null && c < codes.length; c++) {
                if (HumanText.isControl(c) && c != '\n' && c != '\t') {
                    codes[c] = ESCAPE_CUSTOM;
                }
            }
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int character) {
            if (!HumanText.isControl(character)) {
                return null;
            }
            return new SerializedString(instead == null ? String.format(Locale.ROOT, "\\u%04x", character) : instead);
        }
    }

    // By default, the printer would use the system's line separator.
    private static DefaultPrettyPrinter printer() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        Separators separators = Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        return new DefaultPrettyPrinter(separators).withObjectIndenter(indenter).withArrayIndenter(indenter);
    }

    private static SimpleModule types() {
        return new SimpleModule("spindle")
                .addSerializer(Instant.class, new InstantWriter())
                .addDeserializer(Instant.class, new InstantReader())
                .addSerializer(Double.class, new NumberWriter(Double.class))
                .addSerializer(double.class, new NumberWriter(double.class))
                .addDeserializer(Double.class, new NumberReader());
    }

    private static final class InstantWriter extends StdScalarSerializer<Instant> {
        InstantWriter() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider context) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class InstantReader extends StdScalarDeserializer<Instant> {
        InstantReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String text = in.getText();
            try {
                return InstantText.parse(text);
            } catch (DateTimeException notAnInstant) {
                throw JsonMappingException.from(
                        in, "'" + text + "' is not an instant such as 2026-01-31T13:05:00Z", notAnInstant);
            }
        }
    }

    /** Refuses NaN and infinity, which do not exist in JSON. A number that does not exist must be omitted. */
    private static final class NumberWriter extends StdScalarSerializer<Double> {
        NumberWriter(Class<Double> type) {
            super(type);
        }

        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider context) throws IOException {
            if (!Double.isFinite(value)) {
                throw JsonMappingException.from(out, value + " cannot be written as JSON: use null");
            }
            out.writeNumber(value);
        }
    }

    private static final class NumberReader extends StdScalarDeserializer<Double> {
        NumberReader() {
            super(Double.class);
        }

        @Override
        public Double deserialize(JsonParser in, DeserializationContext context) throws IOException {
            boolean finite = in.currentToken().isNumeric() && Double.isFinite(in.getDoubleValue());
            if (!finite) {
                throw JsonMappingException.from(in, "'" + in.getText() + "' is not a finite number");
            }
            return in.getDoubleValue();
        }
    }
}
