package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.ComparisonTables.MatchedText;
import org.spindlebench.analysis.report.NumberText.Legend;
import org.spindlebench.analysis.report.StudyTables.StudyText;
import org.spindlebench.analysis.report.SummaryReports.TextSummary;
import org.spindlebench.analysis.report.page.Charts;
import org.spindlebench.analysis.report.page.ConditionTables;
import org.spindlebench.analysis.report.page.ConditionTables.CellDurations;
import org.spindlebench.analysis.report.page.CostSection;
import org.spindlebench.analysis.report.page.Credibility;
import org.spindlebench.analysis.report.page.DotPlot;
import org.spindlebench.analysis.report.page.HtmlFileWriter;
import org.spindlebench.analysis.report.page.HtmlReport;
import org.spindlebench.analysis.report.page.HtmlReport.AnswerParagraph;
import org.spindlebench.analysis.report.page.HtmlReport.Notice;
import org.spindlebench.analysis.report.page.Notices;
import org.spindlebench.analysis.report.page.Provenance;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.analysis.report.page.Table;

/** Writes the findings as an HTML report: the answer, charts, tables, and every warning. */
final class HtmlReportWriter implements ReportWriter {
    private static final int MOST_WARNINGS = 500;
    private static final int LONGEST_WARNING = 2000;
    private static final int MOST_ENDED = 3;

    private final RunEvidence evidence;

    HtmlReportWriter(RunEvidence evidence) {
        this.evidence = evidence;
    }

    @Override
    public boolean owns(String name) {
        return name.equals("report.html");
    }

    @Override
    public List<Path> write(Path directory, Findings findings, JsonObject document) throws IOException {
        Path file = directory.resolve("report.html");
        HtmlFileWriter.write(file, page(findings, evidence));
        return List.of(file);
    }

    static HtmlReport page(Findings findings, RunEvidence evidence) {
        HtmlAnswer answer = new HtmlAnswer(findings);
        Answers answers = Answers.of(findings);
        List<Notice> notices = Notices.of(findings);
        Footnotes footnotes = new Footnotes(findings);
        List<Table> tables = new ArrayList<>(ReportTables.of(findings, footnotes));
        tables.addAll(ConditionTables.of(evidence));
        Credibility.warnings(findings).forEach(footnotes::mark);
        CostSection cost = CostSection.of(findings);
        return new HtmlReport(
                title(answer.question(), notices),
                facts(findings, evidence),
                notices,
                (cost.headline().isEmpty() ? VerdictText.of(findings, answers) : cost.headline())
                        + StorageReach.after(findings, answers),
                DotPlot.of(findings, answers),
                AnswerText.limits(findings),
                answer.answers(),
                cost.headline().isEmpty()
                        ? cost.decision()
                        : "Time: " + VerdictText.of(findings, answers) + " Money: " + cost.decision(),
                cost.sentences(),
                Credibility.of(findings, evidence),
                Charts.of(findings, evidence),
                tables,
                warnings(footnotes, evidence),
                Legend.LINES.stream().map(HtmlReportWriter::term).toList(),
                cost.prices());
    }

    /** Adds notices to the title, so that a browser with many windows shows which reports to read with care. */
    private static String title(String question, List<Notice> notices) {
        return "Spindle: " + question
                + (notices.isEmpty()
                        ? ""
                        : " (" + notices.stream().map(Notice::about).distinct().collect(Collectors.joining(", "))
                                + ")");
    }

    private static List<String> facts(Findings findings, RunEvidence evidence) {
        List<String> facts = new ArrayList<>();
        facts.add(AnswerText.runs(findings));
        facts.addAll(Provenance.of(findings, evidence));
        findings.campaigns().stream()
                .filter(campaign -> findings.options().study().endedEarly().contains(campaign.name()))
                .limit(MOST_ENDED)
                .map(campaign -> TextSummary.campaignLine(campaign) + ", and the experiment's rule required no"
                        + " further runs")
                .forEach(facts::add);
        int more = AnswerText.single(findings).size() - AnswerText.MOST_FAMILIES;
        if (more > 0) {
            facts.add("the answer covers " + AnswerText.MOST_FAMILIES
                    + " choices of setup and settings; the tables have " + more + " more");
        }
        facts.add("intervals of " + HumanText.percent(findings.options().confidence()));
        return facts;
    }

