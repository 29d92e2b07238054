package org.spindlebench.analysis.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Containers against the paper's rule (section 5): 2 per core, and about one per local directory. With fewer, disks or cores wait for
 * work; with more, they are shared by more tasks than serves them.
 *
 * @param perCore containers per core of a node; where only hardware threads are known, per thread
 * @param perDirectory containers per local directory of a node
 * @param findings one sentence for each, with its figures; what is not known is said
 */
public record ContainerRule(Double perCore, Double perDirectory, List<String> findings) {
    /** Containers per core. */
    public static final double PER_CORE = 2;

    /** Containers per local directory. */
    public static final double PER_DIRECTORY = 1;

    /** From the rule by this factor in either direction is still about the rule. */
    public static final double ABOUT = 1.5;

    public ContainerRule {
        findings = List.copyOf(findings);
    }

    /**
     * Of a node.
     *
     * @param slots containers that it runs at once; null where it is not known, as of the others
     * @param cores its cores
     * @param threads its hardware threads; taken where the cores are not known
     * @param directories its local directories for intermediate data
     */
    public static ContainerRule of(Double slots, Long cores, Long threads, Long directories) {
        boolean byCore = cores != null && cores > 0;
        Long processors = byCore ? cores : threads;
        String processor = byCore ? "core" : "hardware thread";
        List<String> findings = new ArrayList<>();
        Double perCore = per(slots, processors);
        Double perDirectory = per(slots, directories);
        findings.add(
                perCore == null
                        ? "containers per core are not known"
                        : finding(slots, processors, processor, PER_CORE, "core"));
        findings.add(
                perDirectory == null
                        ? "containers per local directory are not known"
                        : finding(slots, directories, "local directory", PER_DIRECTORY, "local directory"));
        return new ContainerRule(perCore, perDirectory, findings);
    }

    private static Double per(Double slots, Long of) {
        return slots == null || of == null || of <= 0 ? null : (Double) (slots / of);
    }

    private static String finding(double slots, long number, String of, double rule, String ruleOf) {
        double per = slots / number;
        return String.format(
                Locale.ROOT,
                "%.1f containers per node for %d %s are %.2f for each: %s the rule of %.0f per %s",
                slots,
                number,
                number == 1 ? of : plural(of),
                per,
                against(per, rule),
                rule,
                ruleOf);
    }

    private static String plural(String of) {
        return of.endsWith("y") ? of.substring(0, of.length() - 1) + "ies" : of + "s";
    }

    private static String against(double per, double rule) {
        if (per < rule / ABOUT) {
            return "fewer than";
        }
        return per > rule * ABOUT ? "more than" : "about";
    }
}
