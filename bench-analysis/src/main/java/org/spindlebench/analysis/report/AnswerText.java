package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.compare.CampaignSummary.SummaryGroup;
import org.spindlebench.analysis.compare.CellWarning;
import org.spindlebench.analysis.compare.Family;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.report.ComparisonTables.MatchedText;
import org.spindlebench.analysis.report.StudyTables.StudyText;
import org.spindlebench.analysis.report.page.Notices;
import org.spindlebench.analysis.report.page.Page.Notice;

/** Writes the answer in sentences, which a reader wants to see before any table. */
final class AnswerText {
    /** The most families with a sentence for each job, or with a table. */
    static final int MOST_FAMILIES = 12;

    private static final Set<String> NOT_COMPARED =
            Set.of("not-comparable", "no-counterpart", "different-machines", "runs-taken-as-independent");

    private AnswerText() {}

    /** Returns the answer with the notes that it refers to; all other notes are in the report. */
    static String text(Findings findings) {
        return text(findings, false);
    }

    /** Returns the answer with every note. */
    static String textWithAllNotes(Findings findings) {
        return text(findings, true);
    }

    private static String text(Findings findings, boolean allNotes) {
        Footnotes footnotes = new Footnotes(findings);
        List<String> lines = new ArrayList<>(lines(findings, footnotes));
        lines.addAll(doubts(findings, footnotes, allNotes));
        String text = String.join("\n", lines) + "\n";
        // Replaces control characters, with which names from outside could disturb the terminal.
        return text.replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
    }

    private static List<String> lines(Findings findings, Footnotes footnotes) {
        List<String> lines = new ArrayList<>();
        lines.add(runs(findings));
        for (Notice notice : Notices.of(findings)) {
            lines.add(notice.about() + ": " + notice.says());
            notice.details().forEach(detail -> lines.add("  " + detail));
        }
        Sentence.family(findings).ifPresent(lines::add);
        Sentence.variation(findings).ifPresent(lines::add);
        lines.addAll(WorkloadTables.sentences(findings));
        lines.addAll(RebuildTables.sentences(findings));
        if (findings.baseline() == null) {
            lines.add("One setup only: nothing to compare.");
            lines.addAll(tables(findings));
            lines.addAll(StudyText.lines(findings));
            return lines;
        }
        if (findings.families().isEmpty()) {
            lines.add("Nothing could be compared with " + findings.baseline() + ".");
        }
        for (MatchedText.Block block : MatchedText.blocks(findings, footnotes)) {
            lines.add("");
            lines.add(block.heading());
            block.sentences().forEach(line -> lines.add("  " + line));
        }
        List<Family> single = single(findings);
        for (Family family : single.subList(0, Math.min(MOST_FAMILIES, single.size()))) {
            lines.add("");
            lines.add(heading(family));
            lines.addAll(of(findings, family, footnotes).stream()
                    .map(line -> "  " + line)
                    .toList());
        }
        int more = single.size() - MOST_FAMILIES;
        if (more > 0) {
            lines.add("");
            lines.add("and " + more + " more settings");
        }
        lines.addAll(StudyText.lines(findings));
        return lines;
    }

    /** Returns the families of contenders without answers over many settings. */
    static List<Family> single(Findings findings) {
        return findings.families().stream()
                .filter(family -> !findings.isMatched(family.contender()))
                .toList();
    }

    /** Returns tables of the durations, for findings without a comparison. */
    private static List<String> tables(Findings findings) {
        List<SummaryGroup> groups = CampaignSummary.of(new Runs(findings.campaigns(), findings.cells()))
                .groups();
        List<String> lines = new ArrayList<>();
        for (SummaryGroup group : groups.subList(0, Math.min(MOST_FAMILIES, groups.size()))) {
            SummaryTable table = SummaryTable.of(group);
            lines.add("");
            lines.add(table.heading());
            lines.add("");
            lines.addAll(TextSummary.lines(table));
        }
        int more = groups.size() - MOST_FAMILIES;
        if (more > 0) {
            lines.add("");
            lines.add("and " + more + (more == 1 ? " more table" : " more tables"));
        }
        return lines;
    }

    static String runs(Findings findings) {
        int runs =
                findings.cells().stream().mapToInt(cell -> cell.runs().size()).sum();
        int others = findings.cells().stream()
                        .mapToInt(cell -> cell.counts().total())
                        .sum()
                - runs;
        int cells = findings.cells().size();
        return runs + (runs == 1 ? " valid run in " : " valid runs in ") + cells + (cells == 1 ? " cell" : " cells")
                + (others == 0 ? "" : ", " + others + (others == 1 ? " run" : " runs") + " left out of the statistics")
                + "; " + campaigns(findings.campaigns());
    }

    private static String campaigns(List<Campaign> campaigns) {
        return campaigns.size() == 1 ? "campaign " + campaigns.get(0).name() : campaigns.size() + " campaigns";
    }

    static String heading(Family family) {
        String settings = Sentence.settings(family.settings());
        return family.contender() + " against " + family.baseline() + (settings.isEmpty() ? "" : " (" + settings + ")");
    }

    /** Returns the sentences on all jobs together and on each job of a family, without references to notes. */
    static List<String> sentences(Findings findings, Family family) {
        List<String> lines = new ArrayList<>(together(findings, family));
        family.comparisons().forEach(one -> lines.add(Sentence.of(one)));
        return lines;
    }

    /** Returns the sentences on one family with references to notes: suite, workloads, each job. */
    static List<String> of(Findings findings, Family family, Footnotes footnotes) {
        List<String> lines = new ArrayList<>(together(findings, family));
        family.comparisons().forEach(one -> lines.add(Sentence.of(one) + footnotes.reference(one.warnings())));
        return lines;
    }

    private static List<String> together(Findings findings, Family family) {
        List<String> lines = new ArrayList<>();
        // Suites and families have the same order. Suites are found by position, because two families may have equal
        // settings but different jobs.
        SuiteFinding suite = findings.suites().get(findings.families().indexOf(family));
        if (suite.jobs().size() > 1) {
            lines.add(Sentence.of(suite));
        }
        findings.mixes().stream()
                .filter(mix -> mix.baseline().equals(family.baseline())
                        && mix.contender().equals(family.contender())
                        && mix.across().equals(family.across())
                        && mix.settings().equals(family.settings()))
                .forEach(mix -> lines.add(Sentence.of(mix)));
        return lines;
    }

    /** Returns the notes of sentences and of runs not compared, then the others or their number. */
    private static List<String> doubts(Findings findings, Footnotes footnotes, boolean all) {
        findings.doubts().stream()
                .map(CellWarning::warning)
                .filter(warning -> all || NOT_COMPARED.contains(warning.code()))
                .forEach(footnotes::mark);
        List<String> lines = new ArrayList<>();
        if (!footnotes.lines().isEmpty()) {
            lines.add("");
            lines.addAll(footnotes.grouped());
        }
        int shown = footnotes.lines().size();
        findings.doubts().forEach(doubt -> footnotes.mark(doubt.warning()));
        int more = footnotes.lines().size() - shown;
        if (more > 0) {
            lines.add("");
            lines.add(more + (more == 1 ? " more note is" : " more notes are") + " in the report.");
        }
        return lines;
    }
}
