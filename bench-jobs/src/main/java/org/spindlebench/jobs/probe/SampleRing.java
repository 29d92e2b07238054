package org.spindlebench.jobs.probe;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The latest samples of a node. They are kept in memory, so that nothing is written while a job is measured.
 * Thread-safe.
 */
public final class SampleRing {
    /** The number of samples that are compressed together. */
    private static final int IN_A_BLOCK = 64;

    private final int mostBytes;
    private final Deque<Block> blocks = new ArrayDeque<>();
    private final List<ProbeSample> open = new ArrayList<>();
    private long bytes;

    /** A group of compressed samples. */
    private static final class Block {
        private final long first;
        private final long last;
        private final byte[] compressed;

        Block(List<ProbeSample> samples) {
            first = samples.get(0).millis();
            last = samples.get(samples.size() - 1).millis();
            compressed = compress(samples);
        }

        boolean meets(long from, long to) {
            return first <= to && last >= from;
        }
    }

    /** @param mostBytes the limit of the compressed samples in bytes; beyond it, the oldest are dropped */
    public SampleRing(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    public synchronized void add(ProbeSample sample) {
        open.add(sample);
        if (open.size() == IN_A_BLOCK) {
            Block full = new Block(open);
            open.clear();
            blocks.add(full);
            bytes += full.compressed.length;
            while (bytes > mostBytes && blocks.size() > 1) {
                bytes -= blocks.remove().compressed.length;
            }
        }
    }

    /** Receives samples one after another. */
    public interface SampleSink {
        void take(ProbeSample sample) throws IOException;
    }

    /** Returns the samples between two instants, inclusive, in milliseconds since 1970 by this node's clock. */
    public List<ProbeSample> window(long from, long to) {
        List<ProbeSample> window = new ArrayList<>();
        try {
            window(from, to, window::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return window;
    }

    /** Passes the samples of a window on, one after another, so that a long window is never in memory as a whole. */
    public void window(long from, long to, SampleSink sink) throws IOException {
        List<Block> met = new ArrayList<>();
        List<ProbeSample> recent;
        synchronized (this) {
            for (Block block : blocks) {
                if (block.meets(from, to)) {
                    met.add(block);
                }
            }
            recent = new ArrayList<>(open);
        }
        for (Block block : met) {
            takeWithin(from, to, samples(block.compressed), sink);
        }
        takeWithin(from, to, recent, sink);
    }

    private static void takeWithin(long from, long to, List<ProbeSample> samples, SampleSink sink) throws IOException {
        for (ProbeSample sample : samples) {
            if (sample.millis() >= from && sample.millis() <= to) {
                sink.take(sample);
            }
        }
    }

    private static byte[] compress(List<ProbeSample> samples) {
        StringBuilder text = new StringBuilder();
        ProbeSample before = null;
        for (ProbeSample sample : samples) {
            SampleText.append(before, sample, text);
            before = sample;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static List<ProbeSample> samples(byte[] compressed) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(new ByteArrayInputStream(compressed)), StandardCharsets.UTF_8))) {
            return SampleText.read(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
