package org.spindlebench.runner.collect;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.jobhistory.EventReader;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;

/**
 * What Hadoop's own parser made of a {@code .jhist} file.
 *
 * @param job what the events say, up to the first that can't be read; without an id where there was none
 * @param problem why the history ends where it ends, for a job whose end is not in it
 */
record HistoryFile(JobInfo job, String problem) {
    private static final int LONGEST_PROBLEM = 300;
    private static final String CUT = "its history is cut off: it ends before the job does";

    /** @throws IOException if the file can't be read; what is wrong with its content is the {@link #problem} */
    static HistoryFile read(Path file) throws IOException {
        if (!beginsAsHistory(file)) {
            return new HistoryFile(
                    new JobInfo(), "not a job history: its first line is neither Avro-Json nor Avro-Binary");
        }
        try (RawLocalFileSystem local = new RawLocalFileSystem()) {
            local.initialize(URI.create("file:///"), new Configuration(false));
            try (FSDataInputStream in = local.open(new org.apache.hadoop.fs.Path(file.toUri()))) {
                return parse(in);
            }
        }
    }

    // Hadoop's reader would look for the end of the first line in all of the file.
    private static boolean beginsAsHistory(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes("Avro-Binary\n".length()), StandardCharsets.ISO_8859_1);
            return start.startsWith("Avro-Json\n") || start.equals("Avro-Binary\n");
        }
    }

    // What the readers and Avro throw at bytes that mean nothing has many forms: a length of gigabytes, an id that is
    // none.
    private static HistoryFile parse(FSDataInputStream in) throws IOException {
        EventReader events;
        try {
            events = new EventReader(in);
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return new HistoryFile(new JobInfo(), damage(e));
        }
        JobHistoryParser parser = new JobHistoryParser(in);
        try {
            JobInfo job = parser.parse(events);
            IOException damage = parser.getParseException();
            return new HistoryFile(job, damage == null ? CUT : damage(damage));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // Only its first call reads: this one gives what it has.
            return new HistoryFile(parser.parse(events), damage(e));
        }
    }

    private static String damage(Throwable error) {
        String text = "its history is damaged: " + error.toString().replaceAll("\\p{Cntrl}+", " ");
        return text.length() > LONGEST_PROBLEM ? text.substring(0, LONGEST_PROBLEM) + "..." : text;
    }
}
