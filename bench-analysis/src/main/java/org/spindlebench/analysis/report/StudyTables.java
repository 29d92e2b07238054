package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.NormalisedFigure;
import org.spindlebench.analysis.hypothesis.Evidence;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.SpeedUp;

/** What an experiment asked: its hypotheses with the evidence on each, and its figure. */
final class StudyTables {
    private StudyTables() {}

    static List<Table> of(Findings findings) {
        List<Table> tables = new ArrayList<>();
        if (!findings.judgements().isEmpty()) {
            tables.add(new Table.Shape(
                            "Hypotheses",
                            List.of(
                                    "hypothesis",
                                    "verdict",
                                    "job",
                                    "settings",
                                    "what it says",
                                    "speed-up",
                                    "under the other settings",
                                    "second over first"),
                            5,
                            "report-hypotheses.csv")
                    .of(rows(findings.judgements()), row -> row));
        }
        tables.addAll(figures(findings));
        return tables;
    }

    /** The figure, one table for each choice of settings. */
    static List<Table> figures(Findings findings) {
        return findings.figure().stream()
                .map(figure -> figure(findings.options().study().figure(), figure))
                .toList();
    }

    private static List<List<String>> rows(List<Judgement> judgements) {
        List<List<String>> rows = new ArrayList<>();
        for (Judgement judgement : judgements) {
            for (Evidence one : judgement.evidence()) {
                rows.add(List.of(
                        judgement.hypothesis().says(),
                        judgement.verdict().word(),
                        one.job(),
                        Sentence.settings(one.settings()),
                        one.lacks() == null ? one.stand().word() : one.stand().word() + ": " + one.lacks(),
                        ratio(one.speedUp()),
                        ratio(one.to()),
                        ratio(one.interaction())));
            }
        }
        return rows;
    }

    private static String ratio(SpeedUp speedUp) {
        return speedUp == null ? Figure.ABSENT : Sentence.ratio(speedUp.ratio(), speedUp.interval());
    }

    private static String ratio(Interaction interaction) {
        return interaction == null ? Figure.ABSENT : Sentence.ratio(interaction.ratio(), interaction.interval());
    }

    private static Table figure(String name, NormalisedFigure figure) {
        List<String> columns = Stream.concat(Stream.of("job", figure.baseline()), figure.contenders().stream())
                .toList();
        String settings = Sentence.settings(figure.settings());
        String heading = name + (settings.isEmpty() ? "" : " (" + settings + ")") + ": duration over that of "
                + figure.baseline() + ", lower is better";
        return new Table.Shape(heading, columns, 1, "report-comparisons.csv")
                .of(figure.rows(), row -> row(row, figure.contenders()));
    }

    private static List<String> row(NormalisedFigure.Row row, List<String> contenders) {
        List<String> cells = new ArrayList<>(List.of(row.job(), "1"));
        contenders.forEach(contender -> cells.add(normalised(row.comparisons().get(contender))));
        return cells;
    }

    private static String normalised(Comparison one) {
        return one == null
                ? Figure.ABSENT
                : Figure.of(one.speedUp().normalised(), 3)
                        + one.speedUp()
                                .normalisedInterval()
                                .map(bounds -> " " + Sentence.bounds(bounds))
                                .orElse("");
    }
}
