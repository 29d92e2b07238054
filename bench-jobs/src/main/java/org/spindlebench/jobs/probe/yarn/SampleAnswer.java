package org.spindlebench.jobs.probe.yarn;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.SampleRing;
import org.spindlebench.jobs.probe.SampleText;

/**
 * A node's answer to the request for a window. It has a line {@code HOST OFFSET ERROR}, followed by the samples, and is
 * compressed.
 */
public final class SampleAnswer {
    private final String host;
    private final long offset;
    private final long error;

    /** @param host the host's name in YARN */
    SampleAnswer(String host, long offset, long error) {
        this.host = host;
        this.offset = offset;
        this.error = error;
    }

    public String host() {
        return host;
    }

    /** Returns the milliseconds to add to the node's time to get the NameNode's time. */
    public long offset() {
        return offset;
    }

    /** Returns the largest possible error of the offset in milliseconds. */
    public long error() {
        return error;
    }

    /** Writes the answer with the ring's samples since an instant by this node's clock. Closes the file. */
    void write(SampleRing ring, long from, OutputStream file) throws IOException {
        try (Writer out =
                new BufferedWriter(new OutputStreamWriter(new GZIPOutputStream(file), StandardCharsets.UTF_8))) {
            out.write(host + " " + offset + " " + error + "\n");
            StringBuilder line = new StringBuilder();
            ProbeSample[] before = new ProbeSample[1];
            ring.window(from, Long.MAX_VALUE, sample -> {
                SampleText.append(before[0], sample, line);
                out.append(line);
                line.setLength(0);
                before[0] = sample;
            });
        }
    }

    /**
     * @param sinkOf returns the sink for an answer's samples, which arrive in order of time, by the node's clock
     * @throws IOException if the file is malformed
     */
    public static void read(InputStream file, Function<SampleAnswer, SampleRing.SampleSink> sinkOf) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            String[] words = line == null ? new String[0] : line.split(" ", -1);
            if (words.length != 3 || !isNumber(words[1]) || !isNumber(words[2])) {
                throw new IOException("the first line names no host and clock: " + line);
            }
            SampleAnswer answer = new SampleAnswer(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
            SampleText.read(lines, sinkOf.apply(answer));
        }
    }

    private static boolean isNumber(String word) {
        return word.matches("-?\\d{1,18}");
    }
}
