package org.spindlebench.runner.collect;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Reads a {@code .jhist} file: its kind, the schema of its events, the events. They are read by the schema in the file and not by
 * that of the Hadoop that is here, as Hadoop's own parser does: events of older versions lack fields, those of newer ones have more.
 */
final class HistoryFile {
    private static final String JSON = "Avro-Json";
    private static final String BINARY = "Avro-Binary";
    private static final int LONGEST_SCHEMA = 1 << 20;
    private static final int LONGEST_PROBLEM = 300;
    private static final String CUT = "its history is cut off: it ends before the job does";

    private HistoryFile() {}

    /**
     * Hands every event to a job, up to the first that can't be read.
     *
     * @return why the events end where they end, for a job whose end is not among them
     * @throws IOException if the file can't be read; what is wrong with its content is returned
     */
    static String read(Path file, RecordedJob job) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            String kind = line(in, BINARY.length());
            if (!kind.equals(JSON) && !kind.equals(BINARY)) {
                return "not a job history: its first line is neither " + JSON + " nor " + BINARY;
            }
            return readEvents(in, kind, Files.size(file), job);
        }
    }

    // What Avro throws at bytes that mean nothing has many forms; an array of gigabytes that can't be had is one.
    private static String readEvents(InputStream in, String kind, long bytes, RecordedJob job) {
        try {
            Schema schema = new Schema.Parser().parse(line(in, LONGEST_SCHEMA));
            GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(schema);
            DecoderFactory decoders = DecoderFactory.get();
            Decoder decoder = kind.equals(JSON) ? decoders.jsonDecoder(schema, in) : decoders.binaryDecoder(in, null);
            // By a schema without fields there is no end of events: each takes no byte.
            for (long events = 0; events < bytes; events++) {
                job.add(new HistoryFields(reader.read(null, decoder)).event());
            }
            return "its history is damaged: it has more events than bytes";
        } catch (EOFException end) {
            return CUT;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return problem(e);
        }
    }

    private static String problem(Throwable error) {
        String text = error.toString().replaceAll("\\p{Cntrl}+", " ");
        if (text.contains("end-of-input")) {
            return CUT;
        }
        // A stream names itself by its address, by which the same file would give another record each time.
        String stable = "its history is damaged: " + text.replaceAll("\\[Source: [^;\\]]*; ", "[");
        return stable.length() > LONGEST_PROBLEM ? stable.substring(0, LONGEST_PROBLEM) + "..." : stable;
    }

    // One byte more than is allowed, so that a longer line is another.
    private static String line(InputStream in, int longest) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n' && line.size() <= longest; next = in.read()) {
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
