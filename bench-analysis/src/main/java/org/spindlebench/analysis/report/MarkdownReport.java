package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.ComparisonTables.MatchedText;
import org.spindlebench.analysis.report.NumberText.Legend;
import org.spindlebench.analysis.report.SummaryReports.TextSummary;
import org.spindlebench.analysis.report.page.Table;

/** Writes the findings for people: the answer, tables, and a footnote for every warning. */
final class MarkdownReport implements ReportWriter {
    private final Findings findings;
    private final Footnotes footnotes;
    private final StringBuilder out = new StringBuilder();

    /** Makes the report on which {@link #write} is called; this report has no findings of its own. */
    MarkdownReport() {
        this.findings = null;
        this.footnotes = null;
    }

    private MarkdownReport(Findings findings) {
        this.findings = findings;
        this.footnotes = new Footnotes(findings);
    }

    @Override
    public boolean owns(String name) {
        return name.equals("report.md");
    }

    @Override
    public List<Path> write(Path directory, Findings of, JsonObject document) throws IOException {
        Path file = directory.resolve("report.md");
        AtomicFile.write(file, text(of));
        return List.of(file);
    }

    static String text(Findings findings) {
        return new MarkdownReport(findings).text();
    }

    private String text() {
        out.append("# Report\n\n");
        String headline = StorageReach.headline(findings, Answers.of(findings));
        out.append(Markdown.escape(HumanText.visible(headline))).append("\n\n");
        Markdown.appendList(head(), out);
        answer();
        ReportTables.of(findings, footnotes).forEach(this::table);
        notes();
        out.append("\n## What the numbers mean\n\n");
        Markdown.appendList(Legend.LINES, out);
        return out.toString();
    }

    private List<String> head() {
        List<String> lines = new ArrayList<>();
        lines.add(AnswerText.runs(findings));
        findings.campaigns().stream()
                .limit(Table.MOST_ROWS)
                .map(TextSummary::campaignLine)
                .forEach(lines::add);
        if (findings.baseline() != null) {
            lines.add("baseline: " + findings.baseline() + baselineNote());
        }
        lines.add("intervals: " + HumanText.percent(findings.options().confidence()));
        return lines;
    }

    private String baselineNote() {
        if (findings.options().baseline() != null) {
            return "";
        }
        return findings.isBaselineSought()
                ? " (the setup with the same jobs and settings as most others; --baseline names another)"
                : " (the first setup; --baseline names another)";
    }

    private void answer() {
        if (findings.baseline() == null) {
            return;
        }
        out.append("\n## The answer\n");
        if (!ClaimText.sentences(findings).isEmpty()) {
            out.append("\n").append(ClaimText.HEADING).append(":\n\n");
            Markdown.appendList(ClaimText.sentences(findings), out);
        }
        if (findings.families().isEmpty()) {
            out.append("\nNothing could be compared; the notes say why.\n");
        }
        MatchedText.blocks(findings, footnotes).forEach(block -> {
            out.append("\n").append(Markdown.escape(block.heading())).append(":\n\n");
            Markdown.appendList(block.sentences(), out);
        });
        AnswerText.single(findings).stream().limit(AnswerText.MOST_FAMILIES).forEach(family -> {
            out.append("\n").append(Markdown.escape(AnswerText.heading(family))).append(":\n\n");
            Markdown.appendList(AnswerText.of(findings, family, footnotes), out);
        });
    }

    private void table(Table table) {
        out.append("\n## ").append(Markdown.escape(table.heading())).append("\n\n");
        Markdown.appendTable(table.columns(), table.texts(), table.rows(), out);
        int more = table.all() - table.rows().size();
        if (more > 0) {
            out.append("\n")
                    .append(more)
                    .append(" more rows: ")
                    .append(table.file())
                    .append(".\n");
        }
    }

    private void notes() {
        findings.doubts().forEach(doubt -> footnotes.mark(doubt.warning()));
        findings.comparisons().forEach(one -> footnotes.marks(one.warnings()));
        if (footnotes.lines().isEmpty()) {
            return;
        }
        out.append("\n## Notes\n\n");
        footnotes.lines().stream().limit(Table.MOST_ROWS).forEach(line -> out.append(Markdown.escape(line))
                .append("\n\n"));
        int more = footnotes.lines().size() - Table.MOST_ROWS;
        if (more > 0) {
            out.append(more).append(" more notes: report-warnings.csv.\n");
        }
    }
}
