package org.spindlebench.jobs.device;

import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.jobs.probe.layout.Finding;

/** One step at one place, done or failed. Immutable. */
final class Measurement {
    /** Of the finding that says it. */
    static final String KIND = "measurement";

    private static final double NANO = 1e-9;

    private final String directory;
    private final Step step;
    private final Moved moved;
    private final SortedMap<String, String> attributes = new TreeMap<>();

    private Measurement(String directory, Step step, Moved moved) {
        this.directory = directory;
        this.step = step;
        this.moved = moved;
        attributes.put("operation", step.operation().text());
        attributes.put("block", String.valueOf(step.block()));
    }

    /** @param seen by the device; null where that is not known */
    static Measurement of(String directory, Work work, Moved moved, DeviceCounters seen) {
        Measurement done = new Measurement(directory, new Step(work.operation(), work.block()), moved);
        done.put("threads", work.threads());
        done.put("bytes", moved.bytes());
        done.put("requests", moved.requests());
        done.attributes.put("seconds", seconds(moved.nanos()));
        if (seen != null) {
            done.put("deviceBytes", seen.bytes());
            done.put("deviceRequests", seen.requests());
        }
        return done;
    }

    static Measurement failed(String directory, Step step, String error) {
        Measurement failed = new Measurement(directory, step, null);
        failed.attributes.put("error", error);
        return failed;
    }

    private static String seconds(long nanos) {
        return String.valueOf(nanos * NANO);
    }

    private void put(String key, long value) {
        attributes.put(key, String.valueOf(value));
    }

    Step step() {
        return step;
    }

    boolean failed() {
        return moved == null;
    }

    /** Null where it failed. */
    Moved moved() {
        return moved;
    }

    /**
     * To send it.
     *
     * @param others places at which the same was done at the same time
     */
    Finding finding(String tool, Access access, int others) {
        SortedMap<String, String> said = new TreeMap<>(attributes);
        said.put("tool", tool);
        said.put("access", access.text());
        said.put("others", String.valueOf(others));
        return new Finding(KIND, directory, said);
    }
}
