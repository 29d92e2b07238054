package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.CellWarning;
import org.spindlebench.analysis.compare.Family;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.report.StudyTables.StudyText;
import org.spindlebench.analysis.report.page.ChartSettings;
import org.spindlebench.analysis.report.page.CostSection;
import org.spindlebench.analysis.report.page.HtmlReport.Notice;
import org.spindlebench.analysis.report.page.Notices;

/** Writes the answer: the verdict in a sentence, a table for each contender, and notes. */
final class AnswerText {
    /** The largest number of families with a sentence for each job, or with a table. */
    static final int MOST_FAMILIES = 12;

    private static final int PERCENT = 100;

    private static final Set<String> ALWAYS_SHOWN =
            Set.of("not-comparable", "no-counterpart", "different-machines", "runs-taken-as-independent");

    private AnswerText() {}

    /**
     * Returns the answer with the notes to which it refers; all other notes are in the report.
     *
     * @param colours whether verdicts have a terminal's colours
     */
    static String text(Findings findings, boolean colours) {
        return text(findings, colours, false);
    }

    /** Returns the answer with every note. */
    static String textWithAllNotes(Findings findings, boolean colours) {
        return text(findings, colours, true);
    }

    private static String text(Findings findings, boolean colours, boolean allNotes) {
        Answers answers = Answers.of(findings);
        Footnotes footnotes = new Footnotes(findings);
        List<String> lines = new ArrayList<>(head(findings, answers));
        AnswerTable.of(findings, answers, footnotes).stream()
                .limit(MOST_FAMILIES)
                .forEach(table -> {
                    lines.add("");
                    lines.add(HumanText.visible(table.heading()));
                    lines.add("");
                    // The table has replaced control characters already, and may have colours.
                    lines.addAll(table.lines(colours));
                });
        int more = answers.contenders().size() - MOST_FAMILIES;
        if (more > 0) {
            lines.add("");
            lines.add("and " + HumanText.counted(more, "more contender"));
        }
        List<String> rest = rest(findings);
        rest.addAll(doubts(findings, footnotes, allNotes));
        rest.forEach(line -> lines.add(HumanText.visible(line)));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> head(Findings findings, Answers answers) {
        List<String> lines = new ArrayList<>();
        Optional<String> costs = CostSection.headline(findings);
        costs.ifPresent(lines::add);
        lines.add(StorageReach.headline(findings, answers));
        lines.add(runs(findings));
        if (costs.isEmpty()) {
            CostSection.unanswered(findings).ifPresent(lines::add);
        }
        for (Notice notice : Notices.of(findings)) {
            lines.add(notice.about() + ": " + notice.says());
            notice.details().forEach(detail -> lines.add("  " + detail));
        }
        lines.addAll(ClaimText.sentences(findings));
        lines.replaceAll(HumanText::visible);
        return lines;
    }

    /** Returns the text after the tables: production mixes, how to read the answer, and the study's questions. */
    private static List<String> rest(Findings findings) {
        List<String> lines = new ArrayList<>();
        List<String> about = Stream.of(
                        findings.mixes().stream().limit(MOST_FAMILIES).map(Sentence::of),
                        findings.comparisons()
                                .filter(one -> one.between() != null)
                                .map(one -> "Intervals include " + Sentence.between(one.between()) + ".")
                                .distinct()
                                .limit(MOST_FAMILIES),
                        Sentence.family(findings).stream(),
                        Sentence.variation(findings).stream())
                .flatMap(stream -> stream)
                .toList();
        if (!about.isEmpty()) {
            lines.add("");
            lines.addAll(about);
        }
        lines.addAll(StudyText.lines(findings));
        lines.addAll(few("What limited the runs", limitSentences(findings)));
        if (CellTables.limited(findings).stream()
                .anyMatch(cell -> cell.devices().limits().storage() == null)) {
            lines.add(
                    "  The use of storage is partly unknown. If it is flash, state its bandwidths in the setup's file;"
                            + " the command `devices` measures them.");
        }
        lines.addAll(few(
                "Slow disks",
                findings.disks().stream()
                        .map(one -> one.setup() + ", " + one.kind() + ": " + one.says())
                        .toList()));
        return lines;
    }

    /** Returns what limited the runs, in as many sentences as a screen shows. */
    static List<String> limits(Findings findings) {
        List<String> all = limitSentences(findings);
        return all.size() <= MOST_FAMILIES
                ? all
                : Stream.concat(
                                all.stream().limit(MOST_FAMILIES),
                                Stream.of("and " + (all.size() - MOST_FAMILIES) + " more, in the charts"))
                        .toList();
    }

    /** Returns a heading with the first of its sentences; nothing without sentences. */
    private static List<String> few(String heading, List<String> sentences) {
        if (sentences.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("", heading));
        sentences.stream().limit(MOST_FAMILIES).forEach(sentence -> lines.add("  " + sentence));
        if (sentences.size() > MOST_FAMILIES) {
            lines.add("  and " + (sentences.size() - MOST_FAMILIES) + " more in the report");
        }
        return lines;
    }

    /** Returns, for example, {@code terasort: HDFS's devices for 83 % of its time on hdd, processors for 71 % on ssd}. */
    private static List<String> limitSentences(Findings findings) {
        List<CellSummary> cells = CellTables.limited(findings);
        ChartSettings settings = ChartSettings.of(cells, cell -> cell.subject().job(), CellSummary::comparable);
        Map<String, List<String>> parts = new LinkedHashMap<>();
        for (CellSummary cell : cells) {
            String job = cell.subject().job();
            Map.Entry<String, Double> most = cell.devices().limits().longest();
            List<String> before =
                    parts.computeIfAbsent(job + settings.behind(job, cell.comparable()), none -> new ArrayList<>());
            before.add(most.getKey() + " for " + Math.round(PERCENT * most.getValue()) + " %"
                    + (before.isEmpty() ? " of its time" : "") + " on "
                    + cell.subject().setup()
                    + cell.devices().limits().unknownInBrackets());
        }
        return parts.entrySet().stream()
                .map(one -> one.getKey() + ": " + String.join(", ", one.getValue()))
                .toList();
    }

    /**
     * Returns the answer's tables in Markdown, with every note.
     */
    static String markdown(Findings findings) {
        Answers answers = Answers.of(findings);
        Footnotes footnotes = new Footnotes(findings);
        StringBuilder out = new StringBuilder();
        CostSection.headline(findings)
                .ifPresent(headline -> out.append(Markdown.escape(headline)).append("\n\n"));
        out.append(Markdown.escape(StorageReach.headline(findings, answers))).append("\n\n");
        Markdown.appendList(head(findings, answers).stream().skip(1).toList(), out);
        AnswerTable.of(findings, answers, footnotes).forEach(table -> table.appendMarkdown(out));
        findings.doubts().forEach(doubt -> footnotes.mark(doubt.warning()));
        if (!footnotes.lines().isEmpty()) {
            out.append('\n');
            Markdown.appendList(footnotes.lines(), out);
        }
        return out.toString();
    }

    /** Returns the families of contenders without answers over many settings. */
    static List<Family> single(Findings findings) {
        return findings.families().stream()
                .filter(family -> !findings.isMatched(family.contender()))
                .toList();
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
        if (!family.isOfDurations()) {
            return lines;
        }
        // Suites and families have the same order. Suites are found by position, because two families may have equal
        // settings but different jobs.
        SuiteFinding suite = findings.suites().get(findings.families().indexOf(family));
        if (suite.jobs().size() > 1) {
            lines.add(Sentence.of(suite));
        }
        findings.mixes().stream()
                .filter(mix -> mix.baselineName().equals(family.baseline())
                        && mix.contenderName().equals(family.contender())
                        && mix.across().equals(family.across())
                        && mix.settings().equals(family.settings()))
                .forEach(mix -> lines.add(Sentence.of(mix)));
        return lines;
    }

    /** Returns the notes of sentences and of runs not compared, then the other notes or their number. */
    private static List<String> doubts(Findings findings, Footnotes footnotes, boolean all) {
        findings.doubts().stream()
                .map(CellWarning::warning)
                .filter(warning -> all || ALWAYS_SHOWN.contains(warning.code()))
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
