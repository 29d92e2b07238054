package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.CellWarning;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostOptions.Terms;
import org.spindlebench.analysis.cost.EqualCost;
import org.spindlebench.analysis.cost.QuadrantPoint;
import org.spindlebench.analysis.cost.QuadrantPoint.Quadrant;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.report.CellDocument.TasksDocument;
import org.spindlebench.analysis.report.ComparisonDocument.MixDocument;
import org.spindlebench.analysis.report.ComparisonDocument.SuiteDocument;
import org.spindlebench.analysis.report.SweepDocument.DriftDocument;
import org.spindlebench.analysis.report.SweepDocument.InteractionDocument;
import org.spindlebench.analysis.report.SweepDocument.MarginalDocument;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.VarianceComponents;

/**
 * {@code report.json}. Its shape is what other programs rely on, so it stands apart from the findings' own types. Absent is what does
 * not exist.
 *
 * @param schema version of this document
 * @param confidence of all intervals
 * @param baseline the setup that others are compared with
 * @param interactions null unless they were asked for
 * @param hypotheses null where an experiment has none
 * @param figure what the normalised durations are to be held against; null where nothing is named
 */
@JsonNaming(SnakeCaseStrategy.class)
record ReportDocument(
        int schema,
        double confidence,
        String baseline,
        List<Campaign> campaigns,
        List<CellDocument> cells,
        List<ComparisonDocument> comparisons,
        List<SuiteDocument> suite,
        List<MixDocument> mix,
        List<SweepDocument> sweeps,
        List<InteractionDocument> interactions,
        List<MarginalDocument> marginals,
        List<DriftDocument> drift,
        VariationDocument variation,
        List<TasksDocument> tasks,
        PricesDocument prices,
        List<CostDocument> cost,
        List<QuadrantDocument> quadrants,
        List<EqualCostDocument> equalCost,
        List<JudgementDocument> hypotheses,
        String figure,
        List<WarningDocument> warnings) {
    static final int SCHEMA = 1;

    /**
     * A doubt.
     *
     * @param cells the ids of the cells it is about; empty where it is about all of them
     */
    record WarningDocument(String code, String message, List<String> cells) {}

    /** How much single runs vary between visits and within, as coefficients of variation. */
    @JsonNaming(SnakeCaseStrategy.class)
    record VariationDocument(double betweenVisits, double withinVisits, double shareBetween, int visitDf, int runDf) {
        static VariationDocument of(VarianceComponents parts) {
            return new VariationDocument(
                    Math.sqrt(parts.between()),
                    Math.sqrt(parts.within()),
                    parts.shareBetween(),
                    parts.visitDf(),
                    parts.runDf());
        }
    }

    static ReportDocument of(Findings findings) {
        Ids ids = new Ids();
        List<CellDocument> cells = findings.cells().stream()
                .map(cell -> CellDocument.of(ids.of(cell.subject()), cell))
                .toList();
        Study study = findings.options().study();
        return new ReportDocument(
                SCHEMA,
                findings.options().confidence(),
                findings.baseline(),
                findings.campaigns(),
                cells,
                findings.comparisons().map(ComparisonDocument::of).toList(),
                findings.suites().stream().map(SuiteDocument::of).toList(),
                findings.mixes().stream().map(MixDocument::of).toList(),
                findings.sweeps().stream().map(SweepDocument::of).toList(),
                interactions(findings),
                findings.marginals().stream().map(MarginalDocument::of).toList(),
                findings.drifts().stream().map(DriftDocument::of).toList(),
                findings.variation().map(VariationDocument::of).orElse(null),
                tasks(findings, ids),
                findings.cost() == null ? null : PricesDocument.of(findings.cost()),
                ofCost(findings, cost -> cost.figures().stream().map(CostDocument::of)),
                ofCost(findings, cost -> cost.quadrants().stream().map(QuadrantDocument::of)),
                ofCost(findings, cost -> cost.equalCosts().stream().map(EqualCostDocument::of)),
                hypotheses(findings),
                study.figure().isEmpty() ? null : study.figure(),
                warnings(findings, ids));
    }

    private static List<InteractionDocument> interactions(Findings findings) {
        return findings.options().interactions().isEmpty()
                ? null
                : findings.interactions().stream().map(InteractionDocument::of).toList();
    }

    private static List<JudgementDocument> hypotheses(Findings findings) {
        return findings.judgements().isEmpty()
                ? null
                : findings.judgements().stream().map(JudgementDocument::of).toList();
    }

    private static List<TasksDocument> tasks(Findings findings, Ids ids) {
        return findings.cells().stream()
                .filter(cell -> cell.tasks() != null)
                .map(cell -> TasksDocument.of(ids.of(cell.subject()), cell))
                .toList();
    }

    private static <T> List<T> ofCost(Findings findings, Function<CostFindings, Stream<T>> list) {
        return findings.cost() == null ? List.of() : list.apply(findings.cost()).toList();
    }

    /** Each doubt once, with all cells that it is about. */
    private static List<WarningDocument> warnings(Findings findings, Ids ids) {
        Map<Warning, Set<String>> cells = new LinkedHashMap<>();
        for (CellWarning doubt : findings.doubts()) {
            Set<String> about = cells.computeIfAbsent(doubt.warning(), warning -> new LinkedHashSet<>());
            doubt.cells().forEach(subject -> about.add(ids.of(subject)));
        }
        findings.comparisons().forEach(comparison -> comparison.warnings().forEach(warning -> {
            Set<String> about = cells.computeIfAbsent(warning, key -> new LinkedHashSet<>());
            about.add(ids.of(comparison.baseline().subject()));
            about.add(ids.of(comparison.contender().subject()));
        }));
        if (findings.cost() != null) {
            findings.cost().warnings().forEach(warning -> cells.computeIfAbsent(warning, key -> new LinkedHashSet<>()));
        }
        List<WarningDocument> documents = new ArrayList<>();
        cells.forEach((warning, about) ->
                documents.add(new WarningDocument(warning.code(), warning.message(), List.copyOf(about))));
        return documents;
    }

    /** A short name for each cell: its job and setup, and a number where several cells have the same. */
    private static final class Ids {
        private final Map<Subject, String> names = new LinkedHashMap<>();
        private final Map<String, Integer> counts = new LinkedHashMap<>();

        String of(Subject subject) {
            return names.computeIfAbsent(subject, this::next);
        }

        private String next(Subject subject) {
            String name = subject.job() + "@" + subject.setup();
            int count = counts.merge(name, 1, Integer::sum);
            return count == 1 ? name : name + "#" + count;
        }
    }

    /** The warnings of a comparison, as it carries them itself. */
    record ComparisonWarning(String code, String message) {
        static List<ComparisonWarning> of(Comparison comparison) {
            return comparison.warnings().stream()
                    .map(warning -> new ComparisonWarning(warning.code(), warning.message()))
                    .toList();
        }
    }

    /** The two bounds of an interval that may not exist, as documents have them. */
    static final class Bounds {
        private Bounds() {}

        static Double low(Interval interval) {
            return interval == null ? null : (Double) interval.low();
        }

        static Double high(Interval interval) {
            return interval == null ? null : (Double) interval.high();
        }
    }

    /**
     * A cost in {@code report.json}.
     *
     * @param job absent for a figure that is not of one job
     * @param measure a stable word, see {@code docs/cost.md}
     * @param unit of value, low and high
     * @param averaging the mean that the figure follows from
     * @param rank from 1, among the setups; absent where no value is better than another
     * @param tiedWith setups that it is not told from; absent where they are more than {@value #MOST_TIES}, so that nobody takes some for all
     * @param ties how many they are where they are not named
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record CostDocument(
            String setup,
            String job,
            Map<String, String> settings,
            String measure,
            double value,
            Double low,
            Double high,
            String unit,
            String averaging,
            Integer rank,
            List<String> tiedWith,
            Integer ties) {
        /** Of thousands of setups that are tied each with each, names alone would be gigabytes. */
        static final int MOST_TIES = 500;

        static CostDocument of(CostFigure figure) {
            boolean named = figure.tiedWith().size() <= MOST_TIES;
            return new CostDocument(
                    figure.setup(),
                    figure.job(),
                    figure.settings(),
                    figure.measure().code(),
                    figure.value(),
                    Bounds.low(figure.interval()),
                    Bounds.high(figure.interval()),
                    figure.unit(),
                    figure.averaging().code(),
                    figure.rank(),
                    named ? figure.tiedWith() : null,
                    named ? null : figure.tiedWith().size());
        }
    }

    /**
     * What an equal price would buy, in {@code report.json}.
     *
     * @param setup of which more is bought
     * @param forPriceOf the setup whose price is spent
     * @param count how many, in the unit
     * @param measured how many it was measured with
     * @param bindingLimit what ends the range of what was measured; absent where exactly this count was measured
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record EqualCostDocument(
            String setup,
            String forPriceOf,
            String unit,
            long count,
            long measured,
            String bindingLimit,
            Long bindingLimitMeasured,
            String measuredAs) {
        static EqualCostDocument of(EqualCost equal) {
            EqualCost.BindingLimit limit = equal.limit();
            return new EqualCostDocument(
                    equal.baseline(),
                    equal.forPriceOf(),
                    equal.unit().code(),
                    equal.count(),
                    equal.measured(),
                    limit == null ? null : limit.kind().code(),
                    limit == null ? null : (Long) limit.measured(),
                    equal.measuredAs());
        }
    }

    /**
     * The price list and the assumptions that costs in {@code report.json} rest on.
     *
     * @param utilisation share of the time that the cluster works; absent where it is not stated
     * @param supportPerYear share of the price
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record PricesDocument(
            String name,
            String currency,
            String date,
            String source,
            double years,
            Double utilisation,
            double discount,
            double supportPerYear) {
        static PricesDocument of(CostFindings cost) {
            Terms terms = cost.terms();
            return new PricesDocument(
                    cost.about().name(),
                    cost.about().currency(),
                    cost.about().date(),
                    cost.about().source(),
                    terms.years(),
                    terms.utilisation(),
                    terms.discount(),
                    terms.supportPerYear());
        }
    }

    /**
     * A setup's place among all setups of one job, in {@code report.json}: from 0, the best, to 1, the worst.
     *
     * @param boundary the greatest place that is fast, or economical
     */
    record QuadrantDocument(
            String setup,
            String job,
            Map<String, String> settings,
            double time,
            double cost,
            String quadrant,
            double boundary) {
        static QuadrantDocument of(QuadrantPoint point) {
            return new QuadrantDocument(
                    point.setup(),
                    point.job(),
                    point.settings(),
                    point.time(),
                    point.cost(),
                    point.quadrant().code(),
                    Quadrant.BOUNDARY);
        }
    }
}
