package org.spindlebench.analysis.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.About;
import org.spindlebench.analysis.claim.Claim.Estimate;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Outliers;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/** Compares two cells. */
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

    /** @param cells the number of cells in the report; the more cells, the likelier a run stands out by chance */
    static Comparison of(Pairing.Pair pair, ComparisonOptions options, int cells) {
        return new Comparing(pair, options).compare((1 - options.confidence()) / cells);
    }

    private Comparison compare(double chance) {
        VisitedPair samples = pair.samples();
        SamplePair runs =
                new SamplePair(pair.baseline().elapsed(), pair.contender().elapsed());
        Outliers outOfBaseline = Outliers.of(runs.baseline());
        Outliers outOfContender = Outliers.of(runs.contender());
        SpeedUp speedUp = samples.speedUp(confidence, between);
        Tests tests = Tests.of(samples, between, confidence);
        Subject baseline = pair.baseline().subject();
        Claim claim = Claim.ofRatio(
                new About(
                        "job",
                        baseline.job(),
                        baseline.setup(),
                        pair.contender().subject().setup(),
                        pair.settings(),
                        "duration"),
                Estimate.of(speedUp.ratio(), speedUp.interval(), speedUp.basis(), confidence),
                tests.welch() == null ? null : (Double) tests.welch().p(),
                List.of());
        Comparison bare = new Comparison(
                pair.settings(),
                pair.across(),
                pair.baseline(),
                pair.contender(),
                samples,
                between,
                speedUp,
                tests,
                samples.isVisited() ? null : without(runs, outOfBaseline, outOfContender),
                paired(pair.baseline(), pair.contender(), confidence),
                claim);
        boolean standOut = Math.min(outOfBaseline.chance(), outOfContender.chance()) < chance;
        int flagged = standOut ? outOfBaseline.flagged().size() : 0;
        int flaggedOfContender = standOut ? outOfContender.flagged().size() : 0;
        return bare.with(claim.noted(ComparisonWarnings.of(bare, flagged, flaggedOfContender, confidence)));
    }

    /** Returns the speed-up without outliers; null if no run of either side stands out. */
    private SpeedUp without(SamplePair runs, Outliers baseline, Outliers contender) {
        return baseline.flagged().isEmpty() && contender.flagged().isEmpty()
                ? null
                : SpeedUp.of(
                        new SamplePair(
                                baseline.without().orElse(runs.baseline()),
                                contender.without().orElse(runs.contender())),
                        confidence);
    }

    /** Compares two cells' means within each block in which both were run; null if there are fewer than two. */
    static Paired paired(CellSummary base, CellSummary other, double confidence) {
        Map<Block, Double> baseline = byBlock(base);
        Map<Block, Double> contender = byBlock(other);
        List<Block> common =
                baseline.keySet().stream().filter(contender::containsKey).toList();
        if (common.size() < 2) {
            return null;
        }
        return Paired.of(
                new SamplePair(
                        Sample.of(common.stream().map(baseline::get).toList()),
                        Sample.of(common.stream().map(contender::get).toList())),
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
