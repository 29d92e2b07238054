package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.report.page.ConditionTables;
import org.spindlebench.analysis.report.page.CostPart;
import org.spindlebench.analysis.report.page.Notice;
import org.spindlebench.analysis.report.page.Notices;
import org.spindlebench.analysis.report.page.Page;
import org.spindlebench.analysis.report.page.PageTable;
import org.spindlebench.analysis.report.page.PageWriter;
import org.spindlebench.analysis.report.page.Pictures;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.analysis.report.page.Trust;

/** The findings as a page: the answer, pictures, tables, every doubt. */
final class PageReport implements Report {
    private static final int MOST_WARNINGS = 500;
    private static final int LONGEST_WARNING = 2000;
    private static final int MOST_ENDED = 3;

    private final RunEvidence evidence;

    PageReport(RunEvidence evidence) {
        this.evidence = evidence;
    }

    @Override
    public List<Path> write(Path directory, Findings findings, ReportDocument document) throws IOException {
        Path file = directory.resolve("report.html");
        PageWriter.write(file, page(findings, evidence));
        return List.of(file);
    }

    static Page page(Findings findings, RunEvidence evidence) {
        PageAnswer answer = new PageAnswer(findings);
        List<Notice> notices = Notices.of(findings);
        Footnotes footnotes = new Footnotes(findings);
        List<PageTable> tables = new ArrayList<>(tables(findings, footnotes));
        tables.addAll(ConditionTables.of(evidence));
        Trust.warnings(findings).forEach(footnotes::mark);
        CostPart cost = CostPart.of(findings);
        return new Page(
                title(answer.question(), notices),
                answer.question(),
                facts(findings),
                notices,
                answer.answers(),
                cost.sentences(),
                Trust.of(findings, evidence),
                Pictures.of(findings, evidence),
                tables,
                warnings(footnotes, evidence),
                Legend.LINES.stream().map(PageReport::term).toList(),
                cost.prices());
    }

    /** Where there are many windows, the one of a part should say so. */
    private static String title(String question, List<Notice> notices) {
        return "Spindle: " + question
                + (notices.isEmpty()
                        ? ""
                        : " (" + notices.stream().map(Notice::about).collect(Collectors.joining(", ")) + ")");
    }

    private static List<String> facts(Findings findings) {
        List<String> facts = new ArrayList<>();
        facts.add(Answer.runs(findings));
        findings.campaigns().stream()
                .filter(campaign -> findings.options().study().endedEarly().contains(campaign.name()))
                .limit(MOST_ENDED)
                .map(campaign ->
                        TextSummary.campaignLine(campaign) + ", and no more were needed by the experiment's rule")
                .forEach(facts::add);
        int more = findings.families().size() - Answer.MOST_FAMILIES;
        if (more > 0) {
            facts.add("the answer tells " + Answer.MOST_FAMILIES + " choices of setup and settings, the tables " + more
                    + " more");
        }
        facts.add("intervals of " + Figure.of(findings.options().confidence() * 100, 0) + " %");
        return facts;
    }

    /** Every doubt, the first ones where there are very many. */
    private static List<String> warnings(Footnotes footnotes, RunEvidence evidence) {
        List<String> all = Stream.concat(footnotes.lines().stream(), evidence.problems().stream())
                .toList();
        if (all.size() <= MOST_WARNINGS) {
            return all.stream().map(PageReport::shortened).toList();
        }
        return Stream.concat(
                        all.stream().limit(MOST_WARNINGS).map(PageReport::shortened),
                        Stream.of((all.size() - MOST_WARNINGS) + " more warnings: report-warnings.csv."))
                .toList();
    }

    /** Names of all of thousands of setups are nothing that anybody reads. */
    private static String shortened(String warning) {
        return warning.length() <= LONGEST_WARNING
                ? warning
                : warning.substring(0, LONGEST_WARNING) + " ... (" + warning.length()
                        + " characters: report-warnings.csv)";
    }

    private static List<PageTable> tables(Findings findings, Footnotes footnotes) {
        List<Table> tables = new ArrayList<>();
        tables.addAll(StudyTables.of(findings));
        tables.addAll(ComparisonTables.of(findings, footnotes));
        tables.addAll(SettingTables.of(findings));
        tables.addAll(CostTables.of(findings, footnotes));
        tables.addAll(DurationTables.of(findings, footnotes));
        tables.addAll(DeviceTables.of(findings));
        tables.addAll(TaskTables.of(findings));
        List<PageTable> numbered = new ArrayList<>();
        for (Table table : tables) {
            numbered.add(new PageTable(
                    Integer.toString(numbered.size() + 1),
                    table.heading(),
                    table.columns(),
                    table.texts(),
                    table.rows(),
                    table.all(),
                    table.file()));
        }
        return numbered;
    }

    /** A line of the legend, such as {@code sd: with n - 1}. */
    private static Page.Term term(String line) {
        int colon = line.indexOf(':');
        String meaning = line.substring(colon + 1).strip();
        return new Page.Term(
                line.substring(0, colon), meaning.substring(0, 1).toUpperCase(Locale.ROOT) + meaning.substring(1));
    }
}
