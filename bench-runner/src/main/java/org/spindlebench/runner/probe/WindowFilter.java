package org.spindlebench.runner.probe;

import java.io.IOException;
import java.time.Instant;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.SampleRing;

/**
 * Passes the samples that a window needs: the samples inside it, the last sample before it and the first sample after
 * it.
 */
public final class WindowFilter implements SampleRing.SampleSink {
    private final long from;
    private final long to;
    private final SampleRing.SampleSink sink;
    private ProbeSample before;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private int passed;

    public WindowFilter(Instant from, Instant to, SampleRing.SampleSink sink) {
        this.from = from.toEpochMilli();
        this.to = to.toEpochMilli();
        this.sink = sink;
    }

    @Override
    public void take(ProbeSample sample) throws IOException {
        if (sample.millis() <= from) {
            before = sample;
            return;
        }
        if (before != null) {
            pass(before);
            before = null;
        }
        if (last < to) {
            pass(sample);
        }
    }

    private void pass(ProbeSample sample) throws IOException {
        first = Math.min(first, sample.millis());
        last = sample.millis();
        passed++;
        sink.take(sample);
    }

    /** Returns the number of samples that have passed. */
    public int passed() {
        return passed;
    }

    /** Returns whether the passed samples reach from the window's start to its end. */
    public boolean covered() {
        return passed > 1 && first <= from && last >= to;
    }
}
