package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.document.JsonObject;

/**
 * All that is on a page.
 *
 * @param title of the window and of the page
 * @param question what was asked
 * @param facts about the runs: how many, of which campaigns
 * @param notices what must be known before the answer; empty where nothing must
 * @param answers the answer in sentences, the contender of most interest first
 * @param cost what it says about money, in sentences; empty without prices
 * @param trust how far to believe the answer
 * @param pictures in the order of the page; those without rows are left out
 * @param tables that belong to no picture
 * @param warnings every doubt in full
 * @param glossary terms and what they mean
 * @param prices what the page needs to price durations anew; null without prices
 */
public record Page(
        String title,
        String question,
        List<String> facts,
        List<Notice> notices,
        List<AnswerParagraph> answers,
        List<String> cost,
        List<StatusLight> trust,
        List<Picture> pictures,
        List<Table> tables,
        List<String> warnings,
        List<Term> glossary,
        JsonObject prices) {
    /** A term of the field, and what it means here. */
    public record Term(String term, String meaning) {}

    public Page {
        facts = List.copyOf(facts);
        notices = List.copyOf(notices);
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
     * @param heading who is compared with whom, and under which settings
     * @param sentences each a whole one
     */
    public record AnswerParagraph(String heading, List<String> sentences) {
        public AnswerParagraph {
            sentences = List.copyOf(sentences);
        }
    }

    /**
     * One reason to trust the answer, or not.
     *
     * @param about what was looked at, in a word or two
     * @param colour how far it can be trusted in this
     * @param says the reason
     */
    public record StatusLight(String about, Colour colour, String says) {
        /** As at a crossing; the page writes the word beside the colour. */
        public enum Colour {
            GREEN,
            AMBER,
            RED;

            @JsonValue
            String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    /**
     * What a reader must know before the answer.
     *
     * @param about in a few words
     * @param colour red or amber
     * @param says what it is, in sentences
     * @param details one a line, each with a text from outside at its end; empty where there are none
     */
    public record Notice(String about, StatusLight.Colour colour, String says, List<String> details) {
        public Notice {
            details = List.copyOf(details);
        }
    }
}
