package org.spindlebench.runner.probe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.jobs.probe.Sample;

/**
 * The samples of a node in a window.
 *
 * @param node its host name
 * @param samples in the order of time; from the last before the window's begin to the first after its end, where these are known
 */
public record NodeSamples(String node, List<Sample> samples) {
    public NodeSamples {
        samples = List.copyOf(samples);
    }

    /** Those that a window needs: all that it holds, and the one before and the one after it. */
    static NodeSamples around(Instant from, Instant to, String node, List<Sample> samples) {
        int first = 0;
        int end = samples.size();
        for (int i = 0; i < samples.size(); i++) {
            if (samples.get(i).millis() <= from.toEpochMilli()) {
                first = i;
            }
            if (samples.get(i).millis() >= to.toEpochMilli()) {
                end = i + 1;
                break;
            }
        }
        return new NodeSamples(node, samples.subList(first, Math.max(first, end)));
    }

    /** Whether the samples reach from the window's begin to its end. */
    public boolean cover(Instant from, Instant to) {
        return samples.size() > 1
                && samples.get(0).millis() <= from.toEpochMilli()
                && samples.get(samples.size() - 1).millis() >= to.toEpochMilli();
    }

    /** The same for those who make figures of it. */
    public List<Reading> readings() {
        List<Reading> readings = new ArrayList<>();
        Reading before = null;
        for (Sample sample : samples) {
            before = Reading.of(sample.millis(), sample.names(), sample.values(), before);
            readings.add(before);
        }
        return readings;
    }
}
