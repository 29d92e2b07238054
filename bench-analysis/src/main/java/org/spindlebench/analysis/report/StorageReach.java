package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.cell.LimitMedians;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.proof.Proofs.MemoryRatio;

/**
 * How far durations are about storage: which data fit in the nodes' memory, and which caches were warm. Every headline
 * says how far.
 *
 * @param measured the measured cells of durations
 * @param fitting the cells with a run whose data is smaller than the memory of its nodes ({@code fits-in-memory})
 * @param warm the cells that read an input, or may have read one, with a run that was not cooled
 * @param larger whether all data is known to be larger than memory, and all caches were made cold
 * @param judged the cells whose records say whether storage set the pace
 * @param paced the cells for which storage set the pace for most of the time
 */
record StorageReach(int measured, int fitting, int warm, boolean larger, int judged, int paced) {
    private static final String IN_MEMORY = "fits-in-memory";

    static StorageReach of(Findings findings) {
        List<CellSummary> cells = findings.cells().stream()
                .filter(cell -> cell.isMeasured() && cell.quantity() == Quantity.DURATION)
                .toList();
        List<LimitMedians> limits = cells.stream()
                .map(CellSummary::devices)
                .filter(Objects::nonNull)
                .map(devices -> devices.limits())
                .filter(known -> known != null && known.storage() != null)
                .toList();
        return new StorageReach(
                cells.size(),
                (int) cells.stream().filter(StorageReach::fits).count(),
                (int) cells.stream().filter(StorageReach::isWarm).count(),
                cells.stream().allMatch(StorageReach::isLargerAndCold),
                limits.size(),
                (int) limits.stream().filter(LimitMedians::isStorage).count());
    }

    private static boolean fits(CellSummary cell) {
        return cell.warnings().stream().anyMatch(one -> one.warning().code().equals(IN_MEMORY));
    }

    private static boolean isLargerAndCold(CellSummary cell) {
        DeviceMeans devices = cell.devices();
        return cell.cache() == CacheState.COLD
                && devices != null
                && devices.runs() == cell.runs().size()
                && devices.leastOfMemory() != null
                && devices.leastOfMemory() >= MemoryRatio.LEAST;
    }

    /** A job without an input reads nothing from the page cache. */
    private static boolean isWarm(CellSummary cell) {
        boolean warm = cell.cache() == CacheState.WARM || cell.cache() == CacheState.MIXED;
        Double input = cell.sizes().input();
        return warm && (input == null || input > 0);
    }

    /** Returns the verdict in a sentence, followed by what it is about: memory or storage. */
    static String headline(Findings findings, Answers answers) {
        return VerdictText.of(findings, answers) + after(findings, answers);
    }

    /** Returns the sentence that follows a headline; empty if nothing needs to be said. */
    static String after(Findings findings, Answers answers) {
        String says = of(findings).says(answers);
        return says.isEmpty() ? "" : " " + says;
    }

    String says(Answers answers) {
        return doubt().or(() -> good(answers)).orElse("");
    }

    private Optional<String> doubt() {
        if (fitting == 0 && warm == 0) {
            return Optional.empty();
        }
        String fits = fitting == 0 ? "" : "the data of " + some(fitting) + " fits in the nodes' memory";
        String warmed = warm == 0
                ? ""
                : warm == measured || fitting == measured ? "caches were warm" : "caches were warm for " + some(warm);
        String both = fits + (fits.isEmpty() || warmed.isEmpty() ? "" : ", and ") + warmed;
        if (2 * paced >= measured) {
            return Optional.of("Storage set the pace of " + some(paced) + ", although " + both + ".");
        }
        if (fitting == measured && (warm > 0 || judged == measured)) {
            return Optional.of("This measures memory more than storage: " + both + pace() + ".");
        }
        String so = fitting > 0 ? ", so it may never reach storage" : ", so what jobs read may come from memory";
        return Optional.of(Character.toUpperCase(both.charAt(0)) + both.substring(1) + so + pace() + ".");
    }

    private String pace() {
        return judged == measured ? "; storage set the pace of " + (paced == 0 ? "none" : some(paced)) : "";
    }

    /** Nothing is compared that would show it, so the headline itself says that it is about storage. */
    private Optional<String> good(Answers answers) {
        return measured > 0 && larger && answers.rows().isEmpty()
                ? Optional.of("Caches were cold, and the data is larger than the nodes' memory" + pace() + ".")
                : Optional.empty();
    }

    private String some(int count) {
        if (count < measured) {
            return count + " of " + measured + " measurements";
        }
        return measured == 1
                ? "the measurement"
                : measured == 2 ? "both measurements" : "all " + measured + " measurements";
    }
}
