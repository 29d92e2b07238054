package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Family;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.MatchedFinding;
import org.spindlebench.analysis.compare.MatchedFinding.Unmatched;
import org.spindlebench.analysis.compare.Significance;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;

/** Tables of all comparisons, with raw and normalised durations. */
final class ComparisonTables {
    private static final String FILE = "report-comparisons.csv";
    private final Findings findings;
    private final Footnotes footnotes;

    private ComparisonTables(Findings findings, Footnotes footnotes) {
        this.findings = findings;
        this.footnotes = footnotes;
    }

    /** Returns a table for every family, or one table for many families, and the tables of suites and workloads. */
    static List<Table> of(Findings findings, Footnotes footnotes) {
        return new ComparisonTables(findings, footnotes).tables();
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        if (!findings.matched().isEmpty()) {
            tables.add(MatchedText.table(findings));
        }
        if (!findings.suites().isEmpty()) {
            tables.add(suites());
        }
        if (!findings.mixes().isEmpty()) {
            tables.add(mixes());
        }
        List<Family> single = findings.families().stream()
                .filter(family -> !findings.isMatched(family.contender()))
                .toList();
        if (single.size() <= AnswerText.MOST_FAMILIES) {
            single.forEach(family -> tables.add(family(family)));
        } else {
            tables.add(all("All comparisons with " + findings.baseline(), single));
        }
        List<Family> many = findings.families().stream()
                .filter(family -> findings.isMatched(family.contender()))
                .toList();
        if (!many.isEmpty()) {
            tables.add(all("Single settings against " + findings.baseline(), many));
        }
        return tables;
    }

    private Table family(Family family) {
        return Table.of(
                AnswerText.heading(family),
                FILE,
                family.comparisons(),
                one -> figures(new TableRow().text("job", one.job()), one));
    }

    /** Returns one table for many families; its heading contains the settings that all of them share. */
    private Table all(String heading, List<Family> families) {
        SortedMap<String, String> shared = new TreeMap<>(families.get(0).settings());
        families.forEach(family -> shared.entrySet().retainAll(family.settings().entrySet()));
        return Table.of(
                heading + (shared.isEmpty() ? "" : " (" + Sentence.settings(shared) + ")"),
                FILE,
                families.stream()
                        .flatMap(family -> family.comparisons().stream())
                        .toList(),
                one -> figures(
                        new TableRow()
                                .text("job", one.job())
                                .text("contender", one.contenderSetup())
                                .text("settings", Sentence.settings(without(one.settings(), shared.keySet()))),
                        one));
    }

    private static SortedMap<String, String> without(SortedMap<String, String> settings, Set<String> names) {
        SortedMap<String, String> rest = new TreeMap<>(settings);
        rest.keySet().removeAll(names);
        return rest;
    }

    private TableRow figures(TableRow row, Comparison one) {
        SpeedUp speedUp = one.speedUp();
        Significance tests = one.tests();
        return row.figure("n", Sentence.runs(one))
                .figure("baseline [s]", duration(one.observations().baseline()))
                .figure("contender [s]", duration(one.observations().contender()))
                .figure("normalised", Sentence.normalised(speedUp))
                .figure("speed-up", Sentence.ratio(speedUp))
                .figure("p", Optional.ofNullable(tests.welch()).map(welch -> NumberText.p(welch.p())))
                .figure("p (Holm)", NumberText.p(tests.pHolm()))
                .figure("p (family)", NumberText.p(one.claim().corrected()))
                .figure("p (exact)", NumberText.p(tests.pExact()))
                .figure(
                        "Hodges-Lehmann",
                        Optional.ofNullable(tests.hodgesLehmann()).map(HumanText::ratio))
                .figure("paired by blocks", Sentence.ratio(one.paired()))
                .figure("detectable", Optional.ofNullable(tests.detectable()).map(HumanText::ratio))
                .figure("runs for +- 5 %", tests.runsNeeded())
                .figure("notes", footnotes.marks(one.warnings()));
    }

    private static String duration(Sample cell) {
        return NumberText.of(cell.mean(), 2)
                + (cell.sd().isPresent() ? " +- " + NumberText.of(cell.sd().getAsDouble(), 2) : "");
    }

    private Table suites() {
        return Table.of("All jobs together", "report-suite.csv", findings.suites(), ComparisonTables::row);
    }

    private static TableRow row(SuiteFinding suite) {
        String jobs = String.join(", ", suite.jobs())
                + (suite.missing().isEmpty() ? "" : "; without " + String.join(", ", suite.missing()));
        return new TableRow()
                .text("contender", suite.contenderName())
                .text("settings", Sentence.settings(suite.settings()))
                .text("jobs", jobs)
                .figure(
                        "geometric mean of speed-ups",
                        Sentence.ratio(
                                suite.ratio().geometricMean(), suite.ratio().interval()))
                .figure("jobs as a sample", suite.ratio().jobsAsSample().map(Sentence::bounds))
                .figure("ratio of summed means", HumanText.ratio(suite.ratio().ratioOfSums()) + "x");
    }

    private Table mixes() {
        return Table.of("Whole workloads", "report-mix.csv", findings.mixes(), ComparisonTables::row);
    }

    private static TableRow row(MixFinding mix) {
        return new TableRow()
                .text("workload", mix.mix())
                .text("contender", mix.contenderName())
                .text("settings", Sentence.settings(mix.settings()))
                .text("not measured", String.join(", ", mix.missing()))
                .figure(
                        "speed-up",
                        Optional.ofNullable(mix.ratio()).map(one -> Sentence.ratio(one.speedUp(), one.interval())));
    }

    /** Writes the answers over many settings. */
    static final class MatchedText {
        private static final int MOST_NAMES = 6;
        private static final Set<String> OF_FEW_RUNS =
                Set.of("single-run", "unbounded", "no-variation", "tests-disagree", "outliers");

