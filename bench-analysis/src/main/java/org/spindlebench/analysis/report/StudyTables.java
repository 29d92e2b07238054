package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.compare.NormalisedDurations;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.HypothesisData;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.SpeedUp;

/** Makes tables of an experiment's hypotheses with their evidence, and of its normalised durations. */
final class StudyTables {
    private StudyTables() {}

    static List<Table> of(Findings findings) {
        List<Table> tables = new ArrayList<>();
        if (!findings.judgements().isEmpty()) {
            tables.add(Table.of("Hypotheses", "report-hypotheses.csv", rows(findings.judgements()), row -> row));
        }
        tables.addAll(figures(findings));
        tables.addAll(PrintedText.tables(findings));
        return tables;
    }

    /** Returns the experiment's normalised durations as one table for each choice of settings. */
    static List<Table> figures(Findings findings) {
        return findings.figure().stream()
                .map(figure -> figure(findings.options().study().figure(), figure))
                .toList();
    }

    private static List<TableRow> rows(List<Judgement> judgements) {
        List<TableRow> rows = new ArrayList<>();
        for (Judgement judgement : judgements) {
            for (HypothesisData one : judgement.evidence()) {
                rows.add(new TableRow()
                        .text("hypothesis", judgement.hypothesis().says())
                        .text("verdict", judgement.verdict().word())
                        .text("job", one.job())
                        .text("settings", Sentence.settings(one.settings()))
                        .text("what it says", one.lacks() == null ? one.says() : one.says() + ": " + one.lacks())
                        .text("what limited it", one.load())
                        .figure(
                                "ratio",
                                one.speedUp() == null
                                        ? NumberText.ABSENT
                                        : value(judgement.hypothesis(), one.speedUp()))
                        .figure("second ratio", Sentence.ratio(one.second()))
                        .figure(
                                "second over first",
                                Optional.ofNullable(one.interaction())
                                        .map(both -> Sentence.ratio(both.ratio(), both.interval()))));
            }
        }
        return rows;
    }

    /** Writes a ratio with its interval, or a setup's own value. */
    private static String value(Hypothesis hypothesis, SpeedUp found) {
        String ratio = Sentence.ratio(found.ratio(), found.interval());
        return !isOwnValue(hypothesis)
                ? ratio
                : String.format(Locale.ROOT, "%.4g", found.ratio())
                        + found.interval()
                                .map(of -> String.format(Locale.ROOT, " [%.4g, %.4g]", of.low(), of.high()))
                                .orElse("")
                        + unit(hypothesis);
    }

    private static String unit(Hypothesis hypothesis) {
        String unit = hypothesis.measure().quantity().quantities().get(0).unit();
        return unit.equals("1") ? "" : " " + unit;
    }

    private static boolean isOwnValue(Hypothesis hypothesis) {
        return hypothesis.isOfOwnValues() && hypothesis.measure().over() == null;
    }

    private static Table figure(String name, NormalisedDurations figure) {
        String settings = Sentence.settings(figure.settings());
        String heading = name + (settings.isEmpty() ? "" : " (" + settings + ")") + ": duration over that of "
                + figure.baseline() + ", lower is better";
        return Table.of(heading, "report-comparisons.csv", figure.rows(), row -> row(row, figure));
    }

    private static TableRow row(NormalisedDurations.Row row, NormalisedDurations figure) {
        TableRow cells = new TableRow().text("job", row.job()).figure(figure.baseline(), "1");
        figure.contenders()
                .forEach(contender -> cells.figure(
                        contender,
                        Optional.ofNullable(row.comparisons().get(contender))
                                .map(one -> Sentence.normalised(one.speedUp()))));
        return cells;
    }

    /** Writes the hypotheses, the normalised durations and the interactions as text for a terminal. */
    static final class StudyText {
        private StudyText() {}

        static List<String> lines(Findings findings) {
            List<String> lines = new ArrayList<>();
            for (Table figure : StudyTables.figures(findings)) {
                lines.add("");
                lines.add(figure.heading());
                List<List<String>> rows = Stream.concat(Stream.of(figure.columns()), figure.rows().stream())
                        .toList();
                TextTable.lines(rows, figure.columns().size()).forEach(line -> lines.add("  " + line));
            }
            if (!findings.judgements().isEmpty()) {
                lines.add("");
                lines.add("Hypotheses");
                findings.judgements().forEach(judgement -> lines.addAll(lines(judgement)));
            }
            if (!findings.interactions().isEmpty()) {
                lines.add("");
                lines.add("How speed-ups depend on "
                        + String.join(", ", findings.options().interactions()));
                findings.interactions().stream()
                        .limit(Table.MOST_ROWS)
                        .forEach(finding -> lines.add("  " + sentence(finding)));
            }
            return lines;
        }

        /** Returns a sentence on each hypothesis and on each interaction. {@link StudyTables} shows their numbers. */
        static List<String> sentences(Findings findings) {
            return Stream.concat(
                            findings.judgements().stream()
                                    .map(judgement -> verdict(judgement) + " (" + about(judgement.hypothesis()) + ")"
                                            + judgement
                                                    .lacks()
                                                    .map(why -> ": " + why)
                                                    .orElse("")),
                            findings.interactions().stream()
                                    .limit(Table.MOST_ROWS)
                                    .map(StudyText::sentence))
                    .toList();
        }

        private static String verdict(Judgement judgement) {
            String verdict = judgement.verdict() == Verdict.NOT_TESTED
                    ? "not tested at this size"
                    : judgement.verdict().word();
            return verdict + ": " + judgement.hypothesis().says();
        }

