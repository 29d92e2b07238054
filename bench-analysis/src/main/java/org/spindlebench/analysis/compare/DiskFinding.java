package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DiskKind;
import org.spindlebench.analysis.cell.DiskKind.KnownDisk;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.RankSum;
import org.spindlebench.analysis.stats.Sample;

/**
 * Which disks of one kind are slower than the others. A disk is slow if all of this holds of its bytes a busy second,
 * as shares of the kind's median in the same run:
 *
 * <ul>
 *   <li>p of their {@linkplain RankSum ranks}, after Holm's correction over all judged disks, is below 1 − confidence;
 *   <li>their median is at least 10 % below 1;
 *   <li>more than three quarters of them in each half of the time are at least 10 % below 1, too.
 * </ul>
 *
 * <p>Visits are the observations, each with the median of its runs; in campaigns without visits, runs are the
 * observations. {@code docs/evidence/simulation.md} has the rates of wrong and missed names.
 *
 * @param judged how many of the disks count in enough runs
 * @param runs the most runs in which one of the disks counts
 * @param cv how much a disk's share varies from one run to the next: 1.0484 times the median of all |ln share − ln next
 *     share|, which is the standard deviation of normal values; null without two runs
 * @param reason why nothing is judged; null if disks are judged
 * @param slow the slow disks, the slowest first
 */