        private MatchedText() {}

        /** The answers about one contender, and the comparisons of its other jobs. */
        record Block(String heading, List<String> sentences) {}

        /**
         * Returns a block for each contender that has an answer over many settings.
         *
         * @param footnotes the notes to which sentences refer; null for sentences without references
         */
        static List<Block> blocks(Findings findings, Footnotes footnotes) {
            Map<String, List<Comparison>> comparisons =
                    findings.comparisons().collect(Collectors.groupingBy(Comparison::contenderSetup));
            return findings.matched().stream()
                    .map(MatchedFinding::contenderName)
                    .distinct()
                    .map(contender -> block(findings, contender, comparisons.get(contender), footnotes))
                    .toList();
        }

        private static Block block(
                Findings findings, String contender, List<Comparison> comparisons, Footnotes footnotes) {
            List<MatchedFinding> matched = findings.matched().stream()
                    .filter(one -> one.contenderName().equals(contender))
                    .toList();
            List<String> sentences = matched.stream()
                    .map(one -> sentence(one) + reference(comparisons, one, footnotes))
                    .collect(Collectors.toCollection(ArrayList::new));
            findings.unmatched().stream()
                    .filter(one -> one.contenderSetup().equals(contender))
                    .forEach(one -> sentences.add(
                            Sentence.of(one) + (footnotes == null ? "" : footnotes.reference(one.warnings()))));
            List<String> varied = matched.stream()
                    .flatMap(one -> one.varied().stream())
                    .distinct()
                    .sorted()
                    .toList();
            return new Block(
                    contender + " against " + findings.baseline() + ", matched over settings ("
                            + FewNames.of(varied, MOST_NAMES) + ")",
                    sentences);
        }

        /**
         * Refers to the notes of the pairs, except for notes on the small number of runs of each pair, which do not
         * matter here.
         */
        private static String reference(List<Comparison> comparisons, MatchedFinding answer, Footnotes footnotes) {
            if (footnotes == null) {
                return "";
            }
            List<String> marks = comparisons.stream()
                    .filter(answer::covers)
                    .flatMap(one -> one.warnings().stream())
                    .filter(warning -> !OF_FEW_RUNS.contains(warning.code()))
                    .distinct()
                    .map(warning -> Integer.toString(footnotes.mark(warning)))
                    .distinct()
                    .toList();
            return marks.isEmpty() ? "" : " [" + FewNames.of(marks, MOST_NAMES) + "]";
        }

        /** Describes an answer, with the pairs that contradict it and the effect of matching. */
        static String sentence(MatchedFinding one) {
            return one.job() + ": " + Sentence.says(one.claim()) + " (" + over(one) + "; " + directions(one) + "; n "
                    + one.baselineRuns() + ", " + one.contenderRuns() + ")" + pooled(one) + unmatched(one);
        }

        private static String over(MatchedFinding one) {
            String settings = one.pairs() + " settings";
            String clusters = one.clusters() == one.pairs() ? "" : " in " + clusters(one.clusters());
            return switch (one.matched().basis()) {
                case CLUSTERS ->
                    settings + clusters + (one.matched().isOfFewClusters() ? ", too few if only some differ" : "");
                case THESE_CONFIGURATIONS -> settings + ", for exactly these";
                case NONE -> settings + clusters + ", without an interval";
            };
        }

        private static String clusters(int number) {
            return number == 1 ? "1 group that shares runs or visits" : number + " groups that share no runs";
        }

        private static String directions(MatchedFinding one) {
            return "faster in " + NumberText.of(one.shareFaster(), 0.01, 0) + " %, "
                    + (one.opposite() == 0 ? "none the other way" : one.opposite() + " the other way") + ", from "
                    + one.spread();
        }

        private static String pooled(MatchedFinding one) {
            return one.isChangedByMatching()
                    ? ". All runs pooled would say " + Sentence.ratio(one.pooledRatio(), Optional.empty())
                            + ", as they also compare settings"
                    : "";
        }

        private static String unmatched(MatchedFinding one) {
            String only = Stream.of(
                            unmatched(one.baselineOnly(), one.baselineName()),
                            unmatched(one.contenderOnly(), one.contenderName()))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(" and "));
            return only.isEmpty() ? "" : ". Without a counterpart: " + only;
        }

        private static String unmatched(Unmatched only, String setup) {
            return only.cells() == 0
                    ? ""
                    : only.cells() + (only.cells() == 1 ? " setting of " : " settings of ") + setup;
        }

        static Table table(Findings findings) {
            return Table.of("Matched over settings", "report-matched.csv", findings.matched(), MatchedText::row);
        }

        private static TableRow row(MatchedFinding one) {
            return new TableRow()
                    .text("job", one.job())
                    .text("contender", one.contenderName())
                    .figure("speed-up", Sentence.ratio(one.ratio(), one.interval()))
                    .figure("verdict", one.interval().map(bounds -> one.claim().words()))
                    .figure("settings", one.pairs())
                    .figure("independent", one.clusters())
                    .figure("n", one.baselineRuns() + ", " + one.contenderRuns())
                    .figure("faster in", NumberText.of(one.shareFaster(), 0.01, 0) + " %")
                    .figure("the other way", one.opposite())
                    .figure("lowest to highest", one.spread())
                    .figure("all runs pooled", Sentence.ratio(one.pooledRatio(), Optional.empty()))
                    .figure("matching changes it", one.isChangedByMatching() ? "yes" : "no")
                    .figure(
                            "unmatched settings",
                            one.baselineOnly().cells() + ", "
                                    + one.contenderOnly().cells())
                    .figure("p (family)", NumberText.p(one.claim().corrected()));
        }
    }
}
