package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.AtomicFile;

/** The findings for people: the answer, tables, and a footnote for every doubt. */
final class MarkdownReport implements Report {
    private final Findings findings;
    private final Footnotes footnotes;
    private final StringBuilder out = new StringBuilder();

    /** For {@link #write}. */
    MarkdownReport() {
        this.findings = null;
        this.footnotes = null;
    }

    private MarkdownReport(Findings findings) {
        this.findings = findings;
        this.footnotes = new Footnotes(findings);
    }

    @Override
    public List<Path> write(Path directory, Findings of, ReportDocument document) throws IOException {
        Path file = directory.resolve("report.md");
        AtomicFile.write(file, text(of));
        return List.of(file);
    }

    static String text(Findings findings) {
        return new MarkdownReport(findings).text();
    }

    private String text() {
        out.append("# Report\n\n");
        Markdown.appendList(head(), out);
        answer();
        StudyTables.of(findings).forEach(this::table);
        ComparisonTables.of(findings, footnotes).forEach(this::table);
        SettingTables.of(findings).forEach(this::table);
        CostTables.of(findings, footnotes).forEach(this::table);
        DurationTables.of(findings, footnotes).forEach(this::table);
        DeviceTables.of(findings).forEach(this::table);
        TaskTables.of(findings).forEach(this::table);
        notes();
        out.append("\n## What the figures are\n\n");
        Markdown.appendList(Legend.LINES, out);
        return out.toString();
    }

    private List<String> head() {
        List<String> lines = new ArrayList<>();
        lines.add(Answer.runs(findings));
        findings.campaigns().stream()
                .limit(Table.MOST_ROWS)
                .map(TextSummary::campaignLine)
                .forEach(lines::add);
        if (findings.baseline() != null) {
            lines.add("baseline: " + findings.baseline()
                    + (findings.options().baseline() == null ? " (the first setup; --baseline names another)" : ""));
        }
        lines.add("intervals: " + Figure.of(findings.options().confidence() * 100, 0) + " %");
        return lines;
    }

    private void answer() {
        if (findings.baseline() == null) {
            return;
        }
        out.append("\n## The answer\n");
        if (findings.families().isEmpty()) {
            out.append("\nNothing could be compared; the notes say why.\n");
        }
        findings.families().stream().limit(Answer.MOST_FAMILIES).forEach(family -> {
            out.append("\n").append(Markdown.escape(Answer.heading(family))).append(":\n\n");
            Markdown.appendList(Answer.of(findings, family, footnotes), out);
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
