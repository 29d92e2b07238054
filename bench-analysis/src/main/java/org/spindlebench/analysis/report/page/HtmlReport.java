package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.DotPlot.Dots;

/**
 * The content of an HTML report.
 *
 * @param facts facts about the runs, such as their number and campaigns
 * @param notices the notices that a reader must see before the answer; may be empty
 * @param verdict the answer in one sentence
 * @param dots the answer in one chart; null without a valid run
 * @param limits what limited the runs of each job, in sentences; may be empty
 * @param answers the answer in detail, in sentences, beginning with the contender of most interest
 * @param decision the answer about costs in one sentence; empty without prices
 * @param cost the answer about costs, in sentences; empty without prices
 * @param trust how far a reader can trust the answer
 * @param pictures the charts in the order of the HTML report; charts without rows are omitted
 * @param tables the tables that belong to no chart
 * @param prices the sums from which the HTML report computes costs at other prices; null without prices
 */
public record HtmlReport(
        String title,
        List<String> facts,
        List<Notice> notices,
        String verdict,
        Dots dots,
        List<String> limits,
        List<AnswerParagraph> answers,
        String decision,
        List<String> cost,
        List<StatusLight> trust,
        List<Chart> pictures,
        List<Table> tables,
        List<String> warnings,
        List<Term> glossary,
        JsonObject prices) {
    /** A technical term, and its meaning in the report. */
    public record Term(String term, String meaning) {}

    public HtmlReport {
        facts = List.copyOf(facts);
        notices = List.copyOf(notices);
        limits = List.copyOf(limits);
        answers = List.copyOf(answers);
        cost = List.copyOf(cost);
        trust = List.copyOf(trust);
        pictures =
                pictures.stream().filter(picture -> !picture.rows().isEmpty()).toList();
        tables = List.copyOf(tables);
        warnings = List.copyOf(warnings);
        glossary = List.copyOf(glossary);
    }

    /**
     * The answer for one contender under one choice of settings.
     *
     * @param heading the contender, the baseline and the settings
     * @param sentences the answer in whole sentences
     * @param folded whether the chart of the first screen shows the same, so that the HTML report folds the sentences
     */
    public record AnswerParagraph(String heading, List<String> sentences, boolean folded) {
        public AnswerParagraph {
            sentences = List.copyOf(sentences);
        }
    }

    /**
     * One reason to trust or distrust the answer.
     *
     * @param about the subject in a word or two
     * @param colour how far a reader can trust the answer in this respect
     */
    public record StatusLight(String about, Colour colour, String says) {
        /** The colours of traffic lights. The HTML report also writes the colour's meaning as a word. */
        public enum Colour {
            GREEN,
            AMBER,
            RED;

            @JsonValue
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    /**
     * Information that a reader must see before the answer.
     *
     * @param about the subject in a few words
     * @param colour red or amber
     * @param details further lines, which all end in a text from outside; may be empty
     */
    public record Notice(String about, StatusLight.Colour colour, String says, List<String> details) {
        public Notice {
            details = List.copyOf(details);
        }
    }
}
