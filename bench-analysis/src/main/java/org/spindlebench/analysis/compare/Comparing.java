package org.spindlebench.analysis.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.CampaignDeviation;
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
    private final double margin;
    private final CampaignDeviation between;

    private Comparing(Pairing.Pair pair, ComparisonOptions options, CampaignDeviation between) {
        this.pair = pair;
        this.confidence = options.confidence();
        this.margin = options.margin();
        this.between = between;
    }

    /**
     * Compares the durations of a job, or other values, with warnings.
     *
     * @param cells the number of cells in the report; the more cells, the likelier a run stands out by chance
     */
    static Comparison of(Pairing.Pair pair, ComparisonOptions options, int cells) {
        Subject baseline = pair.baseline().subject();
        ClaimSubject about = new ClaimSubject(
                "job",
                baseline.job(),
                baseline.setup(),
                pair.contender().subject().setup(),
                pair.settings(),
                pair.baseline().quantity().word());
        Comparing comparing = new Comparing(
                pair, options, pair.samples().needsBetween() ? options.between().of(List.of(pair.baseline())) : null);
        VisitedPair samples = pair.samples();
        Outliers baselines = Outliers.of(pair.baseline().elapsed());
        Outliers contenders = Outliers.of(pair.contender().elapsed());
        Comparison bare = comparing.compare(
                about,
                Significance.of(samples, comparing.between, options.confidence()),
                samples.isVisited() ? null : comparing.without(baselines, contenders));
        boolean standOut = Math.min(baselines.chance(), contenders.chance()) < (1 - options.confidence()) / cells;
        List<Warning> warnings = ComparisonWarnings.of(
                bare,
                standOut ? baselines.flagged().size() : 0,
                standOut ? contenders.flagged().size() : 0,
                options.confidence());
        return bare.with(bare.claim().noted(warnings));
    }

    private Comparison compare(ClaimSubject about, Significance tests, SpeedUp withoutOutliers) {
        VisitedPair samples = pair.samples();
        SpeedUp speedUp = samples.speedUp(confidence, between);
        Claim claim = Claim.ofRatio(
                about,
                RatioEstimate.of(speedUp.ratio(), speedUp.interval(), speedUp.basis(), confidence, margin)
                        .counting(
                                samples.observations().baseline().n(),
                                samples.observations().contender().n(),
                                Comparison.Unit.of(samples.isVisited()).word())
                        .limitedBy(pair.limited()),
                tests.welch() == null ? null : tests.welch().test(),
                List.of());
        return new Comparison(
                pair.across(),
                pair.baseline(),
                pair.contender(),
                samples,
                between,
                speedUp,
                tests,
                withoutOutliers,
                paired(),
                claim);
    }

    /** Returns the speed-up without outliers; null if no run of either side stands out. */
    private SpeedUp without(Outliers baselines, Outliers contenders) {
        return baselines.flagged().isEmpty() && contenders.flagged().isEmpty()
                ? null
                : SpeedUp.of(
                        new SamplePair(
                                baselines.without().orElse(pair.baseline().elapsed()),
                                contenders.without().orElse(pair.contender().elapsed())),
                        confidence);
    }

    /** Compares two cells' means within each block in which both were run; null with fewer than two such blocks. */
    private Paired paired() {
        Map<Block, Double> baseline = byBlock(pair.baseline());
        Map<Block, Double> contender = byBlock(pair.contender());
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
