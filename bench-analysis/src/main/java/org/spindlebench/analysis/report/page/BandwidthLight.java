package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.proof.RoleFigures;

/** Whether the setups that are compared have equal bandwidth, which is what the papers presume. */
final class BandwidthLight {
    private static final String ABOUT = "bandwidth";

    /** Setups are alike that differ by no more than this share, as in a plan's premise. */
    private static final double ALIKE = 0.1;

    private static final int MOST_SETUPS = 4;
    private static final double MEGA = 1e6;

    private BandwidthLight() {}

    /** Empty where there is one setup only. */
    static Optional<Light> of(Findings findings, RunEvidence evidence) {
        List<String> setups = findings.cells().stream()
                .map(cell -> cell.subject().setup())
                .distinct()
                .toList();
        if (setups.size() < 2) {
            return Optional.empty();
        }
        List<SetupBandwidth> measured = BandwidthPicture.compared(findings, evidence);
        List<String> without = setups.stream()
                .filter(setup -> measured.stream().noneMatch(one -> one.setup().equals(setup) && isWhole(one)))
                .toList();
        if (!without.isEmpty()) {
            return Optional.of(amber(
                    "not measured" + (without.size() == setups.size() ? "" : " of " + FewNames.of(without, MOST_SETUPS))
                            + ": nothing shows that the setups have equal bandwidth, as the papers presume"));
        }
        if (measured.stream().map(one -> one.named(ABOUT)).distinct().count() == 1) {
            return Optional.of(
                    amber(
                            "one measurement" + when(measured.get(0))
                                    + " stands for all of them, as they are of one setup: it cannot show whether their bandwidth was equal"));
        }
        List<String> different = new ArrayList<>();
        for (String role : List.of(RoleFigures.HDFS, RoleFigures.SHUFFLE)) {
            for (String operation : List.of("read", "write")) {
                if (!alike(measured, role, operation)) {
                    different.add(figures(measured, role, operation));
                }
            }
        }
        return Optional.of(
                different.isEmpty()
                        ? new Light(ABOUT, Light.Colour.GREEN, "measured bandwidth of the setups is equal within 10 %")
                        : amber("this is no comparison of equal bandwidth: " + String.join("; ", different)));
    }

    private static String when(SetupBandwidth measured) {
        return measured.measured() == null ? "" : " (" + measured.measured() + ")";
    }

    private static Light amber(String says) {
        return new Light(ABOUT, Light.Colour.AMBER, says);
    }

    private static boolean isWhole(SetupBandwidth setup) {
        return List.of(RoleFigures.HDFS, RoleFigures.SHUFFLE).stream()
                .allMatch(role -> setup.alone(role, "read").isPresent()
                        && setup.alone(role, "write").isPresent());
    }

    private static boolean alike(List<SetupBandwidth> setups, String role, String operation) {
        var all = setups.stream()
                .mapToDouble(setup -> setup.alone(role, operation).orElseThrow())
                .summaryStatistics();
        return all.getMax() <= all.getMin() * (1 + ALIKE);
    }

    /** Such as {@code HDFS read 720 MB/s on hdd-6, 1300 MB/s on ssd}. */
    private static String figures(List<SetupBandwidth> setups, String role, String operation) {
        return (role.equals(RoleFigures.HDFS) ? "HDFS" : role) + " " + operation + " "
                + FewNames.of(
                        setups.stream()
                                .map(setup -> String.format(
                                        Locale.ROOT,
                                        "%.0f MB/s on %s",
                                        setup.alone(role, operation).orElseThrow() / MEGA,
                                        setup.setup()))
                                .toList(),
                        MOST_SETUPS);
    }
}
