package org.spindlebench.analysis.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.MeasuredRun;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.CellPair;
import org.spindlebench.analysis.stats.Outliers;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

/** Compares two cells that may be compared. */
final class Comparing {
    private record Block(String campaign, int number) {}

    private final Pairing.Pair pair;
    private final double confidence;
    private final Between between;

    private Comparing(Pairing.Pair pair, ComparisonOptions options) {
        this.pair = pair;
        this.confidence = options.confidence();
        this.between = pair.samples().needsBetween() ? options.between().of(List.of(pair.baseline())) : null;
    }

    /** @param cells the number of cells in the report: the more there are, the likelier a run stands out by chance in one */
    static Comparison of(Pairing.Pair pair, ComparisonOptions options, int cells) {
        return new Comparing(pair, options).compare((1 - options.confidence()) / cells);
    }

    private Comparison compare(double chance) {
        SamplePair samples = pair.samples();
        CellPair runs = new CellPair(pair.baseline().elapsed(), pair.contender().elapsed());
        Outliers outOfBaseline = Outliers.of(runs.baseline());
        Outliers outOfContender = Outliers.of(runs.contender());
        Comparison bare = new Comparison(
                pair.settings(),
                pair.across(),
                pair.baseline(),
                pair.contender(),
                samples,
                between,
                samples.speedUp(confidence, between),
                Tests.of(samples, between, confidence),
                samples.isVisited() ? null : without(runs, outOfBaseline, outOfContender),
                paired(),
                List.of());
        boolean standOut = Math.min(outOfBaseline.chance(), outOfContender.chance()) < chance;
        int flagged = standOut ? outOfBaseline.flagged().size() : 0;
        int flaggedOfContender = standOut ? outOfContender.flagged().size() : 0;
        return bare.withWarnings(ComparisonDoubts.of(bare, flagged, flaggedOfContender, confidence));
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