public record DiskFinding(
        String setup, String kind, int disks, int judged, int runs, Double cv, String reason, List<SlowDisk> slow) {
    /** The greatest median share of a slow disk, as a logarithm. */
    private static final double SLOW = Math.log(0.9);

    private static final double OFTEN = 0.75;
    private static final double MOST_CV = 0.03;
    private static final int LEAST_RUNS = 6;
    private static final int LEAST_UNITS = 4;

    /** The standard deviation of normal values / the median distance between two of them: 1 / (√2 · 0.6745). */
    private static final double OF_DISTANCE = 1.0484;

    private static final int MOST_NAMED = 4;

    public DiskFinding {
        slow = List.copyOf(slow);
    }

    /**
     * A slow disk.
     *
     * @param place where its file systems are mounted
     * @param share the median of its bytes a busy second / the kind's median
     * @param p p after Holm's adjustment
     */
    public record SlowDisk(String node, String device, String place, double share, double p) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s of %s%s (%.0f %% below)",
                    device,
                    node,
                    place.isEmpty() ? "" : " at " + place,
                    100 * (1 - share));
        }
    }

    /** Returns the conclusion, such as {@code none of 11 disks is slow}. */
    public String says() {
        if (reason != null) {
            return "cannot judge whether a disk is slow, because " + reason;
        }
        return (slow.isEmpty() ? "none" : Integer.toString(slow.size())) + " of " + judged
                + (slow.size() < 2 ? " disks is slow" : " disks are slow")
                + (judged < disks ? "; " + (disks - judged) + " more cannot be judged" : "");
    }

    /** Judges all kinds together. */
    static List<DiskFinding> of(List<DiskKind> kinds, double confidence) {
        List<KindJudge> judges = kinds.stream().map(KindJudge::of).toList();
        List<Double> adjusted = Holm.adjust(judges.stream()
                .flatMap(judge -> judge.disks.stream())
                .map(JudgedDisk::p)
                .toList());
        List<DiskFinding> found = new ArrayList<>();
        int first = 0;
        for (KindJudge judge : judges) {
            List<Double> own = adjusted.subList(first, first += judge.disks.size());
            found.add(judge.finding(own, 1 - confidence));
        }
        return found;
    }

    /** Returns the names of the slow disks, and what to do about them. */
    public String advice() {
        return FewNames.of(slow.stream().map(SlowDisk::toString).toList(), MOST_NAMED)
                + ", by bytes a busy second, against the median of " + disks + " (" + kind + "). Jobs wait for "
                + (slow.size() == 1
                        ? "it, so replace it or leave it out, and measure again"
                        : "them, so replace them or leave them out, and measure again");
    }

    /** Returns a warning for each kind with slow disks, about all cells of its setup. */
    static List<CellWarning> warnings(List<DiskFinding> findings, Collection<CellSummary> cells) {
        return findings.stream()
                .filter(one -> !one.slow.isEmpty())
                .map(one -> CellWarning.of(
                        "slow-disk",
                        one.setup + (one.slow.size() == 1 ? " has a slow disk: " : " has slow disks: ") + one.advice(),
                        cells.stream()
                                .map(CellSummary::subject)
                                .filter(subject -> subject.setup().equals(one.setup))
                                .toList()))
                .toList();
    }

    /** A disk before p is adjusted: its deviations in all observations, in chronological order. */
    private record JudgedDisk(KnownDisk disk, Sample deviations, double p) {
        boolean isLow() {
            int half = deviations.n() / 2;
            return deviations.median() <= SLOW
                    && isLow(deviations.values().subList(0, half))
                    && isLow(deviations.values().subList(half, deviations.n()));
        }

        private static boolean isLow(List<Double> half) {
            return half.stream().filter(deviation -> deviation <= SLOW).count() > OFTEN * half.size();
        }

        SlowDisk slow(double adjusted) {
            return new SlowDisk(disk.node(), disk.device(), disk.place(), Math.exp(deviations.median()), adjusted);
        }
    }

    /** The disks of one kind before p is adjusted. */
    private record KindJudge(DiskKind kind, Double cv, List<JudgedDisk> disks) {
        static KindJudge of(DiskKind kind) {
            double[] distances = kind.disks().stream()
                    .map(KnownDisk::speeds)
                    .flatMapToDouble(own -> IntStream.range(1, own.size())
                            .mapToDouble(i -> Math.abs(
                                    own.get(i).logRatio() - own.get(i - 1).logRatio())))
                    .toArray();
            Double cv = distances.length == 0
                    ? null
                    : (Double) (OF_DISTANCE * Sample.of(distances).median());
            return new KindJudge(kind, cv, cv == null || cv > MOST_CV ? List.of() : judged(kind.disks()));
        }

        private static List<JudgedDisk> judged(List<KnownDisk> disks) {
            List<Map<String, Double>> deviations =
                    disks.stream().map(KindJudge::deviations).toList();
            Map<String, double[]> ofUnits = deviations.stream()
                    .flatMap(own -> own.entrySet().stream())
                    .collect(Collectors.groupingBy(
                            Map.Entry::getKey, Collectors.collectingAndThen(Collectors.toList(), all -> all.stream()
                                    .mapToDouble(Map.Entry::getValue)
                                    .sorted()
                                    .toArray())));
            RankSum ranks = new RankSum(disks.size());
            List<JudgedDisk> judged = new ArrayList<>();
            for (int disk = 0; disk < disks.size(); disk++) {
                Map<String, Double> own = deviations.get(disk);
                if (own.size() >= LEAST_UNITS && disks.get(disk).speeds().size() >= LEAST_RUNS) {
                    int sum = own.entrySet().stream()
                            .mapToInt(one -> ranks.place(ofUnits.get(one.getKey()), one.getValue()))
                            .sum();
                    judged.add(new JudgedDisk(disks.get(disk), Sample.of(own.values()), ranks.p(sum, own.size())));
                }
            }
            return judged;
        }

        /** Returns the disk's median deviation in each unit, in chronological order. */
        private static Map<String, Double> deviations(KnownDisk disk) {
            Map<String, List<Double>> units = new LinkedHashMap<>();
            disk.speeds().forEach(speed -> units.computeIfAbsent(speed.unit(), none -> new ArrayList<>())
                    .add(speed.logRatio()));
            Map<String, Double> medians = new LinkedHashMap<>();
            units.forEach((unit, all) -> medians.put(unit, Sample.of(all).median()));
            return medians;
        }

        DiskFinding finding(List<Double> p, double alpha) {
            List<SlowDisk> slow = IntStream.range(0, disks.size())
                    .filter(i -> p.get(i) < alpha && disks.get(i).isLow())
                    .mapToObj(i -> disks.get(i).slow(p.get(i)))
                    .sorted(Comparator.comparingDouble(SlowDisk::share))
                    .toList();
            int runs = kind.disks().stream()
                    .mapToInt(disk -> disk.speeds().size())
                    .max()
                    .orElse(0);
            return new DiskFinding(
                    kind.setup(),
                    kind.kind(),
                    kind.disks().size(),
                    disks.size(),
                    runs,
                    cv,
                    disks.isEmpty() ? reason(runs) : null,
                    slow);
        }

        private String reason(int runs) {
            if (!kind.platters()) {
                return "busy time shows the speed only of disks with platters";
            }
            return cv != null && cv > MOST_CV
                    ? String.format(
                            Locale.ROOT,
                            "bytes a busy second differ by %.1f %% from run to run, and may by at most %.0f %%",
                            100 * cv,
                            100 * MOST_CV)
                    : "the disks were busy enough in " + runs + (runs == 1 ? " run" : " runs") + ", and " + LEAST_RUNS
                            + " runs in " + LEAST_UNITS
                            + " visits are needed. Disks that a control group limits are hardly busy";
        }
    }
}
