package org.spindlebench.jobs.device;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.probe.layout.Finding;

/** The findings of small probes. */
record Probed(List<Finding> findings) {
    static final int MIB = 1 << 20;
    static final int FILE = 16 * MIB;

    /** Returns settings for few bytes and a short time. */
    static ProbeSettings.Builder small() {
        return new ProbeSettings.Builder()
                .fileBytes(FILE)
                .randomBlocks(List.of(64 << 10, MIB))
                .randomTime(Duration.ofMillis(200))
                .seed(7);
    }

    /** Measures as on a node without fio. */
    static Probed run(ProbeSettings.Builder settings, Path... directories) throws InterruptedException {
        return run(own(settings, EnumSet.of(Access.DIRECT, Access.BUFFERED)), directories);
    }

    /** Returns a probe as on a node without fio. */
    static DeviceProbe own(ProbeSettings.Builder settings, Set<Access> together) {
        return new DeviceProbe(settings.build(), new OwnEngine(7), together);
    }

    static Probed run(DeviceProbe probe, Path... directories) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        probe.run(Arrays.stream(directories).map(Path::toString).toList(), findings::add);
        return new Probed(findings);
    }

    List<Finding> of(String kind) {
        return findings.stream().filter(finding -> finding.kind().equals(kind)).toList();
    }

    Map<String, String> place(Path directory) {
        List<Finding> places = of(TargetDirectory.KIND).stream()
                .filter(place -> place.name().equals(directory.toString()))
                .toList();
        if (places.size() != 1) {
            throw new AssertionError("not one place " + directory + ": " + findings);
        }
        return places.get(0).attributes();
    }

    List<Map<String, String>> measurements(Path directory) {
        return of(Measurement.KIND).stream()
                .filter(one -> one.name().equals(directory.toString()))
                .<Map<String, String>>map(Finding::attributes)
                .toList();
    }
}