        private static String about(Hypothesis hypothesis) {
            String with = hypothesis.with().isEmpty()
                    ? ""
                    : " with " + Sentence.settings(hypothesis.with()) + " against its other values";
            String against =
                    hypothesis.against().isEmpty() ? with : " against " + String.join(" and ", hypothesis.against());
            return hypothesis.contender() + against + ", " + claim(hypothesis);
        }

        private static List<String> lines(Judgement judgement) {
            List<String> lines = new ArrayList<>();
            lines.add("  " + verdict(judgement));
            lines.add("    " + about(judgement.hypothesis()));
            judgement.lacks().ifPresent(why -> lines.add("    " + why));
            judgement.evidence().forEach(one -> lines.add("    " + sentence(judgement.hypothesis(), one)));
            return lines;
        }

        /** Describes a claim, such as {@code expected: faster by more than 5 %}. */
        private static String claim(Hypothesis hypothesis) {
            Prediction prediction = hypothesis.prediction();
            String expected =
                    switch (prediction.expectation()) {
                        case FASTER, NOT_FASTER -> limit(hypothesis, prediction.times() * (1 + prediction.by()));
                        case SLOWER, NOT_SLOWER -> limit(hypothesis, prediction.times() / (1 + prediction.by()));
                        case ALIKE ->
                            prediction.times() == 1
                                    ? "alike within " + percent(prediction)
                                    : times(hypothesis, prediction.times()) + " within " + percent(prediction);
                        case UP_TO ->
                            "up to " + times(hypothesis, prediction.times()) + " within " + percent(prediction)
                                    + ", and one of the jobs so";
                        case IN_ORDER -> "in the order " + String.join(", ", prediction.order()) + ", the best first";
                        case BETWEEN -> "between the two";
                        case GREATER_GAIN -> "a greater speed-up than that of " + String.join(", ", prediction.than());
                        case SMALLER_DIFFERENCE ->
                            "smaller difference under " + Sentence.settings(prediction.to()) + " than under "
                                    + Sentence.settings(prediction.from());
                    };
            return "expected: "
                    + (hypothesis.isOfSpeed() ? "" : hypothesis.measure().words() + " ") + expected
                    + (hypothesis.isTogether() ? ", all jobs together" : "")
                    + switch (hypothesis.under()) {
                        case EACH -> "";
                        case BEST -> ", with the best settings of each";
                        case MEAN -> ", as a mean over all settings";
                    };
        }

        private static String percent(Prediction prediction) {
            return NumberText.of(prediction.by(), 0.01, 1) + " %";
        }

        /** Describes a claim that a ratio is on one side of a limit. */
        private static String limit(Hypothesis hypothesis, double limit) {
            Prediction prediction = hypothesis.prediction();
            String word = prediction.expectation().word(hypothesis.isOfSpeed()).replace('-', ' ');
            return prediction.times() == 1
                    ? word + (prediction.by() == 0 ? "" : " by more than " + percent(prediction))
                    : word + " than " + times(hypothesis, limit);
        }

        private static String times(Hypothesis hypothesis, double value) {
            return number(value)
                    + (isOwnValue(hypothesis)
                            ? unit(hypothesis)
                            : hypothesis.isOfSpeed() ? " times as fast" : " times as much");
        }

        private static String number(double value) {
            return value >= 100 || value < 0.01 ? String.format(Locale.ROOT, "%.4g", value) : NumberText.of(value, 2);
        }

        private static String sentence(Hypothesis hypothesis, HypothesisData one) {
            String settings = one.settings().isEmpty() ? "" : " (" + Sentence.settings(one.settings()) + ")";
            String figures = one.speedUp() == null ? "" : ", " + value(hypothesis, one.speedUp());
            String second = one.second() == null
                    ? ""
                    : (one.interaction() == null ? " and " : " to ")
                            + Sentence.ratio(one.second().ratio(), one.second().interval());
            String interaction = one.interaction() == null
                    ? ""
                    : ", second over first "
                            + Sentence.ratio(
                                    one.interaction().ratio(), one.interaction().interval());
            return one.job() + settings + ": " + one.says() + figures + second + interaction
                    + (one.lacks() == null ? "" : "; " + one.lacks())
                    + (one.load() == null || one.stand() == Verdict.NOT_TESTED ? "" : "; " + one.load());
        }

        private static String sentence(InteractionFinding finding) {
            String settings = finding.settings().isEmpty() ? "" : " (" + Sentence.settings(finding.settings()) + ")";
            return finding.job() + settings + ": " + finding.contenderName() + " is "
                    + Sentence.ratio(
                            finding.first().speedUp().ratio(),
                            finding.first().speedUp().interval())
                    + " as fast as " + finding.baselineName() + " with " + finding.firstValue() + " and "
                    + Sentence.ratio(
                            finding.second().speedUp().ratio(),
                            finding.second().speedUp().interval())
                    + " with " + finding.secondValue() + ", " + change(finding);
        }

        private static String change(InteractionFinding finding) {
            String ratio = Sentence.ratio(
                    finding.interaction().ratio(), finding.interaction().interval());
            return switch (finding.interaction().basis()) {
                case INTERVAL ->
                    switch (finding.claim().verdict()) {
                        case FASTER, SLOWER -> "a change of " + ratio;
                        case SAME -> "the same within " + finding.claim().marginInPercent() + ", " + ratio;
                        default -> "no change proved, " + ratio;
                    };
                case NO_VARIATION -> "a change of " + ratio + ", without measurable variation";
                case SINGLE_RUN -> "a change of " + ratio + ", only one run, so no interval";
                case UNBOUNDED -> "a change of " + ratio + ", too few or too uneven runs for an interval";
                case CONFOUNDED_WITH_TIME -> "a change of " + ratio + ", setup confounded with time: no interval";
            };
        }
    }
}
