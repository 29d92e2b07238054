package org.spindlebench.analysis.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.MeasuredRun;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.CellPair;
import org.spindlebench.analysis.stats.ObservedPair;
import org.spindlebench.analysis.stats.Outliers;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.Visits;

/** Compares two cells that may be compared. */
final class Comparing {
    private record Block(String campaign, int number) {}

    private final Pairing.Pair pair;
    private final double confidence;

    private Comparing(Pairing.Pair pair, double confidence) {
        this.pair = pair;
        this.confidence = confidence;
    }

    static Comparison of(Pairing.Pair pair, double confidence) {
        return new Comparing(pair, confidence).compare();
    }

    private Comparison compare() {
        CellPair runs = runs(pair);
        ObservedPair observed = observed(pair);
        boolean visited = observed.visits();
        CellPair units = observed.values();
        SpeedUp speedUp = observed.speedUp(confidence);
        Tests tests = Tests.of(units, confidence);
        Outliers outOfBaseline = Outliers.of(runs.baseline());
        Outliers outOfContender = Outliers.of(runs.contender());
        Comparison bare = new Comparison(
                pair.settings(),
                pair.across(),
                pair.baseline(),
                pair.contender(),
                units,
                visited ? Comparison.Unit.VISIT : Comparison.Unit.RUN,
                speedUp,
                tests,
                visited ? null : without(runs, outOfBaseline, outOfContender),
                paired(),
                List.of());
        int flagged = outOfBaseline.flagged().size();
        int flaggedOfContender = outOfContender.flagged().size();
        return bare.withWarnings(ComparisonDoubts.of(bare, flagged, flaggedOfContender, confidence));
    }

    /** What the statistics of two cells are made of: visits where both sides have them, else runs. */
    static ObservedPair observed(Pairing.Pair pair) {
        List<Cell> baselineVisits = pair.baseline().visits();
        List<Cell> contenderVisits = pair.contender().visits();
        return baselineVisits.isEmpty() || contenderVisits.isEmpty()
                ? new ObservedPair(runs(pair), false)
                : new ObservedPair(Visits.units(baselineVisits, contenderVisits), true);
    }

    private static CellPair runs(Pairing.Pair pair) {
        return new CellPair(pair.baseline().elapsed(), pair.contender().elapsed());
    }

    /** Null where no run of either side stands out. */
    private SpeedUp without(CellPair runs, Outliers baseline, Outliers contender) {
        return baseline.flagged().isEmpty() && contender.flagged().isEmpty()
                ? null
                : SpeedUp.of(
                        new CellPair(
                                baseline.without().orElse(runs.baseline()),
                                contender.without().orElse(runs.contender())),
                        confidence);
    }

    /** Means by block, for blocks that both setups were run in. */
    private Paired paired() {
        Map<Block, Double> baseline = byBlock(pair.baseline());
        Map<Block, Double> contender = byBlock(pair.contender());
        List<Block> common =
                baseline.keySet().stream().filter(contender::containsKey).toList();
        if (common.size() < 2) {
            return null;
        }
        return Paired.of(
                new CellPair(
                        Cell.of(common.stream().map(baseline::get).toList()),
                        Cell.of(common.stream().map(contender::get).toList())),
                confidence);
    }

    private static Map<Block, Double> byBlock(CellSummary cell) {
        return cell.runs().stream()
                .filter(run -> run.block() != null)
                .collect(Collectors.groupingBy(
                        run -> new Block(run.campaign(), run.block()),
                        LinkedHashMap::new,
                        Collectors.averagingDouble(MeasuredRun::seconds)));
    }
}
