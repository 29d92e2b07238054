package org.spindlebench.jobs.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/**
 * Writes and reads samples as lines of text. A line {@code columns NAME NAME …} comes first, and each sample is a line
 * of its milliseconds and values. The first sample after a line of columns is complete. In later samples, each number
 * is the difference from the line before, and an empty number is 0. The columns are repeated if they change, for
 * example because a device appears.
 */
public final class SampleText {
    private static final String COLUMNS = "columns";

    private SampleText() {}

    /**
     * Appends a sample. The columns come first if they differ from those of the sample before.
     *
     * @param before the sample that was appended last; null for the first
     */
    public static void append(ProbeSample before, ProbeSample sample, StringBuilder to) {
        boolean same = before != null && before.names().equals(sample.names());
        if (!same) {
            to.append(COLUMNS);
            for (String name : sample.names()) {
                to.append(' ').append(name);
            }
            to.append('\n');
        }
        to.append(same ? sample.millis() - before.millis() : sample.millis());
        for (int i = 0; i < sample.size(); i++) {
            long number = same ? sample.value(i) - before.value(i) : sample.value(i);
            to.append(' ');
            if (number != 0 || !same) {
                to.append(number);
            }
        }
        to.append('\n');
    }

    /**
     * Reads lines that {@link #append} wrote.
     *
     * @throws IOException if a line is malformed; the message names it
     */
    public static List<ProbeSample> read(BufferedReader lines) throws IOException {
        List<ProbeSample> samples = new ArrayList<>();
        read(lines, samples::add);
        return samples;
    }

    /**
     * Reads lines and passes the samples on, one after another, so that a long window is never in memory as a whole.
     */
    public static void read(BufferedReader lines, SampleRing.SampleSink sink) throws IOException {
        List<String> names = null;
        ProbeSample before = null;
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            String[] words = line.split(" ", -1);
            if (words[0].equals(COLUMNS)) {
                names = Collections.unmodifiableList(Arrays.asList(words).subList(1, words.length));
                before = null;
                if (new HashSet<>(names).size() < names.size()) {
                    throw new IOException("line " + number + " names a counter twice");
                }
            } else if (names == null || words.length != names.size() + 1) {
                throw new IOException(
                        "line " + number + " is not a sample of " + (names == null ? 0 : names.size()) + " counters");
            } else {
                before = sample(words, names, before, number);
                sink.take(before);
            }
        }
    }

    private static ProbeSample sample(String[] words, List<String> names, ProbeSample before, int line)
            throws IOException {
        try {
            long[] values = new long[names.size()];
            for (int i = 0; i < values.length; i++) {
                String word = words[i + 1];
                long difference = word.isEmpty() ? 0 : Long.parseLong(word);
                values[i] = before == null ? difference : before.value(i) + difference;
            }
            long millis = Long.parseLong(words[0]);
            return new ProbeSample(before == null ? millis : before.millis() + millis, names, values);
        } catch (NumberFormatException e) {
            throw new IOException("line " + line + " holds something that is not a number: " + e.getMessage(), e);
        }
    }
}