    /** Returns every warning, with all warnings of one code together; only the first warnings if there are too many. */
    private static List<String> warnings(Footnotes footnotes, RunEvidence evidence) {
        List<String> all = Stream.concat(footnotes.grouped().stream(), evidence.problems().stream())
                .toList();
        if (all.size() <= MOST_WARNINGS) {
            return all.stream().map(HtmlReportWriter::shortened).toList();
        }
        return Stream.concat(
                        all.stream().limit(MOST_WARNINGS).map(HtmlReportWriter::shortened),
                        Stream.of((all.size() - MOST_WARNINGS) + " more warnings: report-warnings.csv."))
                .toList();
    }

    /** Cuts off long warnings, such as warnings that list thousands of setups. */
    private static String shortened(String warning) {
        return warning.length() <= LONGEST_WARNING
                ? warning
                : warning.substring(0, LONGEST_WARNING) + " ... (" + warning.length()
                        + " characters: report-warnings.csv)";
    }

    /** Splits a line of the legend, such as {@code sd: with n - 1}, into a term and its meaning. */
    private static HtmlReport.Term term(String line) {
        int colon = line.indexOf(':');
        String meaning = line.substring(colon + 1).strip();
        return new HtmlReport.Term(
                line.substring(0, colon), meaning.substring(0, 1).toUpperCase(Locale.ROOT) + meaning.substring(1));
    }

    /** The question and the answer of the HTML report. */
    static final class HtmlAnswer {
        private static final int MOST_NAMES = 4;

        private final Findings findings;
        private final List<String> setups;

        HtmlAnswer(Findings findings) {
            this.findings = findings;
            this.setups = findings.cells().stream()
                    .map(cell -> cell.subject().setup())
                    .distinct()
                    .toList();
        }

        String question() {
            if (setups.size() < 2) {
                return setups.isEmpty() ? "How long do jobs take?" : "How long do jobs take on " + setups.get(0) + "?";
            }
            List<String> contenders = setups.stream()
                    .filter(setup -> !setup.equals(findings.baseline()))
                    .toList();
            String named =
                    contenders.size() <= MOST_NAMES ? String.join(", ", contenders) : contenders.size() + " setups";
            return "How fast " + (contenders.size() == 1 ? "is " : "are ") + named + " against " + findings.baseline()
                    + "?";
        }

        /**
         * Returns an answer for each of the first {@link AnswerText#MOST_FAMILIES} families, beginning with the
         * families of most jobs, and the answers to the study's questions.
         */
        List<AnswerParagraph> answers() {
            List<AnswerParagraph> answers = new ArrayList<>();
            MatchedText.blocks(findings, null).stream()
                    .map(block -> new AnswerParagraph(block.heading(), block.sentences(), true))
                    .forEach(answers::add);
            AnswerText.single(findings).stream()
                    .sorted(Comparator.comparing(family -> -family.comparisons().size()))
                    .limit(AnswerText.MOST_FAMILIES)
                    .map(family -> new AnswerParagraph(
                            AnswerText.heading(family), AnswerText.sentences(findings, family), true))
                    .forEach(answers::add);
            if (answers.isEmpty()) {
                answers.add(new AnswerParagraph("", CellDurations.sentences(findings), true));
            }
            answers.removeIf(answer -> answer.sentences().isEmpty());
            List<String> others = ClaimText.sentences(findings);
            if (!others.isEmpty()) {
                answers.add(new AnswerParagraph(ClaimText.HEADING, others, false));
            }
            List<String> about = Stream.of(Sentence.family(findings), Sentence.variation(findings))
                    .flatMap(Optional::stream)
                    .toList();
            if (!about.isEmpty()) {
                answers.add(new AnswerParagraph("How to read these sentences", about, true));
            }
            List<String> study = StudyText.sentences(findings);
            if (!study.isEmpty()) {
                answers.add(new AnswerParagraph("Hypotheses of the study", study, false));
            }
            return answers;
        }
    }
}
