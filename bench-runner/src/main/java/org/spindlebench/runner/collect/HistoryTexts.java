package org.spindlebench.runner.collect;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;

/** Changes the texts in a job's history of Avro's binary form, in which each text is preceded by its length. */
public final class HistoryTexts {
    private static final byte[] BINARY = "Avro-Binary\n".getBytes(StandardCharsets.UTF_8);

    private final TextChange change;

    private HistoryTexts(TextChange change) {
        this.change = change;
    }

    /** Changes one text. */
    public interface TextChange {
        /** @param field the name of the event's field that holds the text */
        String of(String field, String text);
    }

    /** Checks whether a file is a history of the binary form. */
    public static boolean isBinary(byte[] file) {
        return Arrays.equals(file, 0, Math.min(file.length, BINARY.length), BINARY, 0, BINARY.length);
    }

    /**
     * Returns a history with other texts, and with the same kind, schema and numbers. Parts of an event at the end of a
     * truncated file are left out.
     *
     * @throws IOException if the file is no history that Avro can read
     */
    public static byte[] changed(byte[] file, TextChange change) throws IOException {
        int events = BINARY.length;
        while (events < file.length && file[events] != '\n') {
            events++;
        }
        String schema = new String(file, BINARY.length, events - BINARY.length, StandardCharsets.UTF_8);
        events = Math.min(events + 1, file.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length);
        out.write(file, 0, events);
        try {
            BinaryDecoder in = DecoderFactory.get().binaryDecoder(file, events, file.length - events, null);
            new HistoryTexts(change).copy(new Schema.Parser().parse(schema), in, file.length, out);
        } catch (RuntimeException | StackOverflowError e) {
            throw new IOException("not a job history that can be read: " + e, e);
        }
        return out.toByteArray();
    }

    /** @param most the greatest number of events, because events of a schema without fields never end */
    private void copy(Schema schema, BinaryDecoder in, int most, ByteArrayOutputStream out) throws IOException {
        GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(schema);
        GenericDatumWriter<GenericRecord> writer = new GenericDatumWriter<>(schema);
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        try {
            for (int event = 0; event < most && !in.isEnd(); event++) {
                GenericRecord fields = reader.read(null, in);
                changeFields(fields);
                writer.write(fields, encoder);
            }
        } catch (EOFException truncated) {
            // The events before it are whole.
        }
        encoder.flush();
    }

    private void changeFields(IndexedRecord event) {
        List<Schema.Field> fields = event.getSchema().getFields();
        for (int at = 0; at < fields.size(); at++) {
            event.put(at, changed(fields.get(at).name(), event.get(at)));
        }
    }

    private Object changed(String field, Object value) {
        if (value instanceof CharSequence text) {
            return new Utf8(change.of(field, text.toString()));
        }
        if (value instanceof IndexedRecord inner) {
            changeFields(inner);
            return inner;
        }
        if (value instanceof Collection<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(one -> all.add(changed(field, one)));
            return all;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> all = new LinkedHashMap<>();
            map.forEach((key, one) -> all.put(changed(field, key), changed(field, one)));
            return all;
        }
        return value;
    }
}
