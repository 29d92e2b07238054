package org.spindlebench.analysis.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the devices of roles moved beyond what a job's counters allow. */
final class OtherDevices {
    private final List<String> judged = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private double unexplained;
    private long moved;

    static OtherDevices of(LoadObservation seen) {
        OtherDevices devices = new OtherDevices();
        devices.add(RoleFigures.HDFS, seen.hdfs(), seen.hdfsRead(), seen.hdfsWritten());
        devices.add(RoleFigures.SHUFFLE, seen.shuffle(), seen.localRead(), seen.localWritten());
        return devices;
    }

    private void add(String role, RoleFigures devices, Long read, Long written) {
        String reason = notJudged(devices, read, written);
        if (reason != null) {
            reasons.add(role + ": " + reason);
            return;
        }
        judged.add(role);
        moved += devices.bytesRead() + devices.bytesWritten();
        unexplained += beyond(devices.bytesRead(), read, devices.nodes());
        unexplained += beyond(devices.bytesWritten(), written, devices.nodes());
    }

    private static String notJudged(RoleFigures devices, Long read, Long written) {
        if (devices == null || !devices.known()) {
            return RoleFigures.whyNone(devices);
        }
        if (!devices.freeOfSystem()) {
            return "the system is on the same devices (" + Reasons.few(devices.system()) + ")";
        }
        return read == null || written == null ? "it is not known how much the job read and wrote" : null;
    }

    private static double beyond(long moved, long asked, int nodes) {
        return Math.max(0, moved - ProofLimits.MORE * asked - (double) ProofLimits.LEAST_BYTES * nodes);
    }

    List<String> judged() {
        return judged;
    }

    Long unexplained() {
        return judged.isEmpty() ? null : (Long) Math.round(unexplained);
    }

    /** Of all that the judged devices moved; 0 where they moved nothing. */
    Double share() {
        if (judged.isEmpty()) {
            return null;
        }
        return moved == 0 ? 0.0 : unexplained / moved;
    }

    /** @param first another reason; null where there is none */
    String reason(String first) {
        Stream<String> all = Stream.concat(Stream.ofNullable(first), reasons.stream());
        String text = all.collect(Collectors.joining("; "));
        return text.isEmpty() ? null : text;
    }
}
