package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.report.page.Answered;
import org.spindlebench.analysis.report.page.Durations;

/** What a page asks, and what it answers. */
final class PageAnswer {
    private static final int MOST_NAMES = 4;

    private final Findings findings;
    private final List<String> setups;

    PageAnswer(Findings findings) {
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
        String named = contenders.size() <= MOST_NAMES ? String.join(", ", contenders) : contenders.size() + " setups";
        return "How fast " + (contenders.size() == 1 ? "is " : "are ") + named + " against " + findings.baseline()
                + "?";
    }

    /** Of as many families as Markdown's report tells, those of most jobs first, and of what a study asks. */
    List<Answered> answers() {
        List<Answered> answers = new ArrayList<>();
        findings.families().stream()
                .sorted(Comparator.comparing(family -> -family.comparisons().size()))
                .limit(Answer.MOST_FAMILIES)
                .map(family -> new Answered(Answer.heading(family), Answer.sentences(findings, family)))
                .forEach(answers::add);
        if (answers.isEmpty()) {
            answers.add(new Answered("", uncompared()));
        }
        List<String> about = Stream.of(Sentence.family(findings), Sentence.variation(findings))
                .flatMap(Optional::stream)
                .toList();
        if (!about.isEmpty()) {
            answers.add(new Answered("How these are said", about));
        }
        List<String> study = StudyText.sentences(findings);
        if (!study.isEmpty()) {
            answers.add(new Answered("What the study asks", study));
        }
        return answers;
    }

    /** Why nothing was compared, and how long jobs took all the same. */
    private List<String> uncompared() {
        List<String> sentences = new ArrayList<>();
        sentences.add(why());
        sentences.addAll(Durations.sentences(findings));
        return sentences;
    }

    private String why() {
        List<String> measured = findings.cells().stream()
                .filter(CellSummary::isMeasured)
                .map(cell -> cell.subject().setup())
                .distinct()
                .toList();
        if (measured.isEmpty()) {
            return "No run is valid: there is no duration, and nothing to compare.";
        }
        if (setups.size() < 2) {
            return "There is one setup only: nothing to compare.";
        }
        if (measured.size() < 2) {
            return "Nothing could be compared: there are valid runs of " + measured.get(0) + " only.";
        }
        return "Nothing could be compared with " + findings.baseline() + "; the warnings say why.";
    }
}
