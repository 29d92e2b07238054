package org.spindlebench.analysis.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbedDirectory;

/** What keeps the figures of a probe from being taken as they are. */
public final class ProbeWarnings {
    /** Of the bytes asked for, what a device must have moved at least to show that the page cache was passed by. */
    public static final double PASSED_BY = 0.95;

    /** Above it somebody else used the device, or each byte is written more than once; the same that proofs of runs take. */
    public static final double OTHERS = 1.15;

    private ProbeWarnings() {}

    /** Sentences, each with its directory; none where nothing is in doubt. */
    public static List<String> of(DeviceProbeResult probe) {
        List<String> doubts = new ArrayList<>();
        for (ProbedDirectory directory : probe.directories()) {
            add(directory, doubts);
        }
        for (DeviceMeasurement measured : probe.measurements()) {
            add(measured, doubts);
        }
        doubts.addAll(probe.problems());
        return doubts;
    }

    private static void add(ProbedDirectory directory, List<String> to) {
        String at = directory.path() + ": ";
        if (directory.error() != null) {
            to.add(at + "not measured: " + directory.error());
        } else if ("memory".equals(directory.access())) {
            to.add(at + "no device was measured: " + directory.noDevice());
        } else if ("buffered".equals(directory.access())) {
            to.add(at + "through the page cache, written with fsync and read cold: " + directory.accessReason());
        }
        if (directory.error() == null && directory.unknown() != null) {
            to.add(at + "its device is not known, so nothing shows what it moved: " + directory.unknown());
        }
    }

    private static void add(DeviceMeasurement measured, List<String> to) {
        String at = measured.directory() + ", " + measured.operation() + " of " + measured.block() + " bytes"
                + (measured.others() > 0 ? ", at once with " + measured.others() : "") + ": ";
        if (measured.error() != null) {
            to.add(at + measured.error());
            return;
        }
        Double moved = measured.moved();
        if (moved != null && moved < PASSED_BY) {
            to.add(at
                    + String.format(
                            Locale.ROOT,
                            "the device moved %.2f of the bytes asked for: a cache or compression took part",
                            moved));
        } else if (moved != null && moved > OTHERS) {
            to.add(at
                    + String.format(
                            Locale.ROOT,
                            "the device moved %.2f times the bytes asked for: others used it, or bytes are written more than once",
                            moved));
        }
    }
}
