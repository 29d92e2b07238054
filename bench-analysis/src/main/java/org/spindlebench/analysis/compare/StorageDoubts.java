package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.StorageConditions;
import org.spindlebench.analysis.record.Warning;

/** What of the compared setups' disks differs besides what the setups are named after. */
final class StorageDoubts {
    /** By which flash may be fuller on one side, as a share of its file systems. */
    static final double FILL = 0.20;

    private static final double PERCENT = 100;

    private StorageDoubts() {}

    static List<Warning> of(StorageConditions baseline, StorageConditions contender) {
        List<Warning> doubts = new ArrayList<>();
        String queues = differing(baseline.queues(), contender.queues());
        if (!queues.isEmpty()) {
            doubts.add(new Warning(
                    "queue-settings-differ",
                    "disks of one kind in the same role are set differently: " + queues
                            + ". Set /sys/block/*/queue alike, or the setting is compared, too"));
        }
        String firmware = differing(baseline.firmware(), contender.firmware());
        if (!firmware.isEmpty()) {
            doubts.add(new Warning("firmware-differs", "disks of one model have other firmware: " + firmware));
        }
        String fill = baseline.fill().keySet().stream()
                .filter(role -> contender.fill().containsKey(role))
                .filter(role ->
                        Math.abs(baseline.fill().get(role) - contender.fill().get(role)) > FILL)
                .map(role -> String.format(
                        Locale.ROOT,
                        "%s (%.0f %%; %.0f %%)",
                        role,
                        PERCENT * baseline.fill().get(role),
                        PERCENT * contender.fill().get(role)))
                .collect(Collectors.joining(", "));
        if (!fill.isEmpty()) {
            doubts.add(new Warning(
                    "fill-differs",
                    "disks without platters were not equally full at the start: " + fill
                            + ". Flash writes more slowly the fuller it is; fill them alike, or empty and trim them"));
        }
        return doubts;
    }

    /** Names that both know with other values, and these; empty where there are none. */
    private static String differing(Map<String, SortedSet<String>> baseline, Map<String, SortedSet<String>> contender) {
        List<String> names = baseline.keySet().stream()
                .filter(contender::containsKey)
                .filter(name -> !baseline.get(name).equals(contender.get(name)))
                .toList();
        return ComparisonDoubts.named(
                names, name -> String.join(", ", baseline.get(name)) + "; " + String.join(", ", contender.get(name)));
    }
}
